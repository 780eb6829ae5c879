import { beforeEach, describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { InProcessPatternRunner } from '../../adapters/memory/in-process-pattern-runner';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { MemoryNoteWriter } from '../../adapters/memory/memory-note-writer';
import { MemorySecretStore } from '../../adapters/memory/memory-secret-store';
import { scriptedModels } from '../../adapters/memory/scripted-models';
import { SeededRandom } from '../../adapters/memory/seeded-random';
import { WordTokenCounter } from '../../adapters/memory/word-token-counter';
import { titlesOf } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';
import { createEngine } from './create-engine';
import type { EnginePorts } from './engine-ports';
import type { EngineEvent } from './engine-event';
import type { LoreEngine } from './lore-engine';

const notes = {
  'Fox.md': lore('keys: [fox]', 'A fox and a den.'),
  'Den.md': lore('keys: [/(d+e+n+)+/]', 'A den.'),
  'World.md': lore('constant: true', 'Round.'),
};

let events: EngineEvent[];
let log: CollectingLog;

beforeEach(() => {
  events = [];
  log = new CollectingLog();
});

/** An engine with ports of which some are broken once it is open. */
async function engineWith(broken: (ports: EnginePorts) => Partial<EnginePorts>): Promise<LoreEngine> {
  const time = new ManualTime();
  const source = new MemoryNoteSource(notes);
  const whole: EnginePorts = {
    newAbort: () => new AbortController(),
    secrets: new MemorySecretStore(),
    models: scriptedModels(),
    source,
    writer: new MemoryNoteWriter(source),
    store: new MemoryDocumentStore(),
    log,
    tokens: new WordTokenCounter(),
    patterns: new InProcessPatternRunner(),
    clock: time,
    timer: time,
    random: new SeededRandom(),
  };
  const engine = createEngine({ ...whole, ...broken(whole) });
  await engine.open();
  engine.on((event) => events.push(event));
  return engine;
}

const fails = (): never => {
  throw new Error('broken');
};
const play = (engine: LoreEngine, generationId = 'g') =>
  engine.generate(requestFor(chatOf('Mara: a fox in its den'), { generationId }), 10_000);

describe('a turn in which something fails', () => {
  test('a pattern runner that rejects costs its pattern alone', async () => {
    const engine = await engineWith(() => ({
      patterns: { run: () => Promise.reject(new Error('gone')), close: () => undefined },
    }));
    const result = await play(engine);
    expect(titlesOf(result)).toEqual(['World', 'Fox']);
    expect(result.trace.summary.degraded).toEqual([]);
  });

  test('a pattern runner that throws costs its pattern alone', async () => {
    const engine = await engineWith(() => ({ patterns: { run: fails, close: () => undefined } }));
    expect(titlesOf(await play(engine))).toEqual(['World', 'Fox']);
  });

  test('a clock that fails later on costs nothing but times', async () => {
    let isBroken = false;
    const engine = await engineWith(({ clock }) => ({ clock: { now: () => (isBroken ? fails() : clock.now()) } }));
    isBroken = true;
    const result = await play(engine);
    expect(titlesOf(result)).toEqual(['World', 'Fox']);
    expect(result.trace.summary.degraded).toEqual(['turn:reduced']);
    // What is still read in the background may complain of the clock too.
    expect(log.warnings.map(({ message }) => message)).toContain('A turn failed and was run again with less.');
  });

  test('a token counter that fails is replaced by an estimate', async () => {
    let isBroken = false;
    const engine = await engineWith(({ tokens }) => ({
      tokens: { prepare: () => tokens.prepare(), count: (text) => (isBroken ? fails() : tokens.count(text)) },
    }));
    isBroken = true;
    const result = await play(engine);
    expect(titlesOf(result)).toEqual(['World', 'Fox']);
    expect(result.trace.summary).toMatchObject({ degraded: ['turn:reduced'] });
    expect(result.trace.summary.tokens).toBeGreaterThan(0);
    expect(result.trace.summary.warnings).toEqual(['Token counts are estimates until the tokenizer is loaded.']);
  });

  test('permissions of a hook that cannot be told cost the hooks', async () => {
    const engine = await engineWith(() => ({}));
    engine.registerHook({ id: 'dice:x', stage: 'selection', permissions: [], run: () => [] }, fails);
    const result = await play(engine);
    expect(titlesOf(result)).toContain('World');
    expect(result.trace.hooks).toEqual([]);
    expect(result.trace.summary.degraded).toEqual(['turn:reduced']);
  });

  test('a request that cannot be read at all gives an empty turn, which is published', async () => {
    const engine = await engineWith(() => ({}));
    const request = requestFor(chatOf('Mara: fox'), { generationId: 'odd' });
    const odd = Object.defineProperty({ ...request }, 'messages', { get: fails });
    const result = await engine.generate(odd, 10_000);
    expect(result).toMatchObject({ injections: [], record: { v: 1, g: 'odd', e: [] } });
    expect(result.trace.summary.degraded).toEqual(['engine-failed']);
    expect(engine.generation('odd')).toBe(result.trace);
    expect(events).toEqual([{ kind: 'generation-finished', trace: result.trace }]);
  });

  test('one in which nothing matched is published too', async () => {
    const engine = await engineWith(() => ({ source: new MemoryNoteSource({}) }));
    const result = await play(engine);
    expect(result.trace).toMatchObject({ entries: [], decisions: [], summary: { injected: 0, degraded: [] } });
    expect(engine.generations(undefined, 1)).toEqual([result.trace]);
    expect(events).toHaveLength(1);
  });

  test('a listener that throws harms neither the turn nor the listeners after it', async () => {
    const engine = await engineWith(() => ({}));
    let later = 0;
    engine.on(fails);
    engine.on(() => (later += 1));
    expect(titlesOf(await play(engine))).toContain('Fox');
    expect(later).toBe(1);
    expect(log.warnings.map(({ message }) => message)).toEqual([
      'A listener failed when it was told of generation-finished.',
    ]);
  });
});
