import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fillGaps, fillManyGaps } from '../../../tests/browser/support/gap-world';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { GapsModel } from './gaps-model.svelte';

let server: ScriptedServer;
let model: GapsModel;

beforeEach(() => {
  server = new ScriptedServer();
  model = new GapsModel(createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken }));
});

const titles = () => model.gaps.map(({ title }) => title);
const gap = (title: string) => server.gaps.gaps.find((one) => one.title === title);

describe('the inbox of gaps', () => {
  beforeEach(async () => {
    fillGaps(server);
    await model.refresh();
  });

  test('shows what is to be done, and other states on request', async () => {
    expect(titles()).toContain('Order of the Tide');
    expect(titles()).not.toContain('Velm');
    model.view = 'hidden';
    await vi.waitFor(() => expect(titles()).toEqual(['Velm']));
  });

  test('takes a decision back with the state that each gap had', async () => {
    model.tickAll();
    await model.decide(model.ticked, 'dismissed');
    expect(titles()).toEqual([]);
    expect(model.ticked).toEqual([]);
    await model.undo();
    expect(model.decided).toBeUndefined();
    expect(gap('Brakk')?.status).toBe('open');
    expect(gap('Suddenly')?.status).toBe('dismissed');
  });

  test('keeps everything as it was when a decision could not be made', async () => {
    server.isOffline = true;
    await model.decide(model.gaps.slice(0, 1), 'hidden');
    expect(model.failure).toEqual({ kind: 'offline' });
    expect(model.decided).toBeUndefined();
    expect(titles()).toHaveLength(5);
  });

  test('keeps what was written when it could not be noted', async () => {
    server.gaps.refusal = 'The entry “Brakk” has this name already.';
    model.draft = { title: 'Brakk', reason: 'A smith.' };
    await model.note();
    expect(model.draft).toEqual({ title: 'Brakk', reason: 'A smith.' });
    expect(model.failure).toMatchObject({ detail: 'The entry “Brakk” has this name already.' });
    server.gaps.refusal = undefined;
    await model.note();
    expect(model.draft).toBeUndefined();
    expect(titles()).toContain('Brakk');
  });

  test('links a gap to an entry by a proposal of its own', async () => {
    const [ossa] = model.gaps;
    if (ossa === undefined) throw new Error('There is no gap.');
    model.beginLink(ossa);
    const { link } = model;
    if (link === undefined) throw new Error('Nothing is linked.');
    await link.propose();
    expect(server.edits.proposals).toEqual([]);
    link.entry = { title: 'Lantern Quay', path: 'Lore/Lantern Quay.md' };
    link.as = 'aliases';
    link.name = 'Captain Ossa';
    await link.propose();
    expect(server.edits.proposals[0]?.patch).toEqual({
      kind: 'change',
      path: 'Lore/Lantern Quay.md',
      operations: [{ kind: 'add-items', name: 'aliases', items: ['Captain Ossa'] }],
    });
    expect(link.proposal?.head?.status).toBe('open');
  });

  test('follows what happens on the server, once it was looked at', async () => {
    const asked = () => server.requests.filter((request) => request.startsWith('GET /v1/gaps')).length;
    const before = asked();
    model.followEvent({ kind: 'gaps-changed', data: {} });
    await vi.waitFor(() => expect(asked()).toBe(before + 1));
    model.clear();
    model.followEvent({ kind: 'gaps-changed', data: {} });
    model.followIndex();
    expect(asked()).toBe(before + 1);
  });
});

test('hundreds of gaps come in steps', async () => {
  fillManyGaps(server);
  await model.refresh();
  expect(model.gaps).toHaveLength(50);
  expect(model.hasMore).toBe(true);
  model.showMore();
  await vi.waitFor(() => expect(model.gaps).toHaveLength(100));
});
