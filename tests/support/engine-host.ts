import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { InProcessPatternRunner } from '../../src/adapters/memory/in-process-pattern-runner';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { MemoryNoteWriter } from '../../src/adapters/memory/memory-note-writer';
import { MemorySecretStore } from '../../src/adapters/memory/memory-secret-store';
import { scriptedModels } from '../../src/adapters/memory/scripted-models';
import { SeededRandom } from '../../src/adapters/memory/seeded-random';
import { WordTokenCounter } from '../../src/adapters/memory/word-token-counter';
import type { LanguageModel } from '../../src/core/ai/language-model';
import { createEngine } from '../../src/core/engine/create-engine';
import type { EnginePorts } from '../../src/core/engine/engine-ports';
import type { LoreEngine } from '../../src/core/engine/lore-engine';
import type { PatternRunner } from '../../src/core/ports/pattern-runner';
import type { RetrievalResult } from '../../src/core/pipeline/retrieval-result';
import { chatOf, requestFor, type Notes } from './lore-vault';

/** An engine on a vault in memory, with its ports in reach. */
export interface EngineHost {
  readonly engine: LoreEngine;
  readonly source: MemoryNoteSource;
  readonly writer: MemoryNoteWriter;
  readonly store: MemoryDocumentStore;
  readonly time: ManualTime;
  readonly log: CollectingLog;
  readonly patterns: PatternRunner;
}

/** Builds an engine that is not open yet. `models`: those that its connections offer, by name; `ports`: what takes the place of the usual parts. */
export function engineHost(
  notes: Notes | MemoryNoteSource = {},
  store = new MemoryDocumentStore(),
  models: Readonly<Record<string, LanguageModel>> = {},
  ports: Partial<EnginePorts> = {},
): EngineHost {
  const source = notes instanceof MemoryNoteSource ? notes : new MemoryNoteSource(notes);
  const writer = new MemoryNoteWriter(source);
  const time = new ManualTime();
  const log = new CollectingLog();
  const patterns: PatternRunner = new InProcessPatternRunner();
  const engine = createEngine({
    newAbort: () => new AbortController(),
    secrets: new MemorySecretStore(),
    models: scriptedModels(models),
    source,
    writer,
    store,
    log,
    tokens: new WordTokenCounter(),
    patterns,
    clock: time,
    timer: time,
    random: new SeededRandom(),
    ...ports,
  });
  return { engine, source, writer, store, time, log, patterns };
}

/** Titles that a real generation for a chat of these lines injects. */
export async function generated(
  engine: LoreEngine,
  lines: readonly string[],
  generationId = `generation ${String(lines.length)}`,
): Promise<readonly string[]> {
  return titlesOf(await engine.generate(requestFor(chatOf(...lines), { generationId }), 10_000));
}

/** Titles of what was injected. */
export function titlesOf(result: RetrievalResult): readonly string[] {
  return result.trace.entries.filter((entry) => entry.injected).map((entry) => entry.title);
}

/** Lets work that waits for promises run until it rests. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
