import { BehavingModel, type Behavior } from '../ai/ai-host';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { scriptedModels } from '../../src/adapters/memory/scripted-models';
import type { ModelRequest } from '../../src/core/ai/language-model';
import type { GrowthRequest } from '../../src/core/growth/growth-request';
import { isUnfinished, type Job } from '../../src/core/growth/job';
import type { Result } from '../../src/core/growth/job-result';
import type { Settings } from '../../src/core/settings/settings-table';
import { engineHost, type EngineHost } from './engine-host';
import type { Notes } from './lore-vault';

/** Lines `Name: text`; those of Mara are the user's. */
export type Lines = readonly string[];

export interface GrowthHostOptions {
  readonly chats?: Readonly<Record<string, Lines>>;
  readonly settings?: Partial<Settings>;
  readonly store?: MemoryDocumentStore;
}

/** An open engine whose channels ask a model that behaves, with stored chats. */
export async function growthHost(notes: Notes, behavior: Behavior, options: GrowthHostOptions = {}) {
  const model = new BehavingModel(behavior);
  const store = options.store ?? new MemoryDocumentStore();
  const host = engineHost(notes, store, {}, { models: scriptedModels({ m: model }) });
  const { engine } = host;
  await engine.open();
  const channels = { search: { mode: 'direct', connection: 'test', model: 'm' } };
  const connections = [{ id: 'test', name: 'Test', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' }];
  const problems = [
    ...(await engine.ai.change({ channels, connections })),
    ...(await engine.changeSettings(options.settings ?? {})),
  ];
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  for (const [chat, lines] of Object.entries(options.chats ?? {})) await tell(host, chat, lines);
  /** Starts work and lets it come to its end, or to where it waits. */
  const done = async (request: GrowthRequest): Promise<Job> => {
    const started = await engine.growth.start(request);
    if (started.kind === 'refused') throw new Error(started.sentence);
    return atRest(host, started.job.id);
  };
  return { ...host, model, store, done, tell: (chat: string, lines: Lines) => tell(host, chat, lines) };
}

export type GrowthHost = Awaited<ReturnType<typeof growthHost>>;

/** Tells all messages of a chat. */
async function tell({ engine }: EngineHost, chat: string, lines: Lines): Promise<void> {
  const messages = lines.map((line, index) => {
    const at = line.indexOf(': ');
    const name = line.slice(0, Math.max(0, at));
    return {
      index,
      name,
      role: name === 'Mara' ? ('user' as const) : ('assistant' as const),
      text: line.slice(at + 2),
    };
  });
  await engine.transcripts.keep(
    { chat, name: `Chat ${chat}`, names: [], from: 0, before: undefined, messages },
    undefined,
    false,
  );
}

/** Lets time pass until a job neither waits nor runs. */
export async function atRest(host: EngineHost, id: string): Promise<Job> {
  const job = (): Job | undefined => host.engine.growth.jobs().find((one) => one.id === id);
  const isMoving = (): boolean => ['waiting', 'running'].includes(job()?.state ?? '');
  for (let turn = 0; turn < 3_000 && isMoving(); turn += 1) await passTime(host);
  if (isMoving()) throw new Error('The job did not come to rest.');
  const found = job();
  if (found === undefined) throw new Error('The job is gone.');
  return found;
}

/** Lets half a second pass, and what waited for it run. */
export async function passTime({ time }: EngineHost, turns = 1): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    time.advance(500);
  }
}

/** Lets time pass until all jobs are at rest. */
export async function allAtRest(host: EngineHost): Promise<readonly Job[]> {
  for (const { id } of host.engine.growth.jobs().filter(isUnfinished)) await atRest(host, id);
  return host.engine.growth.jobs();
}

/** Everything that a question says. */
export function said({ messages }: ModelRequest): string {
  return messages.map(({ text }) => text).join('\n');
}

/** The results of a job as `kind: title`. */
export function outcomes({ results }: { readonly results: readonly Result[] }): readonly string[] {
  return results.map(({ kind, title }) => `${kind}: ${title}`);
}
