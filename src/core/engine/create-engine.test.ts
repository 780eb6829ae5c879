import { describe, expect, test } from 'vitest';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { engineHost, generated, settled, titlesOf } from '../../../tests/support/engine-host';
import { chatOf, lore, requestFor } from '../../../tests/support/lore-vault';

const notes = { 'Fox.md': lore('keys: [fox]'), 'Hare.md': lore('keys: [hare]'), 'Plain.md': 'No lore here.' };

describe('the index follows the vault', () => {
  test('a saved, a new and a removed note count from the next turn on', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    expect(await generated(engine, ['Mara: fox and hare'], 'a')).toEqual(['Fox', 'Hare']);
    source.set('Fox.md', lore('keys: [vixen]'));
    source.set('Owl.md', lore('keys: [owl]'));
    source.remove('Hare.md');
    await settled();
    expect(await generated(engine, ['Mara: fox, hare, vixen, owl'], 'b')).toEqual(['Fox', 'Owl']);
  });

  test('BR-148 neither a deleted entry nor one that lost its tag is injected', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    source.remove('Fox.md');
    source.set('Hare.md', '---\nkeys: [hare]\n---\nText.');
    await settled();
    expect(await generated(engine, ['Mara: fox and hare'])).toEqual([]);
    expect(engine.status()).toMatchObject({ entries: 0, skipped: 2 });
  });

  test('one saved note costs one parse: all other entries stay the same objects', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    const before = engine.entryByPath('Hare.md');
    source.set('Fox.md', lore('keys: [fox]', 'New.'));
    await settled();
    expect(engine.entryByPath('Fox.md')?.text).toBe('New.');
    expect(engine.entryByPath('Hare.md')).toBe(before);
  });

  test('BR-146 a renamed note matches under its new title, and pins and cooldowns follow it', async () => {
    const { engine, source } = engineHost({ 'Lore/Mill.md': lore('cooldown: 3') });
    await engine.open();
    const first = await engine.generate(requestFor(chatOf('Mara: the mill'), { generationId: 'a' }), 10_000);
    expect(titlesOf(first)).toEqual(['Mill']);
    source.rename('Lore/Mill.md', 'Lore/Old Mill.md');
    await settled();
    source.rename('Lore', 'Places');
    await settled();
    const chat = chatOf('Mara: the mill', 'Vesk: yes', 'Mara: the old mill');
    const records = [[1, first.record] as const];
    const second = await engine.generate(requestFor(chat, { generationId: 'b', records }), 10_000);
    expect(second.trace.decisions.map((one) => one.reason)).toEqual(['cooldown']);
    await engine.changeChat('chat', { pins: [first.record.e[0]?.[0] ?? ''] });
    const pinned = await engine.generate(requestFor(chat, { generationId: 'c', records }), 10_000);
    expect(titlesOf(pinned)).toEqual(['Old Mill']);
  });
});

describe('errors are never deletions', () => {
  test('a note that cannot be read keeps its last good state and says so', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    source.failReading('Fox.md', 'the disk is busy');
    source.set('Fox.md', lore('keys: [other]'));
    await settled();
    expect(await generated(engine, ['Mara: fox'])).toEqual(['Fox']);
    expect(engine.problems().map((problem) => problem.code)).toContain('note-stale');
  });

  test('a vault that cannot be listed keeps the last good index', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    source.failListing('the drive is gone');
    await engine.refresh();
    const result = await engine.generate(requestFor(chatOf('Mara: fox')), 10_000);
    expect(titlesOf(result)).toEqual(['Fox']);
    expect(result.trace.summary.degraded).toEqual(['vault:unreachable']);
    expect(engine.status().index).toEqual({ kind: 'unreachable', reason: 'the drive is gone' });
  });

  test('notes of a folder that cannot be read stay', async () => {
    const { engine, source } = engineHost({ 'In/Fox.md': lore('keys: [fox]'), 'Hare.md': lore('keys: [hare]') });
    await engine.open();
    source.failFolder('In', 'permission denied');
    await engine.refresh();
    expect(await generated(engine, ['Mara: fox and hare'])).toEqual(['Hare', 'Fox']);
  });

  test('BR-085 a broken note does not keep the others out', async () => {
    const broken = '---\ntags: [lorebook]\nallies: [[Vex]] [[Orr]]\nbare words\n---\nText.';
    const { engine } = engineHost({ ...notes, 'Broken.md': broken });
    await engine.open();
    expect(engine.status()).toMatchObject({ entries: 2, quarantined: 1, index: { kind: 'ready' } });
    expect(engine.unusedNotes()).toMatchObject([{ path: 'Broken.md', state: 'quarantined' }]);
  });

  test('an empty vault is ready and answers empty', async () => {
    const { engine } = engineHost({});
    await engine.open();
    expect(engine.status()).toMatchObject({ entries: 0, index: { kind: 'ready' } });
    expect(await generated(engine, ['Mara: fox'])).toEqual([]);
  });
});

describe('a request while the index is read', () => {
  test('BR-144 waits for it', async () => {
    const { engine } = engineHost(notes);
    const opened = engine.open();
    const answer = generated(engine, ['Mara: fox']);
    await opened;
    expect(await answer).toEqual(['Fox']);
  });

  test('answers empty and says why when the deadline comes first', async () => {
    const { engine, time } = engineHost(notes);
    const pending = engine.generate(requestFor(chatOf('Mara: fox')), 4_000);
    time.advance(3_500);
    const result = await pending;
    expect(result.injections).toEqual([]);
    expect(result.trace.summary.degraded).toEqual(['indexing']);
  });

  test('ends when the client leaves', async () => {
    const { engine } = engineHost(notes);
    const leaving = new AbortController();
    const pending = engine.generate(requestFor(chatOf('Mara: fox')), 4_000, leaving.signal);
    leaving.abort();
    await pending;
    expect(engine.generations(undefined, 10)).toEqual([]);
  });
});

describe('generations', () => {
  test('the same id twice gives the same answer', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    const first = await engine.generate(requestFor(chatOf('Mara: fox'), { generationId: 'same' }), 10_000);
    source.remove('Fox.md');
    await settled();
    expect(await engine.generate(requestFor(chatOf('Mara: fox'), { generationId: 'same' }), 10_000)).toBe(first);
  });

  test('BR-050 a preview lists the entry and leaves everything as it was', async () => {
    const { engine, store } = engineHost({ 'Fox.md': lore('keys: [fox]\ncooldown: 5') });
    await engine.open();
    const before = ['data', 'chats', 'renames'].map((name) => store.text(name));
    const { result } = await engine.preview(requestFor(chatOf('Mara: fox')), {});
    expect(titlesOf(result)).toEqual(['Fox']);
    expect(['data', 'chats', 'renames'].map((name) => store.text(name))).toEqual(before);
    expect(engine.generations(undefined, 10)).toEqual([]);
    expect(await generated(engine, ['Mara: fox'])).toEqual(['Fox']);
  });

  test('BR-051 looking things up moves no timer', async () => {
    const { engine } = engineHost({ 'Fox.md': lore('keys: [fox]\ncooldown: 1\nsticky: 2') });
    await engine.open();
    const first = await engine.generate(requestFor(chatOf('Mara: fox'), { generationId: 'a' }), 10_000);
    engine.search(['fox'], 5);
    await engine.preview(requestFor(chatOf('Mara: fox')), {});
    const records = [[1, first.record] as const];
    const second = await engine.generate(
      requestFor(chatOf('Mara: fox', 'Vesk: a', 'Mara: b'), { generationId: 'b', records }),
      10_000,
    );
    expect(second.trace.entries[0]).toMatchObject({ injected: true, reason: 'sticky' });
  });

  test('only the last turns of a chat are kept', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    await engine.changeSettings({ generationsKept: 3 });
    for (let turn = 0; turn < 5; turn++) await generated(engine, ['Mara: fox'], `turn ${String(turn)}`);
    expect(engine.generations('chat', 10)).toHaveLength(3);
    expect(engine.generation('turn 0')).toBeUndefined();
    expect(engine.generation('turn 4')?.chat).toBe('chat');
  });
});

describe('settings', () => {
  test('are stored, and found again by the next run', async () => {
    const store = new MemoryDocumentStore();
    const first = engineHost(notes, store);
    await first.engine.open();
    expect(await first.engine.changeSettings({ scanDepth: 7 })).toEqual([]);
    await first.engine.close();
    const second = engineHost(notes, store);
    await second.engine.open();
    expect(second.engine.settings().scanDepth).toBe(7);
    expect(second.engine.entryByPath('Fox.md')?.id).toBe(first.engine.entryByPath('Fox.md')?.id);
  });

  test('one wrong value refuses the whole change', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    const problems = await engine.changeSettings({ scanDepth: 7, tokenBudget: -1, nonsense: true });
    expect(problems.map((problem) => problem.name)).toEqual(['tokenBudget', 'nonsense']);
    expect(engine.settings().scanDepth).toBe(4);
  });

  test('another lore tag re-reads the vault', async () => {
    const { engine } = engineHost({
      'Fox.md': '---\ntags: [canon]\nkeys: [fox]\n---\nText.',
      'Hare.md': lore('keys: [hare]'),
    });
    await engine.open();
    await engine.changeSettings({ loreTag: 'canon' });
    expect(await generated(engine, ['Mara: fox and hare'])).toEqual(['Fox']);
  });

  test('written by a newer version are used and not touched', async () => {
    const store = new MemoryDocumentStore({
      data: { version: 99, vaultId: 'v', settings: { scanDepth: 9 }, extra: 1 },
    });
    const { engine } = engineHost(notes, store);
    await engine.open();
    const before = store.text('data');
    expect(engine.settings().scanDepth).toBe(9);
    await expect(engine.changeSettings({ scanDepth: 5 })).rejects.toThrow(
      'newer version of Lorehearth wrote the settings',
    );
    expect(store.text('data')).toBe(before);
  });

  test('that cannot be read give the defaults, with a warning', async () => {
    const store = new MemoryDocumentStore();
    const document = 'data';
    store.setText(document, '{ "settings": ');
    const { engine, log } = engineHost(notes, store);
    await engine.open();
    expect(engine.settings().scanDepth).toBe(4);
    expect(log.warnings.length).toBeGreaterThan(0);
  });
});

describe('decisions made for a chat', () => {
  test('BR-194 a pin in one chat and a block in another hold after the note was renamed', async () => {
    const { engine, source } = engineHost({ 'Fox.md': lore('keys: [fox]') });
    await engine.open();
    const id = engine.entryByPath('Fox.md')?.id ?? '';
    await engine.changeChat('one', { pins: [id] });
    await engine.changeChat('two', { blocks: [id] });
    source.rename('Fox.md', 'Deep/Vixen.md');
    await settled();
    const ask = (chat: string, text: string) =>
      engine.generate(
        requestFor(chatOf(text), {
          generationId: chat,
          chat: { id: chat, parent: undefined, name: undefined, isGroup: false },
        }),
        10_000,
      );
    expect(titlesOf(await ask('one', 'Mara: nothing'))).toEqual(['Vixen']);
    expect((await ask('two', 'Mara: fox')).trace.decisions.map((one) => one.reason)).toEqual(['blocked']);
  });

  test('a branch begins with its parent’s decisions and goes its own way', async () => {
    const { engine } = engineHost(notes);
    await engine.open();
    const id = engine.entryByPath('Fox.md')?.id ?? '';
    await engine.changeChat('parent', { pins: [id] });
    const branch = { id: 'branch', parent: 'parent', name: 'Branch', isGroup: false };
    const first = await engine.generate(
      requestFor(chatOf('Mara: nothing'), { generationId: 'a', chat: branch }),
      10_000,
    );
    expect(titlesOf(first)).toEqual(['Fox']);
    await engine.changeChat('parent', { pins: [] });
    const second = await engine.generate(
      requestFor(chatOf('Mara: nothing'), { generationId: 'b', chat: branch }),
      10_000,
    );
    expect(titlesOf(second)).toEqual(['Fox']);
  });

  test('BR-054 taking a block back gives the one use of a chat back, once', async () => {
    const { engine } = engineHost({ 'Once.md': lore('keys: [fox]', '@@dont_activate_after_match\nOnce.') });
    await engine.open();
    const lines = ['Mara: fox'];
    const records: (readonly [number, Awaited<ReturnType<typeof engine.generate>>['record']])[] = [];
    const next = async (): Promise<readonly string[]> => {
      const request = requestFor(chatOf(...lines), { generationId: `turn ${String(lines.length)}`, records });
      const result = await engine.generate(request, 10_000);
      records.push([lines.length, result.record]);
      lines.push('Vesk: yes', 'Mara: fox');
      return titlesOf(result);
    };
    expect(await next()).toEqual(['Once']);
    expect(await next()).toEqual([]);
    const id = engine.entryByPath('Once.md')?.id ?? '';
    await engine.changeChat('chat', { blocks: [id] });
    await engine.changeChat('chat', { blocks: [] });
    expect(await next()).toEqual(['Once']);
    expect(await next()).toEqual([]);
  });
});
