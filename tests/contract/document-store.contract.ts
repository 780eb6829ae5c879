import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentStore } from '../../src/core/ports/document-store';

/** A store whose documents a suite may damage. */
export interface StoreUnderTest {
  readonly store: DocumentStore;
  /** Puts a text in the place of a document. */
  damage(name: string, text: string): Promise<void>;
  /** The texts of everything that is kept, documents set aside too. */
  kept(): Promise<readonly string[]>;
  dispose(): Promise<void>;
}

const VALUES = [
  ['an object', { a: 1, nested: { list: [true, null, 'text'] } }],
  ['a list', [1, 2, 3]],
  ['a text', 'Маяк 灯台 😀'],
  ['null', null],
  ['false', false],
  ['an empty object', {}],
] as const;

const BAD_NAMES = ['', '../data', 'a/b', 'a\\b', '.hidden', 'a..b', 'data.', 'C:data', 'a\0b', 'a b', 'x'.repeat(101)];

/** What every store of documents has to do. */
export function describeDocumentStore(title: string, openStore: () => Promise<StoreUnderTest>): void {
  describe(title, { timeout: 60_000 }, () => {
    let opened: StoreUnderTest;
    beforeEach(async () => {
      opened = await openStore();
    });
    afterEach(() => opened.dispose());

    describeValues(() => opened);
    describeDamage(() => opened);
  });
}

function describeValues(opened: () => StoreUnderTest): void {
  it('has nothing at first', async () => {
    expect(await opened().store.read('data')).toEqual({ kind: 'absent' });
  });

  it.each(VALUES)('gives back %s', async (_, value) => {
    await opened().store.write('data', value);
    expect(await opened().store.read('data')).toEqual({ kind: 'found', value });
  });

  it('replaces a document and leaves the others alone', async () => {
    await opened().store.write('data', { long: 'x'.repeat(10_000) });
    await opened().store.write('data-2', 'other');
    await opened().store.write('data', 'short');
    expect(await opened().store.read('data')).toEqual({ kind: 'found', value: 'short' });
    expect(await opened().store.read('data-2')).toEqual({ kind: 'found', value: 'other' });
    expect(await opened().kept()).toHaveLength(2);
  });

  it('keeps the last of many writes that were not waited for', async () => {
    const writes = Array.from({ length: 30 }, (_, index) => opened().store.write('data', { index }));
    const read = opened().store.read('data');
    await Promise.all(writes);
    expect(await read).toEqual({ kind: 'found', value: { index: 29 } });
  });

  it('stores a value as it was when it was given', async () => {
    const value = { list: [1] };
    const write = opened().store.write('data', value);
    value.list.push(2);
    await write;
    expect(await opened().store.read('data')).toEqual({ kind: 'found', value: { list: [1] } });
  });

  it('refuses what JSON cannot hold and keeps the document', async () => {
    await opened().store.write('data', 'good');
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const value of [undefined, circle, () => 1])
      await expect(opened().store.write('data', value)).rejects.toThrow();
    expect(await opened().store.read('data')).toEqual({ kind: 'found', value: 'good' });
  });

  it.each(BAD_NAMES)('refuses the name %j', async (name) => {
    await expect(opened().store.read(name)).rejects.toThrow(RangeError);
    await expect(opened().store.write(name, 1)).rejects.toThrow(RangeError);
    expect(await opened().kept()).toEqual([]);
  });
}

function describeDamage(opened: () => StoreUnderTest): void {
  it.each(['{"a": 1', '', 'null null', '\0\0\0'])('sets the damaged document %j aside', async (text) => {
    await opened().damage('data', text);
    const read = await opened().store.read('data');
    expect(read).toEqual({ kind: 'unreadable', reason: expect.stringMatching(/data/) as string });
    expect(await opened().store.read('data')).toEqual({ kind: 'absent' });
    await opened().store.write('data', 'new');
    expect(await opened().store.read('data')).toEqual({ kind: 'found', value: 'new' });
    expect([...(await opened().kept())].sort()).toEqual([text, '"new"'].sort());
  });

  it('keeps every damaged document', async () => {
    for (const text of ['{1', '{2', '{3']) {
      await opened().damage('data', text);
      await opened().store.read('data');
    }
    expect([...(await opened().kept())].sort()).toEqual(['{1', '{2', '{3']);
  });

  it('sets aside what its reader asks for, beside what was set aside before', async () => {
    await opened().damage('data', '{broken');
    await opened().store.read('data');
    await opened().store.write('data', ['no document']);
    expect(await opened().store.setAside('data')).toMatch(/data/);
    expect(await opened().store.read('data')).toEqual({ kind: 'absent' });
    expect([...(await opened().kept())].sort()).toEqual(['["no document"]', '{broken']);
  });

  it('overwrites a document that was never read', async () => {
    await opened().damage('data', 'broken');
    await opened().store.write('data', 'new');
    expect(await opened().store.read('data')).toEqual({ kind: 'found', value: 'new' });
  });
}
