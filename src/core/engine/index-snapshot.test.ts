import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { engineHost, generated, settled, titlesOf, type EngineHost } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';

const DATA = 'data';
const HEADER = 'index';
const PART = 'index-0';

const fox = lore('keys: [fox]');
const hare = lore('keys: [hare]');

/** A vault, and the data that one run left behind. */
async function afterOneRun(notes: Readonly<Record<string, string>> = { 'Fox.md': fox, 'Hare.md': hare }) {
  const source = new MemoryNoteSource(notes);
  const store = new MemoryDocumentStore();
  const { engine } = engineHost(source, store);
  await engine.open();
  await engine.close();
  source.reads = 0;
  return { source, store };
}

async function opened(source: MemoryNoteSource, store: MemoryDocumentStore): Promise<EngineHost> {
  const host = engineHost(source, store);
  await host.engine.open();
  return host;
}

/** Makes the source answer only when the returned function is called. */
function holdBack(source: MemoryNoteSource): () => void {
  let release: () => void = () => undefined;
  source.delay = new Promise((resolve) => (release = resolve));
  return release;
}

/** Reads of notes alone: the files of fields and books are looked for at every start. */
function readsOf(source: MemoryNoteSource, paths: readonly string[]): readonly string[] {
  const read: string[] = [];
  const answer = source.read.bind(source);
  source.read = (path) => {
    if (paths.includes(path)) read.push(path);
    return answer(path);
  };
  return read;
}

/** What a user can see of an index, in an order of its own. */
function everything({ engine }: EngineHost): unknown {
  const entries = [...engine.entries({}, 0, 1_000).items].sort((a, b) => (a.path < b.path ? -1 : 1));
  const problems = engine.problems().map((problem) => JSON.stringify(problem));
  const { entries: count, guides, quarantined, skipped, index } = engine.status();
  return {
    entries,
    problems: problems.sort(),
    count,
    guides,
    quarantined,
    skipped,
    index,
    fields: engine.contextFields(),
  };
}

describe('a start from the snapshot', () => {
  test('answers before a slow vault has delivered anything, and says that it is still looking', async () => {
    const { source, store } = await afterOneRun();
    const release = holdBack(source);
    const { engine } = engineHost(source, store);
    const whole = engine.open();
    await settled();
    const result = await engine.generate(requestFor(chatOf('Mara: fox')), 10_000);
    expect(titlesOf(result)).toEqual(['Fox']);
    expect(result.trace.summary.degraded).toEqual(['indexing']);
    expect(engine.status().index.kind).toBe('indexing');
    release();
    await whole;
    expect(engine.status().index.kind).toBe('ready');
  });

  test('reads no note that is as it was', async () => {
    const { source, store } = await afterOneRun();
    const read = readsOf(source, ['Fox.md', 'Hare.md']);
    await opened(source, store);
    expect(read).toEqual([]);
  });

  test('reads only what changed or came, and forgets what is gone', async () => {
    const { source, store } = await afterOneRun({ 'Fox.md': fox, 'Hare.md': hare, 'Owl.md': lore('keys: [owl]') });
    source.set('Fox.md', lore('keys: [vixen]'));
    source.set('Crow.md', lore('keys: [crow]'));
    source.remove('Hare.md');
    const read = readsOf(source, ['Fox.md', 'Hare.md', 'Owl.md', 'Crow.md']);
    const { engine } = await opened(source, store);
    expect([...read].sort()).toEqual(['Crow.md', 'Fox.md']);
    expect(await generated(engine, ['Mara: fox vixen hare owl crow'])).toEqual(['Crow', 'Fox', 'Owl']);
    expect(engine.status()).toMatchObject({ entries: 3, index: { kind: 'ready' } });
  });

  test('reads a note again that was saved with the same size', async () => {
    const { source, store } = await afterOneRun();
    source.set('Fox.md', fox.replace('fox', 'dog'));
    const { engine } = await opened(source, store);
    expect(await generated(engine, ['Mara: dog'])).toEqual(['Fox']);
  });

  test('follows a note that was renamed while no host ran: pins and cooldowns go along', async () => {
    const source = new MemoryNoteSource({ 'Lore/Mill.md': lore('keys: [mill]\ncooldown: 3'), 'Hare.md': hare });
    const store = new MemoryDocumentStore();
    const first = await opened(source, store);
    const turn = await first.engine.generate(requestFor(chatOf('Mara: mill'), { generationId: 'a' }), 10_000);
    const id = first.engine.entryByPath('Lore/Mill.md')?.id ?? '';
    await first.engine.close();
    source.rename('Lore', 'Places');
    const { engine } = await opened(source, store);
    const chat = chatOf('Mara: mill', 'Vesk: yes', 'Mara: mill');
    const records = [[1, turn.record] as const];
    const cooling = await engine.generate(requestFor(chat, { generationId: 'b', records }), 10_000);
    expect(cooling.trace.decisions.map((one) => one.reason)).toEqual(['cooldown']);
    await engine.changeChat('chat', { pins: [id] });
    const pinned = await engine.generate(requestFor(chatOf('Mara: nothing'), { generationId: 'c' }), 10_000);
    expect(titlesOf(pinned)).toEqual(['Mill']);
  });

  test('follows a renamed note also when settings changed how notes are read', async () => {
    const { source, store } = await afterOneRun();
    const id = (await opened(source, store)).engine.entryByPath('Fox.md')?.id ?? '';
    source.rename('Fox.md', 'Reynard.md');
    const data = JSON.parse(store.text('data') ?? '') as Record<string, unknown>;
    store.setText(DATA, JSON.stringify({ ...data, settings: { aliasesAreKeys: false } }));
    const { engine } = await opened(source, store);
    expect(engine.findEntries(id).map((entry) => entry.path)).toEqual(['Reynard.md']);
  });

  test('serves the last good state while the vault is out of reach', async () => {
    const { source, store } = await afterOneRun();
    source.failListing('the drive is gone');
    const { engine } = await opened(source, store);
    const result = await engine.generate(requestFor(chatOf('Mara: fox')), 10_000);
    expect(titlesOf(result)).toEqual(['Fox']);
    expect(result.trace.summary.degraded).toEqual(['vault:unreachable']);
  });

  test('keeps the notes of a folder that cannot be listed, and reads them again when it can', async () => {
    const { source, store } = await afterOneRun({ 'In/Fox.md': fox, 'Hare.md': hare });
    source.failFolder('In', 'permission denied');
    const second = await opened(source, store);
    expect(await generated(second.engine, ['Mara: fox and hare'])).toEqual(['Hare', 'Fox']);
    await second.engine.close();
    source.failFolder('In', undefined);
    source.set('In/Fox.md', lore('keys: [vixen]'));
    expect(await generated((await opened(source, store)).engine, ['Mara: fox, vixen'])).toEqual(['Fox']);
  });

  test('reads a note again that could not be read before', async () => {
    const { source, store } = await afterOneRun();
    source.failReading('Fox.md', 'the disk is busy');
    source.set('Fox.md', lore('keys: [vixen]'));
    const second = await opened(source, store);
    expect(second.engine.problems().map(({ code }) => code)).toContain('note-stale');
    await second.engine.close();
    source.failReading('Fox.md', undefined);
    const third = await opened(source, store);
    expect(third.engine.problems()).toEqual([]);
    expect(await generated(third.engine, ['Mara: vixen'])).toEqual(['Fox']);
  });
});

describe('a snapshot that cannot be used', () => {
  test.each([
    ['is cut off', (text: string) => text.slice(0, text.length / 2)],
    ['is no snapshot', () => '{"a": 1}'],
    ['is null', () => 'null'],
    ['has one letter changed', (text: string) => text.replace('fox', 'fix')],
  ])('is passed over when a part %s', async (_, damaged) => {
    const { source, store } = await afterOneRun();
    store.setText(PART, damaged(store.text('index-0') ?? ''));
    const host = await opened(source, store);
    expect(await generated(host.engine, ['Mara: fox and hare'])).toEqual(['Fox', 'Hare']);
    expect(host.log.warnings[0]?.message).toContain('index-0');
    await host.engine.close();
    expect((await opened(source, store)).log.warnings).toEqual([]);
  });

  test('is passed over without a word when a part was written by a newer version', async () => {
    const { source, store } = await afterOneRun();
    store.setText(PART, (store.text('index-0') ?? '').replace('"version":1', '"version":2'));
    const reads = source.reads;
    const host = await opened(source, store);
    expect(await generated(host.engine, ['Mara: fox and hare'])).toEqual(['Fox', 'Hare']);
    expect(source.reads).toBeGreaterThan(reads);
    expect(host.log.warnings).toEqual([]);
  });

  test.each(['{"version":1,', '[]', '{"version":1,"reading":"","hash":"","body":"{"}'])(
    'is passed over when its header is %s',
    async (text) => {
      const { source, store } = await afterOneRun();
      store.setText(HEADER, text);
      const { engine } = await opened(source, store);
      expect(await generated(engine, ['Mara: fox and hare'])).toEqual(['Fox', 'Hare']);
    },
  );

  test('is passed over when it is of another vault', async () => {
    const { source, store } = await afterOneRun();
    const other = new MemoryNoteSource({ 'Fox.md': lore('keys: [vix]') });
    store.setText(DATA, '{"version":1,"vaultId":"another"}');
    const { engine } = await opened(other, store);
    expect(source.reads).toBe(0);
    expect(await generated(engine, ['Mara: vix and hare'])).toEqual(['Fox']);
  });

  test('is not served after settings changed how notes are read', async () => {
    const { source, store } = await afterOneRun({
      'Fox.md': fox,
      'Owl.md': '---\ntags: [canon]\nkeys: [owl]\n---\nText.',
    });
    const data = JSON.parse(store.text('data') ?? '') as Record<string, unknown>;
    store.setText(DATA, JSON.stringify({ ...data, settings: { loreTag: 'canon' } }));
    const release = holdBack(source);
    const { engine } = engineHost(source, store);
    const whole = engine.open();
    await settled();
    expect(engine.status().entries).toBe(0);
    release();
    await whole;
    expect(await generated(engine, ['Mara: fox and owl'])).toEqual(['Owl']);
  });

  test('costs nothing but a warning when it cannot be written', async () => {
    const source = new MemoryNoteSource({ 'Fox.md': fox });
    const { engine, store, log } = engineHost(source);
    await engine.open();
    store.failWriting(new Error('disk full'));
    await engine.close();
    expect(log.warnings.map(({ message }) => message).join()).toContain('could not be stored');
  });
});

describe('the snapshot is written', () => {
  test('some time after a change, with all that changed meanwhile', async () => {
    const { engine, source, store, time } = engineHost({ 'Fox.md': fox });
    await engine.open();
    expect(store.text('index-0')).toBeUndefined();
    time.advance(29_000);
    source.set('Hare.md', hare);
    await settled();
    time.advance(1_000);
    await settled();
    expect(store.text('index-0')).toContain('hare');
    const { writes } = store;
    time.advance(600_000);
    await settled();
    expect(store.writes).toBe(writes);
  });

  test('not at all when nothing changed', async () => {
    const { source, store } = await afterOneRun();
    const { writes } = store;
    await (await opened(source, store)).engine.close();
    expect(store.writes).toBe(writes);
  });

  test('in parts, of which a saved note costs one', async () => {
    const names = Array.from({ length: 1_500 }, (_, at) => `Note ${String(at)}.md`);
    const { source, store } = await afterOneRun(Object.fromEntries(names.map((name) => [name, fox])));
    const { engine } = await opened(source, store);
    const { writes } = store;
    source.set('Note 700.md', hare);
    await settled();
    await engine.close();
    expect(store.writes).toBe(writes + 1);
    const next = await opened(source, store);
    expect(next.engine.status().entries).toBe(1_500);
    expect(next.log.warnings).toEqual([]);
  });

  test('anew when the vault has grown or shrunk a lot', async () => {
    const { source, store } = await afterOneRun();
    source.batch(() => {
      for (let at = 0; at < 1_500; at++) source.set(`Many/${String(at)}.md`, fox);
    });
    await (await opened(source, store)).engine.close();
    expect(store.names).toContain('index-7');
    source.remove('Many');
    await (await opened(source, store)).engine.close();
    source.reads = 0;
    const read = readsOf(source, ['Fox.md', 'Hare.md']);
    const { engine, log } = await opened(source, store);
    expect([read, engine.status().entries, log.warnings]).toEqual([[], 2, []]);
  });

  test('with a note that was saved a moment ago as one to be read again', async () => {
    const store = new MemoryDocumentStore();
    const source = new MemoryNoteSource({ 'Fox.md': fox });
    const first = engineHost(source, store);
    const list = source.list.bind(source);
    const stamped = first.time.now() - 1_000;
    source.list = async () => {
      const listing = await list();
      if (listing.kind !== 'notes') return listing;
      return { ...listing, notes: listing.notes.map((note) => ({ ...note, modified: stamped })) };
    };
    const answer = source.read.bind(source);
    source.read = async (path) => {
      const note = await answer(path);
      return note.kind === 'text' ? { ...note, stat: { ...note.stat, modified: stamped } } : note;
    };
    await first.engine.open();
    await first.engine.close();
    source.set('Fox.md', fox.replace('fox', 'dog'));
    expect(await generated((await opened(source, store)).engine, ['Mara: dog'])).toEqual(['Fox']);
  });
});

describe('a start from the snapshot equals a cold start', () => {
  const name = fc.constantFrom('A.md', 'Lore/A.md', 'Lore/Deep/C.md', 'Templates/T.md');
  const word = fc.constantFrom('fox', 'hare', 'owl', '/wol[fv]/i', '"{{char}}"', '灯台');
  const properties = fc.oneof(
    fc.array(word, { maxLength: 3 }).map((keys) => `keys: [${keys.join(', ')}]`),
    fc.constantFrom(
      'keyss: [fox]',
      'position: outlet\npriority: high',
      'requires: ["[[A]]", Nobody]\nscan_depth: 9',
      'guide: true',
      'probability: 50\nera: [past, present]\nconstant: true',
      'aliases: [Vix\nbroken',
    ),
  );
  const text = fc.constantFrom(
    'Text.',
    '@@depth 2\n@@activate\n@@unknown\nText with [[A|a link]].',
    '%% open',
    'ΐ 😀 \u2028',
  );
  const note = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(properties, text).map(([own, body]) => lore(own, body)) },
    { weight: 1, arbitrary: fc.constantFrom('No lore.', '---\ntags: [lorebook-session]\n---\n', 'binary\0lorebook') },
  );
  const edit = fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('set' as const), name, note }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  );

  test('whatever happened between and during the runs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 24 }), fc.boolean(), async (edits, startsRunning) => {
        const source = new MemoryNoteSource();
        const store = new MemoryDocumentStore();
        let running = startsRunning ? await opened(source, store) : undefined;
        for (const one of edits) {
          if (one.kind === 'set') source.set(one.name, one.note);
          if (one.kind === 'remove') source.remove(one.name);
          if (one.kind === 'rename' && one.name !== one.to) {
            source.remove(one.to);
            source.rename(one.name, one.to);
          }
          if (one.kind !== 'restart') continue;
          await settled();
          await running?.engine.close();
          running = running ? undefined : await opened(source, store);
        }
        await settled();
        await running?.engine.close();
        const warm = await opened(source, store);
        const data = new MemoryDocumentStore({ data: JSON.parse(store.text('data') ?? '') as unknown });
        expect(everything(warm)).toEqual(everything(await opened(source, data)));
      }),
      { numRuns: 100 },
    );
  });
});
