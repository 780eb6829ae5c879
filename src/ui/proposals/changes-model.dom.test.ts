import { beforeEach, describe, expect, test } from 'vitest';
import { proposalOf } from '../../../tests/browser/support/scripted-edits';
import { adminToken, readToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { ChangesModel } from './changes-model.svelte';

let server: ScriptedServer;
let token = adminToken;
let model: ChangesModel;
const first = () => model.cards[0];

beforeEach(async () => {
  server = new ScriptedServer();
  token = adminToken;
  const conflict = { base: 'a\n', mine: 'b\n', theirs: 'c\n' };
  server.edits.proposals = [
    proposalOf({ id: 'one', path: 'Lore/One.md' }, 'a\n', 'b\n'),
    proposalOf({ id: 'two', path: 'Lore/Two.md', status: 'conflict', conflict }, 'a\n', 'c\n'),
    proposalOf({ id: 'old', path: 'Lore/Old.md', status: 'rejected' }, 'a\n', 'c\n'),
  ];
  const { id, at, title, path, added, removed, diff } = proposalOf({ id: 'done' }, 'a\n', 'b\n');
  const change = { id, at, title, path, added, removed, diff, kind: 'change' as const, state: 'applied' as const };
  server.edits.changes = [
    { ...change, origin: { tool: 'librarian', session: 's' } },
    { ...change, id: 'more', origin: { tool: 'librarian', session: 's' } },
  ];
  model = new ChangesModel(createClient({ fetch: server.fetch, base: 'http://h', token: () => token }));
  await model.refresh();
});

describe('the inbox', () => {
  test('holds what waits, and on demand what was decided', async () => {
    expect(model.cards.map(({ id }) => id)).toEqual(['one', 'two']);
    model.showsClosed = true;
    await model.refresh();
    expect(model.cards.map(({ id }) => id)).toEqual(['one', 'two', 'old']);
  });

  test('accepts all that are open, not what is in conflict', async () => {
    await model.acceptAll();
    expect(server.edits.proposals.map(({ status }) => status)).toEqual(['accepted', 'conflict', 'rejected']);
  });

  test('keeps what the user writes in a card while news arrive', async () => {
    const card = first();
    await card?.open();
    card?.edit();
    if (card) card.draft = 'mine';
    model.followEvent({ kind: 'proposals-changed', data: {} });
    await model.refresh();
    expect([first(), first()?.draft]).toEqual([card, 'mine']);
  });

  test('says why somebody who may only read cannot decide', async () => {
    token = readToken;
    await first()?.accept();
    expect(first()?.failure).toMatchObject({ kind: 'refused', status: 403 });
  });
});

describe('a card', () => {
  test('sends the edited text with the version that the user saw', async () => {
    const card = first();
    await card?.open();
    card?.edit();
    expect(card?.draft).toBe('b\n');
    if (card) card.draft = 'mine\n';
    await card?.accept();
    expect(server.edits.lastAcceptance).toEqual({ text: 'mine\n', base: 'base' });
    expect([card?.draft, card?.head?.status]).toEqual([undefined, 'accepted']);
  });

  test('takes the text proposed in a conflict', async () => {
    const card = model.cards[1];
    await card?.open();
    expect(card?.isConflict).toBe(true);
    await card?.accept();
    expect(server.edits.lastAcceptance).toEqual({ text: 'c\n', base: 'base' });
  });

  test('keeps the draft when the server refuses', async () => {
    server.edits.refusal = 'The disk is full.';
    const card = first();
    await card?.open();
    card?.edit();
    await card?.accept();
    expect([card?.draft, card?.failure]).toEqual(['b\n', expect.objectContaining({ detail: 'The disk is full.' })]);
  });
});

describe('the log', () => {
  test('takes one change back, or all of a session, and tells what stays', async () => {
    server.edits.kept = { more: 'It was changed since, and stays.' };
    await model.undo('done');
    expect(model.outcome).toEqual({ kind: 'undone', undone: { undone: ['done'], kept: [] } });
    await model.undoSession('s');
    expect(model.outcome).toMatchObject({ undone: { kept: [{ id: 'more' }] } });
    expect(model.changes.map(({ state }) => state)).toEqual(['undone', 'applied']);
  });

  test('does a change again that was taken back, once, and tells why it cannot', async () => {
    await model.undo('done');
    server.edits.kept = { done: 'The same lines were changed since.' };
    await model.redo('done');
    expect(model.outcome).toMatchObject({ kind: 'failed', failure: { detail: 'The same lines were changed since.' } });
    server.edits.kept = {};
    await model.redo('done');
    expect(model.outcome).toMatchObject({ kind: 'redone', change: { state: 'applied' } });
    expect(model.changes.map(({ state, redone }) => [state, redone])).toEqual([
      ['applied', undefined],
      ['undone', 'done again'],
      ['applied', undefined],
    ]);
  });

  test('loads the diff of a change once', async () => {
    const detail = model.diffOf('done');
    expect(model.diffOf('done')).toBe(detail);
    await expect.poll(() => detail.value?.diff.added).toBe(1);
  });
});
