import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import matter from 'gray-matter';
import { CollectingLog } from '../src/adapters/memory/collecting-log';
import { InProcessPatternRunner } from '../src/adapters/memory/in-process-pattern-runner';
import { MemorySecretStore } from '../src/adapters/memory/memory-secret-store';
import { scriptedModels } from '../src/adapters/memory/scripted-models';
import { WordTokenCounter } from '../src/adapters/memory/word-token-counter';
import { FileDocumentStore } from '../src/adapters/node/file-document-store';
import { FolderNoteSource } from '../src/adapters/node/folder-note-source';
import { FolderNoteWriter } from '../src/adapters/node/folder-note-writer';
import { nodeClock } from '../src/adapters/node/node-clock';
import { nodePause } from '../src/adapters/node/node-pause';
import { nodeRandom } from '../src/adapters/node/node-random';
import { nodeTimer } from '../src/adapters/node/node-timer';
import { createEngine } from '../src/core/engine/create-engine';
import type { LoreEngine } from '../src/core/engine/lore-engine';
import type { BenchVault } from './generate';
import { longestBlock, shown, startWatch, timed } from './measure';
import { targetFrom, type Row } from './report';

/** A host as the headless one is, but for the tokenizer. */
function hostFor(folder: string): LoreEngine {
  const log = new CollectingLog();
  return createEngine({
    source: new FolderNoteSource(join(folder, 'vault'), log),
    writer: new FolderNoteWriter(join(folder, 'vault')),
    store: new FileDocumentStore(join(folder, 'data')),
    tokens: new WordTokenCounter(),
    patterns: new InProcessPatternRunner(),
    clock: nodeClock,
    timer: nodeTimer,
    random: nodeRandom,
    log,
    version: 'bench',
    pause: nodePause,
    newAbort: () => new AbortController(),
    secrets: new MemorySecretStore(),
    models: scriptedModels(),
  });
}

/** Opens a host; tells when it could answer, when it was up to date, and the longest block on the way. */
async function start(folder: string): Promise<{ answers: number; ready: number; block: number }> {
  const engine = hostFor(folder);
  const watch = startWatch();
  let answers = 0;
  engine.on(() => {
    if (answers === 0 && engine.wants().messages > 0 && engine.entryByPath('Lore/Entry 0.md')) answers = watch();
  });
  let ready = 0;
  const block = await longestBlock(async () => {
    await engine.open();
    ready = watch();
  });
  await engine.close();
  return { answers, ready, block };
}

function writeVault(folder: string, vault: BenchVault): void {
  mkdirSync(join(folder, 'vault', 'Lore'), { recursive: true });
  for (const [path, text] of vault.notes) writeFileSync(join(folder, 'vault', path), text);
}

function files(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

/** A first start, and one from the snapshot, with the adapters of the headless host. */
export async function measureStarts(vault: BenchVault): Promise<readonly Row[]> {
  const size = vault.keys.length;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  try {
    writeVault(folder, vault);
    // Notes that were written a moment ago would be read again.
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    const root = join(folder, 'vault');
    const looked = await timed(() => files(root).map((path) => statSync(path).mtimeMs));
    const parsed = await timed(() => files(root).map((path) => matter(readFileSync(path, 'utf8'), {}).data));
    const cold = await start(folder);
    await start(folder);
    const warm = await start(folder);
    const atOnce = warm.answers / cold.ready;
    return [
      {
        what: 'first start from disk',
        size,
        value: cold.ready / parsed.time,
        unit: 'ratio',
        against: 'read all + gray-matter',
        ...targetFrom(10_000, size, 2),
        detail: `${shown(cold.ready)}, it ${shown(parsed.time)}`,
      },
      { what: 'longest block of a first start', size, value: cold.block, unit: 'milliseconds', target: 100 },
      {
        what: 'start from the snapshot, until it answers',
        size,
        value: atOnce,
        unit: 'ratio',
        against: 'a first start',
        detail: shown(warm.answers),
      },
      {
        what: 'start from the snapshot, the look at the vault',
        size,
        value: (warm.ready - warm.answers) / looked.time,
        unit: 'ratio',
        against: 'readdir + stat',
        ...targetFrom(10_000, size, 2),
        detail: `${shown(warm.ready - warm.answers)}, it ${shown(looked.time)}`,
      },
      {
        what: 'longest block of a start from the snapshot',
        size,
        value: warm.block,
        unit: 'milliseconds',
        target: 100,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
