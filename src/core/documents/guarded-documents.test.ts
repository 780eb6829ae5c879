import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { GuardedDocuments, type DocumentNotice } from './guarded-documents';
import { ReadOnlyDocument } from './read-only-document';
import { readStored } from './read-stored';
import { storedDocuments } from './stored-documents';

const { graph, gaps, index } = storedDocuments;

describe('a document that nobody declared', () => {
  test.each(['secret-plans', 'graph-1', 'gaps-x', 'gaps-', 'Gaps', 'import-undo'])('%s is refused', async (name) => {
    const store = new GuardedDocuments(new MemoryDocumentStore());
    await expect(store.write(name, { version: 1 })).rejects.toThrow(RangeError);
    await expect(store.read(name)).rejects.toThrow(RangeError);
  });
});

describe('what the user is to know', () => {
  test('is told once for each document, to who listens and to who comes later', async () => {
    const files = new MemoryDocumentStore({ gaps: { version: 2 }, 'gaps-0': { version: 2 }, 'gaps-1': { version: 2 } });
    const store = new GuardedDocuments(files);
    const early: DocumentNotice[] = [];
    const stop = store.onNotice((notice) => early.push(notice));
    for (const name of ['gaps', 'gaps-0', 'gaps-1', 'gaps']) await store.read(name);
    const late: DocumentNotice[] = [];
    store.onNotice((notice) => late.push(notice));
    expect(early).toMatchObject([{ name: 'gaps', kind: 'newer' }]);
    expect(late).toEqual(early);
    stop();
    files.setText('graph', '{');
    await store.read('graph');
    expect(early).toHaveLength(1);
    expect(late).toHaveLength(2);
  });

  test('is nothing about what can be made anew at any time', async () => {
    const files = new MemoryDocumentStore({ index: { version: 99 } });
    files.setText('index-0', '{');
    const store = new GuardedDocuments(files);
    await store.read('index');
    await store.read('index-0');
    await store.write('index', { version: 1 });
    expect(store.notices).toEqual([]);
    expect(files.text('index')).toBe('{"version":1}');
  });
});

describe('a document that makes no sense', () => {
  test.each(['[]', '"text"', 'null', '{"version":"x"}', '{"version":1,"places":{}}'])(
    '%s is set aside',
    async (text) => {
      const files = new MemoryDocumentStore();
      const log = new CollectingLog();
      files.setText('graph', text);
      const store = new GuardedDocuments(files);
      expect(await readStored(graph, { store, log })).toEqual({
        ...{ value: undefined, readOnly: undefined, isUnreadable: true },
      });
      expect(files.text('graph')).toBeUndefined();
      expect(files.names.map((name) => files.text(name))).toEqual([text]);
      expect(store.notices).toMatchObject([{ name: 'graph', kind: 'set-aside' }]);
      expect(log.warnings).toHaveLength(1);
    },
  );

  test('and cannot be set aside is not written over', async () => {
    const files = new MemoryDocumentStore({ graph: [] });
    const log = new CollectingLog();
    const stuck = {
      read: (name: string) => files.read(name),
      write: (name: string, value: unknown) => files.write(name, value),
      setAside: () => Promise.reject(new Error('The folder may only be read.')),
    };
    const { readOnly } = await readStored(graph, { store: new GuardedDocuments(stuck), log });
    expect(readOnly).toContain('nothing is written over it');
  });
});

describe('documents that another program writes', () => {
  test('are read, and never written', async () => {
    const files = new MemoryDocumentStore({ graph: { version: 1, places: [] } });
    const store = new GuardedDocuments(files, 'Obsidian uses them.');
    const log = new CollectingLog();
    expect(await readStored(graph, { store, log })).toMatchObject({
      value: { places: [] },
      readOnly: 'Obsidian uses them.',
    });
    expect((await readStored(gaps, { store, log })).readOnly).toBe('Obsidian uses them.');
    for (const document of [graph, gaps, index])
      await expect(store.write(document.name, { version: 1 })).rejects.toThrow(ReadOnlyDocument);
    await expect(store.setAside('graph')).rejects.toThrow(ReadOnlyDocument);
    expect(files.writes).toBe(0);
    expect(store.notices).toMatchObject([{ kind: 'held', sentence: 'Obsidian uses them.' }]);
  });
});

test('a first write keeps the value as it was when it was given', async () => {
  const files = new MemoryDocumentStore();
  const store = new GuardedDocuments(files);
  const value = { version: 1, places: [1] };
  const writing = store.write('graph', value);
  value.places.push(2);
  await writing;
  expect(files.text('graph')).toBe('{"version":1,"places":[1]}');
  await expect(store.write('graph', undefined)).rejects.toThrow(TypeError);
});
