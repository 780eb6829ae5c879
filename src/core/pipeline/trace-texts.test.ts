import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatOf, lore, turn } from '../../../tests/support/lore-vault';

const notes = { 'Fox.md': lore('keys: [fox]'), 'Bell.md': lore('keys: [bell]', 'A fox rang it.') };

describe('what surrounds the words of a turn', () => {
  test('is told with the message, who wrote it and the place of each piece', async () => {
    const far = 'word '.repeat(60);
    const { trace } = await turn(notes, chatOf(`Mara: ${far}the fox ran ${far}`, 'Vesk: a bell'));
    expect(trace.texts).toMatchObject([
      { where: 0, name: 'Mara', role: 'user' },
      { where: 1, name: 'Vesk', role: 'assistant', pieces: [{ start: 0, text: 'a bell' }] },
    ]);
    expect(Object.keys(trace.texts[0] ?? {})).toEqual(['where', 'name', 'role', 'pieces']);
    const [piece] = trace.texts[0]?.pieces ?? [];
    expect(piece?.text.length).toBeLessThan(200);
    const at = trace.decisions.find(({ matched }) => matched[0]?.where === 0)?.matched[0]?.start ?? 0;
    expect(piece?.text.slice(at - piece.start, at - piece.start + 3)).toBe('fox');
  });

  test('is there for refused entries and for texts of entries too', async () => {
    const entries = { ...notes, 'Off.md': lore('keys: [river]\nenabled: false') };
    const { trace } = await turn(entries, chatOf('Mara: a bell', 'Mara: the river'), { settings: { recursion: true } });
    expect(trace.texts.map(({ name }) => name)).toEqual(['Mara', 'Mara', 'Bell']);
    expect(trace.texts[2]).toMatchObject({ role: undefined, pieces: [{ start: 0, text: 'A fox rang it.' }] });
  });

  test('is nothing where no words were found', async () => {
    const { trace } = await turn({ 'Always.md': lore('constant: true') }, chatOf('Mara: a fox'));
    expect(trace.texts).toEqual([]);
  });

  test('is cut out of the message as it stands, and holds every word that was found', async () => {
    const word = fc.constantFrom('fox', 'bell', '鐘', '👩‍🚀', 'and', 'Llanfair'.repeat(9), '\n');
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 120 }), async (words) => {
        const text = words.join(' ');
        const { trace } = await turn(notes, chatOf(`Mara: ${text}`));
        const pieces = trace.texts.flatMap((one) => one.pieces);
        for (const piece of pieces) {
          expect(text.slice(piece.start, piece.start + piece.text.length)).toBe(piece.text);
          expect(piece.text).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/);
        }
        for (const { start, end } of trace.decisions.flatMap(({ matched }) => matched))
          expect(pieces.some((piece) => piece.start <= start && end <= piece.start + piece.text.length)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
