import { expect, it } from 'vitest';
import { MemoryDocumentStore } from './memory-document-store';

it('starts with documents, counts writes and fails them on demand', async () => {
  const store = new MemoryDocumentStore({ data: { a: 1 } });
  expect(await store.read('data')).toEqual({ kind: 'found', value: { a: 1 } });
  store.failWriting(new Error('The disk is full.'));
  await expect(store.write('data', 2)).rejects.toThrow('The disk is full.');
  expect(store.text('data')).toBe('{"a":1}');
  store.failWriting(undefined);
  await store.write('data', 2);
  expect([store.text('data'), store.writes]).toEqual(['2', 1]);
});
