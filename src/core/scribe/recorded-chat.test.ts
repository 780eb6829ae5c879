import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rest, retold, scribeHost, spliced, summarize, tell, type Line } from '../../../tests/support/scribe-host';
import { SeededRandom } from '../../adapters/memory/seeded-random';
import { contentHash } from '../base/content-hash';

/** A chat of so many turns, always the same for a seed: replies of many lengths, some of them alike, some with scene marks. */
function recordedChat(turns: number, seed: number): readonly Line[] {
  const words = ['salt', 'tide', 'lantern', 'quay', 'oath', 'rope', 'gull', 'keel', 'Mara', 'Vesk', 'harbor', 'storm'];
  const pick = (...parts: readonly (string | number)[]): number =>
    parseInt(contentHash([seed, ...parts].join(' ')).slice(0, 8), 16);
  const sentence = (at: number, role: string): string => {
    if (pick(at, role, 'alike') % 12 === 0) return 'I nod.';
    const length = 3 + (pick(at, role, 'length') % 60);
    const text = Array.from({ length }, (_, word) => words[pick(at, role, word) % words.length]).join(' ');
    return pick(at, role, 'mark') % 40 === 0 ? `${text}.\n***` : `${text}.`;
  };
  return Array.from({ length: turns }, (_, at): readonly Line[] => [
    { role: 'user', name: 'Mara', text: sentence(at, 'user') },
    { role: 'assistant', name: 'Vesk', text: sentence(at, 'assistant') },
  ]).flat();
}

/** Something that happens to a chat. */
type Happening =
  | { readonly kind: 'play'; readonly turns: number }
  | { readonly kind: 'edit' | 'delete' | 'insert' | 'swipe' | 'cut'; readonly at: number; readonly count: number };

function happened(lines: readonly Line[], one: Happening, next: () => Line): readonly Line[] {
  if (one.kind === 'play') return lines;
  const at = Math.floor(one.at * lines.length);
  switch (one.kind) {
    case 'edit':
      return lines.map((line, index) =>
        index >= at && index < at + one.count ? { ...line, text: `${line.text} ${next().text}` } : line,
      );
    case 'delete':
      return spliced(lines, at, one.count);
    case 'insert':
      return spliced(lines, at, 0, next());
    case 'swipe':
      return [...lines.slice(0, -1), next()];
    case 'cut':
      return lines.slice(0, Math.max(1, lines.length - one.count));
  }
}

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant('play' as const), turns: fc.integer({ min: 1, max: 40 }) }),
  fc.record({
    kind: fc.constantFrom('edit' as const, 'delete' as const, 'insert' as const, 'swipe' as const, 'cut' as const),
    at: share,
    count: fc.integer({ min: 1, max: 6 }),
  }),
);

const hostOf = () => scribeHost({ settings: { scribeEvery: 0, scribeSceneTokens: 900, scribeRollUp: 4 } });

/** Every message of the chat, once, in order; each scene as it was when it was written. */
async function expectCovered(host: Awaited<ReturnType<typeof hostOf>>, lines: readonly Line[]): Promise<void> {
  const { summaries, untold } = await host.engine.scribe.told('c');
  const covered = summaries.filter(({ summary }) => summary.level === 'scene');
  expect(covered.every(({ state }) => state === 'fresh')).toBe(true);
  const transcript = await host.engine.transcripts.of('c');
  const prints = covered.flatMap(({ summary }) => summary.messages.map(({ print }) => print));
  expect(prints).toEqual(transcript?.messages.map(({ print }) => print));
  expect(prints).toHaveLength(lines.length);
  expect(untold.messages).toBe(0);
  expect(summaries.every(({ state }) => state === 'fresh')).toBe(true);
}

test('a chat of 400 turns, edited and cut on the way: each message in exactly one scene, and only what changed is written anew', async () => {
  const host = await hostOf();
  const random = new SeededRandom();
  const all = recordedChat(400, 7);
  let lines: readonly Line[] = [];
  for (let from = 0; from < all.length; from += 100) {
    lines = [...lines, ...all.slice(from, from + 100)];
    if (from > 0) {
      const place = parseInt(contentHash(random.token(4)).slice(0, 4), 16) % (lines.length - 60);
      const shorter = spliced(lines, place, 1);
      lines = retold(shorter, place + 30, `${shorter[place + 30]?.text ?? ''} But no.`);
    }
    await tell(host, lines);
    const before = (await host.engine.scribe.told('c')).summaries.filter(({ summary }) => summary.level === 'scene');
    await summarize(host);
    const after = new Map((await host.engine.scribe.told('c')).summaries.map((one) => [one.summary.id, one.summary]));
    const kept = before.filter(
      ({ summary, state }) =>
        state === 'fresh' && after.get(summary.id)?.at === summary.at && after.get(summary.id)?.hash === summary.hash,
    );
    expect(kept).toHaveLength(before.filter(({ state }) => state === 'fresh').length);
    await expectCovered(host, lines);
  }
  const { summaries } = await host.engine.scribe.told('c');
  const count = (level: string): number => summaries.filter(({ summary }) => summary.level === level).length;
  expect(count('chapter')).toBe(Math.floor(count('scene') / 4));
  expect(count('arc')).toBe(Math.floor(count('chapter') / 4));
  const { parts, untold } = await host.engine.scribe.recap('c');
  expect([parts[0]?.from, parts.at(-1)?.to, untold]).toEqual([0, lines.length - 1, 0]);
});

test('whatever happens to a chat between two runs, nothing is left out and nothing is told twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(happening, { maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      fc.nat(50),
      async (rounds, seed) => {
        const host = await hostOf();
        const all = recordedChat(400, seed);
        let used = 0;
        const next = (): Line => all[used++ % all.length] ?? { role: 'user', name: '', text: '' };
        let lines: readonly Line[] = Array.from({ length: 30 }, next);
        for (const round of rounds) {
          for (const one of round)
            lines =
              one.kind === 'play'
                ? [...lines, ...Array.from({ length: 2 * one.turns }, next)]
                : happened(lines, one, next);
          await tell(host, lines);
          const { untold, summaries } = await host.engine.scribe.told('c');
          const asked = await host.engine.scribe.summarize('c');
          expect(asked.kind === 'job').toBe(untold.messages > 0 || summaries.some(({ state }) => state !== 'fresh'));
          await rest(host);
          await expectCovered(host, lines);
        }
      },
    ),
    { numRuns: 12, seed: 4 },
  );
});
