import { describe, expect, it } from 'vitest';
import type { TokenCounter } from '../../src/core/ports/token-counter';

const TEXTS = [
  ['prose', 'The lighthouse at Gull Point has stood dark since the winter of the long storm.'],
  ['Markdown', '# Mill\n\n- **wheel**: broken\n- [[Korrin]]\n'],
  ['a script without spaces', '鸥角的灯塔自那场漫长风暴的冬天起便一直黑暗。'],
  ['a control sequence', 'The sigil reads <|endoftext|> in gold.'],
  ['only a control sequence', '<|endofprompt|>'],
  ['half a surrogate pair', 'broken \ud83d end'],
] as const;

/** What every counter of tokens has to do; `unprepared` is one whose tokenizer is not loaded. */
export function describeTokenCounter(title: string, unprepared: () => TokenCounter): void {
  describe(title, { timeout: 60_000 }, () => {
    it.each(TEXTS)('gives an estimate for %s before it is prepared', (_, text) => {
      const count = unprepared().count(text);
      expect(count.approximate).toBe(true);
      expect(count.tokens).toBeGreaterThan(0);
      expect(Number.isInteger(count.tokens)).toBe(true);
    });

    it.each(TEXTS)('gives an exact count for %s once it is prepared, always the same', async (_, text) => {
      const counter = unprepared();
      await counter.prepare();
      const count = counter.count(text);
      expect(count.approximate).toBe(false);
      expect(count.tokens).toBeGreaterThan(0);
      expect(count.tokens).toBeLessThanOrEqual(new TextEncoder().encode(text).length);
      expect(counter.count(text)).toEqual(count);
    });

    it('counts nothing for the empty text', async () => {
      const counter = unprepared();
      expect(counter.count('').tokens).toBe(0);
      await counter.prepare();
      expect(counter.count('')).toEqual({ tokens: 0, approximate: false });
    });

    it('counts more tokens for more text', async () => {
      const counter = unprepared();
      const few = 'A mill. '.repeat(10);
      const many = 'A mill. '.repeat(1_000);
      expect(counter.count(many).tokens).toBeGreaterThan(counter.count(few).tokens * 50);
      await counter.prepare();
      expect(counter.count(many).tokens).toBeGreaterThan(counter.count(few).tokens * 50);
    });

    it('can be prepared several times', async () => {
      const counter = unprepared();
      await Promise.all([counter.prepare(), counter.prepare()]);
      await counter.prepare();
      expect(counter.count('mill').approximate).toBe(false);
    });
  });
}
