import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../../../tests/support/engine-host';
import {
  rest,
  retold,
  scribeHost,
  sessionPaths,
  spliced,
  summarize,
  tell,
  type Line,
  type ScribeHost,
} from '../../../tests/support/scribe-host';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { SeededRandom } from '../../adapters/memory/seeded-random';
import { contentHash } from '../base/content-hash';
import type { Summary } from './summary';

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
async function expectCovered(host: ScribeHost, lines: readonly Line[], chat = 'c'): Promise<void> {
  const { summaries, untold } = await host.engine.scribe.told(chat);
  const covered = summaries.filter(({ summary }) => summary.level === 'scene');
  expect(covered.every(({ state }) => state === 'fresh')).toBe(true);
  const transcript = await host.engine.transcripts.of(chat);
  const prints = covered.flatMap(({ summary }) => summary.messages.map(({ print }) => print));
  expect(prints).toEqual(transcript?.messages.map(({ print }) => print));
  expect(prints).toHaveLength(lines.length);
  expect(untold.messages).toBe(0);
  expect(summaries.every(({ state }) => state === 'fresh')).toBe(true);
}

type Host = Awaited<ReturnType<typeof hostOf>>;

/** What a round begins with, so that at its end it can be said what it had to do. */
async function begun(host: Host, chat: string) {
  const { summaries } = await host.engine.scribe.told(chat);
  return {
    scenes: summaries.map(({ summary }) => summary).filter(({ level }) => level === 'scene'),
    known: new Set(summaries.map(({ summary: { id, hash } }) => `${id} ${hash}`)),
    asked: host.model.requests.length,
  };
}

/**
 * Looks at the end of a round: every message once, only what was touched written anew, no question that was not needed,
 * each summary in one note of its own.
 */
async function expectRound(
  host: Host,
  chat: string,
  before: Awaited<ReturnType<typeof begun>>,
  lines: readonly Line[],
  more: { readonly inserted?: boolean; readonly askedBefore?: number } = {},
): Promise<void> {
  await expectCovered(host, lines, chat);
  const { summaries } = await host.engine.scribe.told(chat);
  const after = new Map(summaries.map(({ summary }) => [summary.id, summary]));
  const prints = (await host.engine.transcripts.of(chat))?.messages.map(({ print }) => print).join(' ') ?? '';
  const isWhole = (scene: Summary): boolean => prints.includes(scene.messages.map(({ print }) => print).join(' '));
  const isKept = (scene: Summary): boolean => after.get(scene.id)?.hash === scene.hash;
  const touched = before.scenes.filter((scene) => isWhole(scene) !== isKept(scene));
  // What is inserted between two scenes belongs to one of them, although nothing of it was changed.
  expect(touched.length).toBeLessThanOrEqual(more.inserted === true ? 1 : 0);
  const written = summaries.filter(({ summary: { id, hash } }) => !before.known.has(`${id} ${hash}`)).length;
  const asked = host.model.requests.length - (more.askedBefore === undefined ? before.asked : 0);
  // A question that was under way when the host ended is asked once more.
  expect(asked + (more.askedBefore ?? 0)).toBeLessThanOrEqual(written + (more.askedBefore === undefined ? 0 : 1));
  const notes = (await sessionPaths(host)).map((path) => host.source.text(path) ?? '');
  const marks = notes.map((text) =>
    text
      .match(/(?:chat_id|level|content_hash): .*/g)
      ?.sort()
      .join('; '),
  );
  expect(new Set(marks).size).toBe(marks.length);
  for (const { summary, note } of summaries)
    expect({ state: note.state, text: host.source.text(note.path ?? '') }).toEqual({
      state: 'written',
      text: expect.stringContaining(`content_hash: ${summary.hash}\n`) as string,
    });
}

/** A new host for the same documents and notes. Ids are drawn anew, as everywhere outside of tests. */
function nextHost(store: MemoryDocumentStore, { source }: Host): Promise<Host> {
  return scribeHost({ store, notes: source, ports: { random: new SeededRandom(`after ${String(store.writes)}`) } });
}

/** A new host after the power went: the old one writes nothing more. */
function afterCrash(host: Host): Promise<Host> {
  const copy = new MemoryDocumentStore();
  for (const name of host.store.names) copy.setText(name, host.store.text(name) ?? '');
  return nextHost(copy, host);
}

/** Lets some summaries be written of a run that goes on. */
async function runAWhile(host: Host, questions: number): Promise<void> {
  const before = host.model.requests.length;
  while (host.model.requests.length < before + questions) {
    await settled();
    host.time.advance(600);
  }
  await settled();
}

test('a chat of 400 turns that is edited, cut, swiped and branched, and whose host ends twice on the way, loses nothing and has nothing twice', async () => {
  const all = recordedChat(400, 7);
  const stretch = (at: number): readonly Line[] => all.slice(at * 100, (at + 1) * 100);
  let host = await hostOf();
  let [chat, lines, at] = ['c', stretch(0), 1];
  let before = await begun(host, chat);
  const go = async (change: (lines: readonly Line[]) => readonly Line[], inserted = false): Promise<void> => {
    before = await begun(host, chat);
    lines = [...change(lines), ...stretch(at)];
    at += 1;
    await tell(host, lines, chat);
    await summarize(host, chat);
    await expectRound(host, chat, before, lines, { inserted });
  };
  const retell = (place: number) => (now: readonly Line[]) => retold(now, place, `${now[place]?.text ?? ''} But no.`);

  await tell(host, lines);
  await summarize(host);
  await expectRound(host, chat, before, lines);
  await go(retell(37));
  await go((now) => spliced(now, 60, 1));
  await go((now) => retold(spliced(now, 120, 14), now.length - 15, 'Another reply.'));
  await go((now) => spliced(now, 90, 0, { role: 'assistant', name: 'Vesk', text: 'A letter came.' }), true);

  // The power goes while some of its summaries are written.
  before = await begun(host, chat);
  lines = [...retell(200)(lines), ...stretch(at++)];
  await tell(host, lines);
  await host.engine.scribe.summarize(chat);
  await runAWhile(host, 4);
  let askedBefore = host.model.requests.length - before.asked;
  host = await afterCrash(host);
  await tell(host, lines);
  await rest(host);
  expect(host.engine.scribe.jobs()).toEqual([]);
  await expectRound(host, chat, before, lines, { askedBefore });

  const notes = (await sessionPaths(host)).map((path) => [path, host.source.text(path)]);
  before = await begun(host, chat);
  lines = [...lines.slice(0, 402), ...stretch(at++)];
  chat = 'branch';
  await tell(host, lines, chat, 'c');
  await summarize(host, chat);
  await expectRound(host, chat, before, lines);
  expect((await host.engine.scribe.told('c')).summaries.every(({ state }) => state === 'fresh')).toBe(true);
  expect(notes.map(([path]) => [path, host.source.text(path ?? '')])).toEqual(notes);

  // The host is closed in the middle, and another one goes on.
  before = await begun(host, chat);
  lines = [...retell(10)(lines), ...stretch(at++)];
  await tell(host, lines, chat, 'c');
  await host.engine.scribe.summarize(chat);
  await runAWhile(host, 2);
  await host.engine.close();
  askedBefore = host.model.requests.length - before.asked;
  host = await nextHost(host.store, host);
  await rest(host);
  await expectRound(host, chat, before, lines, { askedBefore });

  expect(at).toBe(8);
  const { summaries } = await host.engine.scribe.told(chat);
  const ofLevel = (level: string) => summaries.map(({ summary }) => summary).filter((one) => one.level === level);
  expect(ofLevel('scene').length).toBeGreaterThan(20);
  for (const [below, above] of [['scene', 'chapter'] as const, ['chapter', 'arc'] as const]) {
    // Each is a part of one at most, and only those wait that are too few for another one.
    const joined = ofLevel(above).flatMap((one) => one.parts);
    const free = ofLevel(below).filter(({ id }) => !joined.includes(id));
    expect(new Set(joined).size).toBe(joined.length);
    expect([free.length < 4, joined.length]).toEqual([true, ofLevel(below).length - free.length]);
  }
  const { parts, untold } = await host.engine.scribe.recap(chat);
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
