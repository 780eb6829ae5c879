import { ManualTime } from '../../src/adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { ScriptedModel, type Script } from '../../src/adapters/memory/scripted-model';
import type { EnginePorts } from '../../src/core/engine/engine-ports';
import type { ModelRequest } from '../../src/core/ai/language-model';
import { chatPrint } from '../../src/core/base/message-print';
import { engineHost, settled, type EngineHost } from './engine-host';
import type { Notes } from './lore-vault';

/** A message as a test writes it. */
export interface Line {
  readonly role: 'user' | 'assistant';
  readonly name: string;
  readonly text: string;
  /** Whether SillyTavern does not show it to the model. */
  readonly hidden?: boolean;
}

/** Turns of a chat: the player speaks, the character answers. */
export function played(turns: number, from = 1): readonly Line[] {
  return Array.from({ length: turns }, (_, at) => [
    { role: 'user' as const, name: 'Mara', text: `I ask for the ${String(from + at)}th time.` },
    { role: 'assistant' as const, name: 'Vesk', text: `The tide takes the ${String(from + at)}th boat.` },
  ]).flat();
}

/** The lines without so many from a place on, and with others there. */
export function spliced(
  lines: readonly Line[],
  at: number,
  count: number,
  ...instead: readonly Line[]
): readonly Line[] {
  return [...lines.slice(0, at), ...instead, ...lines.slice(at + count)];
}

/** The lines with another text at a place. */
export function retold(lines: readonly Line[], at: number, text: string): readonly Line[] {
  return lines.map((line, index) => (index === at ? { ...line, text } : line));
}

interface ScribeHostOptions {
  readonly notes?: Notes | MemoryNoteSource;
  readonly store?: MemoryDocumentStore;
  readonly settings?: object;
  readonly script?: readonly Script[];
  readonly ports?: Partial<EnginePorts>;
  /** Whether no model is set up. */
  readonly hasNoModel?: boolean;
}

/** A host whose Scribe asks a scripted model; without a script every question is answered with what it is about. */
export async function scribeHost(options: ScribeHostOptions = {}) {
  const time = new ManualTime();
  const model = new ScriptedModel(time, ...(options.script ?? []));
  if (options.script === undefined) model.add(...Array.from({ length: 5_000 }, () => answering));
  const { notes = {}, store = new MemoryDocumentStore(), ports = {} } = options;
  const host = engineHost(notes, store, { m: model }, { clock: time, timer: time, ...ports });
  await host.engine.open();
  await settled();
  if (options.hasNoModel !== true) {
    const connection = { id: 'c', name: 'C', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' };
    const channel = { mode: 'direct', connection: 'c', model: 'm' };
    const channels = { scribe: channel, notepad: channel, search: channel };
    const problems = await host.engine.ai.change({ connections: [connection], channels });
    if (problems.length > 0) throw new Error(JSON.stringify(problems));
  }
  const problems = await host.engine.changeSettings(options.settings ?? {});
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { ...host, time, model };
}

export type ScribeHost = Omit<EngineHost, 'time'> & { readonly time: ManualTime; readonly model: ScriptedModel };

/** Tells the host what stands in a chat. */
export async function tell(
  { engine }: Pick<ScribeHost, 'engine'>,
  lines: readonly Line[],
  chat = 'c',
  parent?: string,
) {
  const messages = lines.flatMap(({ hidden, ...line }, index) => (hidden === true ? [] : [{ ...line, index }]));
  const sent = { chat, name: `Tale of ${chat}`, names: [], from: 0, before: undefined, messages };
  if (parent !== undefined) await engine.changeChat(chat, {}, parent);
  await engine.transcripts.keep(sent, parent, false);
  await settled();
  return chatPrint(messages);
}

/** Lets everything run that waits for the throttle of the connection. */
export async function rest({ engine, time }: Pick<ScribeHost, 'engine' | 'time'>): Promise<void> {
  for (let round = 0; round < 2_000; round += 1) {
    await settled();
    const busy = engine.scribe.jobs().filter(({ state, notBefore }) => state === 'running' || notBefore <= time.now());
    if (busy.filter(({ state }) => state !== 'failed').length === 0) return;
    time.advance(600);
  }
  throw new Error('The Scribe does not come to rest.');
}

/** Has the host sum a chat up, and waits for the end. */
export async function summarize(host: ScribeHost, chat = 'c', focus = ''): Promise<void> {
  const asked = await host.engine.scribe.summarize(chat, focus);
  if (asked.kind !== 'job') throw new Error(JSON.stringify(asked));
  await rest(host);
}

/** The paths of the notes in the folder of sessions. */
export async function sessionPaths({ source }: Pick<ScribeHost, 'source'>): Promise<readonly string[]> {
  const listing = await source.list();
  if (listing.kind !== 'notes') throw new Error(listing.reason);
  return listing.notes
    .map(({ path }) => path)
    .filter((path) => path.startsWith('Sessions/'))
    .sort();
}

function answering({ messages }: ModelRequest) {
  const text = messages.at(-1)?.text ?? '';
  const first = /\d+th/.exec(/<chat>[\s\S]*/.exec(text)?.[0] ?? text)?.[0] ?? 'nothing';
  return { answer: { text: `It began with the ${first}.`, usage: { input: 10, output: 5, cached: 0 } } };
}
