import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { ScriptedModel, type Script } from '../../src/adapters/memory/scripted-model';
import { ConnectionGuards } from '../../src/core/ai/guard/connection-guards';
import { guardModel, type GuardOptions } from '../../src/core/ai/guard/guard-model';
import { SpendLedger } from '../../src/core/ai/guard/spend-ledger';
import type { LanguageModel, ModelPart, ModelRequest } from '../../src/core/ai/language-model';
import { ModelError, type ModelErrorDetails, type ModelErrorKind } from '../../src/core/ai/model-error';

/** Lets everything run that waits for nothing but its turn. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A question; every test has its own signal unless it gives one. */
export function request(signal: AbortSignal = new AbortController().signal): ModelRequest {
  return { messages: [{ role: 'user', text: 'Which entries?' }], maxTokens: 100, signal };
}

export function failure(kind: ModelErrorKind, details?: ModelErrorDetails): { readonly error: ModelError } {
  return { error: new ModelError(kind, `It is ${kind}.`, details) };
}

/** How a promise ended: the value, or the kind of its failure. */
export function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: unknown) => (error instanceof ModelError ? error.kind : error));
}

/** The texts of a stream, and the kind of its failure if it failed. */
export async function textsOf(parts: AsyncIterable<ModelPart>): Promise<readonly string[]> {
  const texts: string[] = [];
  try {
    for await (const part of parts) texts.push(part.kind === 'text' ? part.text : 'done');
  } catch (error) {
    texts.push(error instanceof ModelError ? `failed: ${error.kind}` : String(error));
  }
  return texts;
}

/** A model that neither answers nor listens to its signal. */
export const deafModel: LanguageModel = {
  generate: () => new Promise(() => undefined),
  stream: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
};

/** A guarded model that does what a script says, with everything around it. */
export function guarded(script: readonly Script[], changes: Partial<GuardOptions> = {}) {
  const time = new ManualTime();
  const ports = { clock: time, timer: time, newAbort: () => new AbortController() };
  const inner = new ScriptedModel(time, ...script);
  const guards = new ConnectionGuards(ports);
  const store = new MemoryDocumentStore();
  const ledger = new SpendLedger({ ...ports, store, log: new CollectingLog() });
  const connection = guards.of('openai');
  const options: GuardOptions = {
    ...{ model: inner, modelName: 'small', connection, channel: 'search', timeoutMs: 20_000, ledger, ports },
    ...changes,
  };
  /** Another user of the same connection. */
  const sibling = (more: Partial<GuardOptions>) => guardModel({ ...options, ...more });
  return { time, ports, inner, guards, ledger, connection, model: guardModel(options), sibling };
}
