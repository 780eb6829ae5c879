import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainAnswer } from './read-plain-answer';
import { VisibleStream } from './visible-stream';

const isTool = (name: string): boolean => name === 'search_lore';
const call = '```tool\n{"tool":"search_lore","arguments":{"queries":["mill"]}}\n```';

function shown(pieces: readonly string[]): string {
  const stream = new VisibleStream();
  return pieces.map((piece) => stream.push(piece)).join('');
}

describe('a text that is being written', () => {
  test('is shown as it comes', () => {
    const stream = new VisibleStream();
    expect(['The ', 'keep ', 'guards.'].map((piece) => stream.push(piece))).toEqual(['The ', 'keep ', 'guards.']);
  });

  test.each([
    ['thinking', '<think>Hm, {"tool"</think>The keep.', 'The keep.'],
    ['a call', `I look.\n${call}`, 'I look.'],
    ['a bare call', 'I look.\n{"tool":"search_lore"}', 'I look.'],
    ['tags', 'I look. <tool_call>{"name"', 'I look. '],
  ])('shows nothing of %s', (_, answer, visible) => {
    for (const pieces of [[answer], Array.from(answer)]) expect(shown(pieces).trim()).toBe(visible.trim());
  });

  test('shows blocks of code that can be no call', () => {
    const answer = 'A draft:\n```markdown\nThe mill.\n```\nGood? [[Mill]] and [a](b) and `x` and a < b.';
    for (const pieces of [
      [answer, '\n\n'],
      [...Array.from(answer), '\n\n'.padEnd(30, 'x')],
    ])
      expect(shown(pieces)).toContain(answer);
  });

  test('never shows what the complete answer does not say', () => {
    const part = fc.constantFrom(
      'The keep. ',
      'It guards\n\n',
      call,
      `\n${call}\n`,
      '<think>no</think>',
      '```yaml\na: 1\n```\n',
      '\n{"tool":"search_lore"}',
      '- [[Mill]]\n',
      'a < b `c` ',
      '~',
      '<b>',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 }),
        (parts, sizes) => {
          const answer = parts.join('');
          const pieces: string[] = [];
          for (let at = 0; at < answer.length;) {
            const size = sizes[pieces.length % sizes.length] ?? 1;
            pieces.push(answer.slice(at, at + size));
            at += size;
          }
          const plain = (text: string): string => text.replace(/\s+/g, '');
          expect(plain(readPlainAnswer(answer, isTool).text).startsWith(plain(shown(pieces)))).toBe(true);
        },
      ),
    );
  });
});
