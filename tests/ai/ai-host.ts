import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { scriptedModels } from '../../src/adapters/memory/scripted-models';
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../src/core/ai/language-model';
import { ModelError } from '../../src/core/ai/model-error';
import type { ModelMaker } from '../../src/core/ai/model-maker';
import type { Settings } from '../../src/core/settings/settings-table';
import { engineHost, type EngineHost } from '../support/engine-host';
import type { Notes } from '../support/lore-vault';

/** Says nothing until it is stopped. */
export const SILENCE = Symbol('silence');

/** What a model does with a question: its answer, a failure, or silence until it is stopped. */
export type Behavior = (request: ModelRequest) => string | Error | typeof SILENCE;

/** A model that behaves, and counts how often it was asked. */
export class BehavingModel implements LanguageModel {
  readonly requests: ModelRequest[] = [];

  constructor(public behavior: Behavior) {}

  generate(request: ModelRequest): Promise<ModelAnswer> {
    this.requests.push(request);
    const said = this.behavior(request);
    if (said instanceof Error) return Promise.reject(said);
    if (said === SILENCE) return untilAborted(request.signal);
    const usage = { input: 100, output: 10, cached: 0 };
    return Promise.resolve({ text: said, toolCalls: [], usage, finish: 'stop' });
  }

  async *stream(request: ModelRequest) {
    const answer = await this.generate(request);
    yield { kind: 'done' as const, answer };
  }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new ModelError('aborted', 'Stopped.')), { once: true });
  });
}

/** An open engine whose AI Search asks this model. */
export async function aiHost(
  notes: Notes,
  model: LanguageModel,
  settings: Partial<Settings> = {},
  maker: Partial<ModelMaker> = {},
): Promise<EngineHost> {
  const host = engineHost(
    notes,
    new MemoryDocumentStore(),
    {},
    { models: { ...scriptedModels({ m: model }), ...maker } },
  );
  await host.engine.open();
  const channels = { search: { mode: 'direct', connection: 'test', model: 'm' } };
  const connections = [{ id: 'test', name: 'Test', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9' }];
  const problems = [
    ...(await host.engine.ai.change({ channels, connections })),
    ...(await host.engine.changeSettings({ selectionMode: 'two-stage', template: '{{content}}', ...settings })),
  ];
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  return host;
}

/** An answer that picks the entries of a list by their titles. */
export function picking(request: ModelRequest, wanted: (title: string) => boolean): string {
  const list = request.messages.map(({ text }) => text).join('\n');
  const entries = [...list.matchAll(/<entry n="(\d+)">\n(.+?) \[\d+ tokens\]/g)];
  const selected = entries
    .filter(([, , title = '']) => wanted(title))
    .map(([, number]) => ({ id: Number(number), confidence: 'high', reason: 'wanted' }));
  return JSON.stringify({ selected });
}

/** Lets promises settle until something is done, letting time pass bit by bit. */
export async function settle<Value>(host: EngineHost, work: Promise<Value>, step = 100, most = 200): Promise<Value> {
  const state = { isDone: false };
  void work.finally(() => (state.isDone = true)).catch(() => undefined);
  for (let turn = 0; turn < most; turn++) {
    for (let tick = 0; tick < 20; tick++) await Promise.resolve();
    if (state.isDone) return work;
    host.time.advance(step);
  }
  throw new Error('It did not end.');
}
