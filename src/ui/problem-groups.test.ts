import { describe, expect, it } from 'vitest';
import { problem } from '../../tests/browser/support/scripted-lore';
import { idleNotes, problemGroups, type HealthReport } from './problem-groups';

const report = (facts: Partial<HealthReport>): HealthReport => ({ problems: [], unused: [], ...facts });

describe('problemGroups', () => {
  it('puts notes that cannot be read first, then the worst, then by path', () => {
    const broken = problem({ path: 'z.md', severity: 'error' });
    const groups = problemGroups(
      report({
        problems: [
          problem({ path: 'b.md', severity: 'info' }),
          problem({ path: 'c.md', severity: 'error' }),
          problem({ path: 'a.md', severity: 'info' }),
        ],
        unused: [{ path: 'z.md', state: 'quarantined', problems: [broken] }],
      }),
    );
    expect(groups.map(({ path }) => path)).toEqual(['z.md', 'c.md', 'a.md', 'b.md']);
  });

  it('lists a problem once that stands in both parts of the report', () => {
    const twice = problem({ path: 'a.md' });
    const groups = problemGroups(
      report({ problems: [twice], unused: [{ path: 'a.md', state: 'quarantined', problems: [{ ...twice }] }] }),
    );
    expect(groups).toEqual([{ path: 'a.md', state: 'quarantined', worst: 'warning', problems: [twice] }]);
  });

  it('orders the problems of a note by line', () => {
    const [group] = problemGroups(
      report({ problems: [problem({ path: 'a.md', line: 9 }), problem({ path: 'a.md', line: 2, severity: 'error' })] }),
    );
    expect(group?.problems.map(({ line }) => line)).toEqual([2, 9]);
    expect(group?.worst).toBe('error');
  });
});

describe('idleNotes', () => {
  it('leaves notes with problems to the problems', () => {
    const unused: HealthReport['unused'] = [
      { path: 'b.md', state: 'guide', problems: [] },
      { path: 'a.md', state: 'skipped', reason: 'template', problems: [] },
      { path: 'c.md', state: 'quarantined', problems: [problem({ path: 'c.md' })] },
    ];
    expect(idleNotes(report({ unused })).map(({ path }) => path)).toEqual(['a.md', 'b.md']);
  });
});
