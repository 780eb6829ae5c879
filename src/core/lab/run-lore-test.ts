import type { EntryId } from '../base/entry-id';
import { readTavernChat } from '../chat/tavern-chat';
import type { Injection } from '../pipeline/injection';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import { chatOfLines, chatOfTavern, chatOfText, type LabChat } from './lab-chat';
import type { LoreTest, TestCheck, TestResult } from './lore-test';
import { injectedIn, simulate, type Play, type SimulatedTurn } from './simulate';

/** What a test is run with. */
export interface TestWorld {
  /** Plays turns with the settings and fields of the test; throws a `Broken` when they are not allowed. */
  readonly play: (test: LoreTest) => Play;
  /** The entries that a name means. */
  readonly find: (name: string) => readonly { readonly id: EntryId; readonly title: string }[];
  /** Why an entry is not in the last turn that was played for the test. */
  readonly why: (test: LoreTest, entry: EntryId) => Promise<string>;
  /** The text of a file of the vault; undefined when there is none. */
  readonly read: (path: string) => Promise<string | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** A test that cannot be run, with a sentence for the user. */
export class BrokenTest extends Error {}

/** Runs one test. Never throws for what the test says. */
export async function runLoreTest(test: LoreTest, world: TestWorld): Promise<TestResult> {
  try {
    const result = await lastTurn(test, world);
    const checks: TestCheck[] = [];
    for (const name of test.fires) checks.push(await firing(name, result, test, world));
    for (const name of test.never) checks.push(silence(name, result, world));
    for (const [name, place] of test.at) checks.push(await placing(name, place, result, test, world));
    for (const [name, reason] of test.refused) checks.push(await refusing(name, reason, result, test, world));
    if (test.tokens !== undefined) checks.push(spending(test.tokens, result));
    return {
      ...{ test, sentence: undefined, checks },
      state: checks.every(({ isMet }) => isMet) ? 'passed' : 'failed',
      injected: result.trace.entries.filter(({ injected }) => injected).map(({ title }) => title),
      tokens: result.trace.summary.tokens,
    };
  } catch (error) {
    if (!(error instanceof BrokenTest)) throw error;
    return { test, state: 'broken', sentence: error.message, checks: [], injected: [], tokens: 0 };
  }
}

/** Plays the turns of a test. Errors: `BrokenTest`. */
export async function* playLoreTest(
  test: LoreTest,
  world: Pick<TestWorld, 'play' | 'read' | 'signal'>,
): AsyncGenerator<SimulatedTurn, void> {
  const chat = await chatOf(test, world);
  const { turn: until, type } = test;
  yield* simulate(chat, world.play(test), { until, type, signal: world.signal });
}

async function lastTurn(test: LoreTest, world: TestWorld): Promise<RetrievalResult> {
  let last: RetrievalResult | undefined;
  for await (const { result } of playLoreTest(test, world)) last = result;
  if (last === undefined) throw new BrokenTest('The run was stopped.');
  return last;
}

async function chatOf({ scene, user, character, seed }: LoreTest, world: Pick<TestWorld, 'read'>): Promise<LabChat> {
  const names = { userName: user, characterName: character };
  switch (scene.kind) {
    case 'text':
      return { ...chatOfText(seed, scene.text, user), characterName: character };
    case 'chat':
      return chatOfLines(seed, scene.lines, names);
    case 'file': {
      const text = await world.read(scene.path);
      if (text === undefined) throw new BrokenTest(`There is no file "${scene.path}" in the vault.`);
      const reading = readTavernChat(text);
      if (reading.kind === 'refused') throw new BrokenTest(reading.sentence);
      const chat = chatOfTavern(seed, reading.chat);
      return character === '' ? chat : { ...chat, characterName: character };
    }
  }
}

/** The one entry that a name means. */
function entryOf(name: string, world: TestWorld): { readonly id: EntryId; readonly title: string } {
  const [entry, ...others] = world.find(name);
  if (!entry) throw new BrokenTest(`No entry has the path, file name, alias or title "${name}".`);
  if (others.length > 0) throw new BrokenTest(`"${name}" means several entries. Write a path.`);
  return entry;
}

async function firing(name: string, result: RetrievalResult, test: LoreTest, world: TestWorld): Promise<TestCheck> {
  const { id, title } = entryOf(name, world);
  const isMet = injectedIn(result).has(id);
  return { kind: 'fires', subject: title, isMet, why: isMet ? whyIn(id, result) : await world.why(test, id) };
}

function silence(name: string, result: RetrievalResult, world: TestWorld): TestCheck {
  const { id, title } = entryOf(name, world);
  const isMet = !injectedIn(result).has(id);
  return { kind: 'never', subject: title, isMet, why: isMet ? 'It is not in.' : whyIn(id, result) };
}

async function placing(
  name: string,
  place: string,
  result: RetrievalResult,
  test: LoreTest,
  world: TestWorld,
): Promise<TestCheck> {
  const { id, title } = entryOf(name, world);
  const injection = result.injections.find(({ entries }) => entries.includes(id));
  const subject = `${title} at ${place}`;
  if (!injection) return { kind: 'at', subject, isMet: false, why: await world.why(test, id) };
  const isMet = placeNames(injection).includes(folded(place));
  return { kind: 'at', subject, isMet, why: `It is at ${placeWords(injection)}.` };
}

/** A refusal for another reason is none that was promised. */
async function refusing(
  name: string,
  reason: string,
  result: RetrievalResult,
  test: LoreTest,
  world: TestWorld,
): Promise<TestCheck> {
  const { id, title } = entryOf(name, world);
  const subject = `${title} by ${reason}`;
  if (injectedIn(result).has(id)) return { kind: 'refused', subject, isMet: false, why: whyIn(id, result) };
  const refusal = result.trace.decisions.find(({ entry, verdict }) => entry === id && verdict === 'refused');
  const why = refusal?.detail ?? (await world.why(test, id));
  return { kind: 'refused', subject, isMet: refusal?.reason === reason, why };
}

function spending(most: number, { trace: { summary } }: RetrievalResult): TestCheck {
  const why = `The turn takes ${String(summary.tokens)} tokens.`;
  return { kind: 'tokens', subject: `at most ${String(most)} tokens`, isMet: summary.tokens <= most, why };
}

function whyIn(id: EntryId, { trace }: RetrievalResult): string {
  const kept = trace.decisions.find(({ entry, verdict }) => entry === id && verdict === 'kept');
  return kept?.detail ?? 'It is in.';
}

/** `in_chat 4 system`, and shorter. */
function placeNames({ position, depth, role, outlet }: Injection): readonly string[] {
  const parts = [position, depth, role, outlet].filter((part) => part !== undefined).map(String);
  return parts.map((_, count) => folded(parts.slice(0, count + 1).join(' ')));
}

function placeWords({ position, depth, role, outlet }: Injection): string {
  return [position, depth, role, outlet].filter((part) => part !== undefined).join(' ');
}

function folded(place: string): string {
  return place
    .toLowerCase()
    .replace(/[\s/:]+/g, ' ')
    .trim();
}
