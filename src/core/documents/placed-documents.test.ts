import { expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { PlacedDocuments, type PlacedForm } from './placed-documents';

const form: PlacedForm<string> = {
  document: {
    ...{ name: 'texts', version: 1, what: 'texts', role: 'kept' },
    ...{ single: { fields: { items: 'list' }, steps: [] }, numbered: { fields: { key: 'text' }, steps: [] } },
  },
  most: 3,
  heaviest: 100,
  weigh: (value) => value.length,
  read: (stored) => (typeof stored === 'string' ? stored : undefined),
};

/** As a crash or another program would. */
function setText(store: MemoryDocumentStore, name: string, text: string): void {
  store.setText(name, text);
}

function setUp(store = new MemoryDocumentStore()) {
  const timer = new ManualTime();
  const log = new CollectingLog();
  return { store, timer, log, documents: new PlacedDocuments(form, { store, timer, log }) };
}

test('a value is there at once, and after a restart once it was stored', async () => {
  const { documents, store } = setUp();
  documents.put('a', 'one');
  expect(await documents.get('a')).toBe('one');
  expect(store.writes).toBe(0);
  await documents.flush();
  expect(await setUp(store).documents.get('a')).toBe('one');
});

test('many changes within a while cost one write of the value', async () => {
  const { documents, store, timer } = setUp();
  for (const value of ['one', 'two', 'three']) documents.put('a', value);
  timer.advance(2_000);
  await documents.flush();
  expect(store.text('texts-0')).toContain('three');
  expect(store.writes).toBe(2);
});

test('those unchanged for longest are forgotten first, and their place is taken anew', async () => {
  const { documents, store } = setUp();
  for (const key of ['a', 'b', 'c', 'd']) {
    documents.put(key, key);
    await documents.flush();
  }
  expect(documents.keys).toEqual(['b', 'c', 'd']);
  documents.put('e', 'e');
  await documents.flush();
  expect(store.names).toEqual(['texts', 'texts-0', 'texts-1', 'texts-2', 'texts-3']);
  expect(await setUp(store).documents.get('a')).toBeUndefined();
  expect(await setUp(store).documents.get('e')).toBe('e');
});

test('what weighs too much together is forgotten, never the value that was put last', async () => {
  const { documents } = setUp();
  documents.put('a', 'x'.repeat(60));
  documents.put('b', 'x'.repeat(60));
  expect(documents.keys).toEqual(['b']);
  documents.put('c', 'x'.repeat(500));
  expect(documents.keys).toEqual(['c']);
  expect(await documents.get('b')).toBeUndefined();
});

test('a document that is another’s by now is not taken for this one', async () => {
  const { documents, store } = setUp();
  documents.put('a', 'one');
  await documents.flush();
  setText(store, 'texts-0', JSON.stringify({ version: 1, key: 'z', value: 'of z' }));
  expect(await setUp(store).documents.get('a')).toBeUndefined();
});

test('what was put before the list was read keeps its value and disturbs no other', async () => {
  const first = setUp();
  first.documents.put('a', 'one');
  first.documents.put('b', 'two');
  await first.documents.flush();
  const { documents } = setUp(first.store);
  documents.put('b', 'three');
  documents.put('c', 'four');
  await documents.flush();
  const again = setUp(first.store).documents;
  expect([await again.get('a'), await again.get('b'), await again.get('c')]).toEqual(['one', 'three', 'four']);
});

test('documents of a newer program are read and never written over', async () => {
  const store = new MemoryDocumentStore({
    texts: { version: 2, items: [{ key: 'a', place: 0, weight: 3 }] },
    'texts-0': { version: 2, key: 'a', value: 'one' },
  });
  const { documents } = setUp(store);
  expect(await documents.get('a')).toBe('one');
  documents.put('a', 'mine');
  await documents.flush();
  expect(store.writes).toBe(0);
});

test.each(['[', '{"version":1,"items":[{"key":7},null,{"key":"a","place":-1}]}', '[]'])(
  'a damaged list is none: %s',
  async (text) => {
    const { documents, store } = setUp();
    setText(store, 'texts', text);
    expect(await documents.get('a')).toBeUndefined();
    expect(documents.keys).toEqual([]);
  },
);

test('a store that refuses costs a warning, not the value', async () => {
  const { documents, store, log } = setUp();
  store.failWriting(new Error('disk full'));
  documents.put('a', 'one');
  await documents.flush();
  expect(log.warnings[0]?.message).toContain('texts');
  expect(await documents.get('a')).toBe('one');
  store.failWriting(undefined);
  documents.put('b', 'two');
  await documents.flush();
  expect(await setUp(store).documents.get('a')).toBe('one');
});

test('a value that is forgotten does not stay in the store', async () => {
  const { documents, store } = setUp();
  documents.put('a', 'secret');
  await documents.flush();
  documents.forget('a');
  await documents.flush();
  expect(store.text('texts-0')).not.toContain('secret');
  expect(await documents.get('a')).toBeUndefined();
});
