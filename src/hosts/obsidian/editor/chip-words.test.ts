import { describe, expect, it } from 'vitest';
import { parseOptions } from '../../../../tests/support/lore-vault';
import { entryProblem } from '../../../core/lore/entry-problem';
import { parseNote } from '../../../core/lore/parse-note';
import { chipWords } from './chip-words';

const exact = { tokens: 1_240, approximate: false };
const problem = entryProblem('value-not-understood', { path: 'a.md', line: 2 }, 'x', 'A word');

function chip(properties: string, problems = [] as (typeof problem)[], tokens = exact): string {
  const reading = parseNote('Keep.md', `---\ntags: [lorebook]\n${properties}\n---\nNo gate.`, parseOptions);
  return chipWords({ entry: reading.kind === 'entry' ? reading.entry : undefined, problems, tokens }).text;
}

describe('the chip of a lore note', () => {
  it.each([
    ['keys: [silver keep]', 'Fires on silver keep · 1,240 tokens'],
    ['keys: [a, b, c, d]', 'Fires on a, b and 2 more · 1,240 tokens'],
    [`keys: [${'x'.repeat(40)}]`, `Fires on ${'x'.repeat(23)}… · 1,240 tokens`],
    ['constant: true', 'Always selected · 1,240 tokens'],
    ['keys: []', 'No keys · 1,240 tokens'],
    ['enabled: false', 'Switched off · 1,240 tokens'],
  ])('of a note with %s says so', (properties, words) => {
    expect(chip(properties)).toBe(words);
  });

  it('counts problems, but not what is merely worth knowing', () => {
    expect(chip('keys: [a]', [problem])).toBe('Fires on a · 1,240 tokens · 1 problem');
    expect(chip('keys: [a]', [{ ...problem, severity: 'info' }])).toBe('Fires on a · 1,240 tokens');
  });

  it('says that a count is an estimate', () => {
    expect(chip('keys: [a]', [], { tokens: 1, approximate: true })).toBe('Fires on a · about 1 token');
  });

  it('of a note that cannot be read says why', () => {
    const words = chipWords({ entry: undefined, problems: [problem], tokens: exact });
    expect(words.text).toBe('Lore: not readable · 1 problem');
    expect(words.label).toBe(problem.message);
  });
});
