import { describe, expect, it, vi } from 'vitest';
import { manyEntries, sampleEntries } from '../../tests/browser/support/scripted-lore';
import { adminToken, ScriptedServer } from '../../tests/browser/support/scripted-server';
import { createClient } from '../server/client';
import { BrowseModel } from './browse-model.svelte';

function setUp() {
  const server = new ScriptedServer();
  const model = new BrowseModel(
    createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken }),
  );
  const lists = (): readonly string[] => server.requests.filter((request) => request.includes('/v1/entries?'));
  return { server, model, lists };
}

describe('BrowseModel', () => {
  it('knows the tags and types of all entries', async () => {
    const { model } = setUp();
    await model.open();
    expect(model.types).toEqual(['character', 'object', 'place', 'rule', 'secret']);
    expect(model.tags).toContain('lorebook/place');
  });

  it('knows also those of entries that are not loaded, and of those that a filter leaves out', async () => {
    const { model, server } = setUp();
    const last = { ...sampleEntries[0]!, id: 'id-last', title: 'zzz', type: 'last type', tags: ['last-tag'] };
    server.entries = [...manyEntries(1_000), last];
    await model.open();
    expect(model.pages.at(1_000)).toBeUndefined();
    expect(model.types).toContain('last type');
    model.tag = 'last-tag';
    await vi.waitFor(() => expect(model.pages.total).toBe(1));
    expect(model.types.length).toBeGreaterThan(1);
  });

  it('loads only the pages that are looked at', async () => {
    const { model, server, lists } = setUp();
    server.entries = manyEntries(10_000);
    await model.open();
    expect(model.pages.total).toBe(10_000);
    expect(model.pages.at(5_000)).toBeUndefined();
    model.pages.ensure(4_990, 5_010);
    model.pages.ensure(4_990, 5_010);
    await vi.waitFor(() => expect(model.pages.at(5_000)).toBeDefined());
    expect(lists()).toHaveLength(3);
  });

  it('waits for a pause in typing and asks once', async () => {
    const { model, lists } = setUp();
    await model.open();
    for (const text of ['b', 'be', 'bell']) model.text = text;
    await vi.waitFor(() => expect(model.pages.total).toBe(2));
    expect(lists()).toHaveLength(2);
    expect(lists()[1]).toContain('text=bell');
  });

  it('drops the answer to an older filter', async () => {
    const { model, server } = setUp();
    await model.open();
    server.delayMs = 20;
    model.tag = 'river';
    server.delayMs = 0;
    model.tag = '';
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(model.pages.total).toBe(sampleEntries.length);
  });

  it('keeps only entries with problems, and shows every one again', async () => {
    const { model } = setUp();
    model.withProblems = true;
    await vi.waitFor(() => expect(model.pages.total).toBe(2));
    expect(model.isNarrowed).toBe(true);
    model.showAll();
    await vi.waitFor(() => expect(model.pages.total).toBe(sampleEntries.length));
  });

  it('opens an entry with its text, and tells when it is gone', async () => {
    const { model, server } = setUp();
    await model.select('id-maren-tull');
    expect(model.detail.value?.text).toContain('harbor bell');
    server.entries = [];
    await model.select('id-lantern-quay');
    expect(model.detail.value).toBeUndefined();
    expect(model.detail.failure).toMatchObject({ kind: 'refused', status: 404 });
  });

  it('keeps the list when loading it again fails', async () => {
    const { model, server } = setUp();
    await model.open();
    server.refusal = { status: 500, detail: 'Out of order.' };
    await model.refresh();
    expect(model.pages.failure).toMatchObject({ detail: 'Out of order.' });
    expect(model.pages.at(0)?.title).toBe('Harbor law');
  });
});
