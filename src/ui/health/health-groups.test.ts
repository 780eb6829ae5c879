import { describe, expect, it } from 'vitest';
import { healthProblem } from '../../../tests/browser/support/scripted-health';
import { groupsByKind, groupsByNote, idleNotes } from './health-groups';

describe('groupsByNote', () => {
  it('puts notes that cannot be read first, then settings, then the worst, then by path', () => {
    const groups = groupsByNote(
      [
        healthProblem({ path: 'b.md', severity: 'info' }),
        healthProblem({ path: 'c.md', severity: 'error' }),
        healthProblem({ path: '', severity: 'info' }),
        healthProblem({ path: 'a.md', severity: 'info' }),
        healthProblem({ path: 'z.md', severity: 'error' }),
      ],
      { unused: [{ path: 'z.md', state: 'quarantined', problems: [] }] },
    );
    expect(groups.map(({ path }) => path)).toEqual(['z.md', '', 'c.md', 'a.md', 'b.md']);
    expect(groups[1]?.title).toBe('Settings and vault');
  });

  it('orders the problems of a note by line', () => {
    const [group] = groupsByNote(
      [healthProblem({ path: 'a.md', line: 9 }), healthProblem({ path: 'a.md', line: 2, severity: 'error' })],
      { unused: [] },
    );
    expect(group?.problems.map(({ line }) => line)).toEqual([2, 9]);
    expect(group?.worst).toBe('error');
  });
});

describe('groupsByKind', () => {
  it('puts the worst kinds first, then the most frequent', () => {
    const kind = (code: string, severity: 'error' | 'info', path: string) =>
      healthProblem({ code, severity, path, title: code });
    const groups = groupsByKind([
      kind('rare', 'info', 'a.md'),
      kind('often', 'info', 'b.md'),
      kind('often', 'info', 'a.md'),
      kind('bad', 'error', 'a.md'),
    ]);
    expect(groups.map(({ key, problems }) => `${key} ${problems.map(({ path }) => path).join()}`)).toEqual([
      'bad a.md',
      'often a.md,b.md',
      'rare a.md',
    ]);
  });
});

describe('idleNotes', () => {
  it('leaves notes with problems to the problems', () => {
    const unused = [
      { path: 'b.md', state: 'guide', problems: [] },
      { path: 'a.md', state: 'skipped', reason: 'template', problems: [] },
      { path: 'c.md', state: 'quarantined', problems: [healthProblem({ path: 'c.md' })] },
    ] as const;
    expect(idleNotes({ unused }).map(({ path }) => path)).toEqual(['a.md', 'b.md']);
  });
});
