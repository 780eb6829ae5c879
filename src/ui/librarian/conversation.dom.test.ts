import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerOf, callOf, sessionOf } from '../../../tests/browser/support/librarian-world';
import { proposalOf } from '../../../tests/browser/support/scripted-edits';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import type { WireAnswerPart, WireLibrarianMessage } from '../../server/contract/wire-librarian';
import { Conversation } from './conversation.svelte';

let server: ScriptedServer;
let conversation: Conversation;
const client = () => createClient({ fetch: server.fetch, base: 'http://h', token: () => adminToken });
const said = (text: string): WireLibrarianMessage => ({ role: 'user', at: 0, text });
const proposed = (proposal: string, status: 'open' | 'accepted' = 'open'): WireAnswerPart => ({
  kind: 'proposal',
  call: proposal,
  proposal,
  action: 'change',
  title: proposal,
  path: `Lore/${proposal}.md`,
  status,
});

async function open(messages: readonly WireLibrarianMessage[] = []): Promise<void> {
  server.librarian.sessions = [sessionOf({ id: 's', messages })];
  conversation = new Conversation(client(), 's');
  await conversation.open();
}

beforeEach(() => {
  server = new ScriptedServer();
});
afterEach(() => conversation.leave());

describe('saying something', () => {
  test('shows it at once and the answer as it is written', async () => {
    await open();
    server.librarian.every = 40;
    server.librarian.parts = [
      { kind: 'text', text: 'One two three.' },
      callOf('c', 'get_entry', 'Read entry', 'Read “Orla”', 'Captain.', {}),
    ];
    conversation.draft = '  Who? ';
    const told = conversation.tell();
    expect([conversation.draft, conversation.isRunning, conversation.messages]).toMatchObject([
      '',
      true,
      [{ text: 'Who?' }],
    ]);
    await expect
      .poll(() => conversation.running?.parts[0])
      .toMatchObject({ text: expect.stringMatching(/^One(?: two)?$/) as unknown });
    await told;
    expect([conversation.isRunning, conversation.running]).toEqual([false, undefined]);
    expect(conversation.messages[1]).toMatchObject({
      state: 'done',
      parts: [{ text: 'One two three.' }, { state: 'done' }],
    });
  });

  test('puts the words back when they are refused', async () => {
    await open([said('First'), answerOf([])]);
    server.librarian.refusal = 'Answers are being written in several conversations already.';
    conversation.draft = 'Second';
    await conversation.tell();
    expect([conversation.draft, conversation.messages.length]).toEqual(['Second', 2]);
    expect(conversation.failure).toMatchObject({ detail: server.librarian.refusal });
  });

  test('puts the words back when nobody answers', async () => {
    await open();
    server.isOffline = true;
    conversation.draft = 'Second';
    await conversation.tell();
    expect([conversation.draft, conversation.failure]).toEqual(['Second', { kind: 'offline' }]);
  });

  test('ends with the sentence of the model’s failure', async () => {
    await open();
    server.librarian.failure = { error: 'network', sentence: 'The provider cannot be reached.' };
    conversation.draft = 'Who?';
    await conversation.tell();
    expect(conversation.messages[1]).toMatchObject({ state: 'failed', parts: [{}, { tone: 'error' }] });
  });

  test('can be stopped, and goes on when it is let', async () => {
    await open();
    server.librarian.every = 5;
    server.librarian.parts = [{ kind: 'text', text: 'word '.repeat(200) }];
    conversation.draft = 'Who?';
    const told = conversation.tell();
    await expect.poll(() => conversation.running?.parts.length).toBe(1);
    await conversation.stop();
    await told;
    expect(conversation.messages[1]).toMatchObject({ state: 'stopped' });
    server.librarian.parts = [{ kind: 'text', text: 'Done.' }];
    conversation.draft = 'mine';
    await conversation.goOn();
    expect([conversation.draft, conversation.messages[2]]).toMatchObject(['mine', { text: 'Go on.' }]);
  });
});

test('an answer is written anew in the place of the last one', async () => {
  await open([said('Who?'), answerOf([{ kind: 'text', text: 'Nobody.' }])]);
  server.librarian.parts = [{ kind: 'text', text: 'Orla.' }];
  await conversation.regenerate();
  expect(conversation.messages).toMatchObject([{ text: 'Who?' }, { parts: [{ text: 'Orla.' }] }]);
});

test('what was said otherwise stays in its field when it is refused', async () => {
  await open([said('Who?'), answerOf([])]);
  server.librarian.refusal = 'Not now.';
  conversation.editing = { message: 0, text: 'Where?' };
  expect(await conversation.branch()).toBeUndefined();
  expect([conversation.editing.text, conversation.failure]).toMatchObject(['Where?', { detail: 'Not now.' }]);
});

test('a long conversation comes in steps from its end', async () => {
  await open(Array.from({ length: 250 }, (_, at) => [said(String(at)), answerOf([])]).flat());
  expect(conversation.firstShown).toBe(460);
  conversation.showEarlier();
  expect(conversation.firstShown).toBe(420);
});

test('what all answers took is counted together', async () => {
  await open([said('a'), answerOf([]), said('b'), answerOf([])]);
  expect(conversation.spent).toMatchObject({ requests: 6, input: 36_800, cost: 0.0824 });
});

describe('proposals', () => {
  beforeEach(async () => {
    server.edits.proposals = ['one', 'two'].map((id) => proposalOf({ id }, 'a\n', 'b\n'));
    await open([said('Go'), answerOf([proposed('one'), proposed('two'), proposed('old', 'accepted')])]);
  });

  test('are accepted all at once', async () => {
    expect([conversation.changes.open, conversation.changes.hasAccepted]).toEqual([2, true]);
    await conversation.changes.acceptAll();
    expect(server.edits.proposals.map(({ status }) => status)).toEqual(['accepted', 'accepted']);
  });

  test('that were accepted and taken back leave nothing to undo', async () => {
    const { id, at, title, path, added, removed, diff } = proposalOf({ id: 'c' }, 'a\n', 'b\n');
    const origin = { tool: 'librarian' as const, session: 's' };
    server.edits.changes = [{ id, at, title, path, added, removed, diff, origin, kind: 'change', state: 'undone' }];
    server.edits.proposals = [proposalOf({ id: 'one', status: 'accepted', change: 'c' }, 'a\n', 'b\n')];
    await open([said('Go'), answerOf([proposed('one', 'accepted')])]);
    expect(conversation.changes.hasAccepted).toBe(true);
    const one = conversation.changes.proposal('one');
    conversation.changes.know(one);
    await conversation.changes.refresh();
    expect(conversation.changes.hasAccepted).toBe(false);
  });

  test('that are decided upon in their card wait no more', async () => {
    const one = conversation.changes.proposal('one');
    conversation.changes.know(one);
    await one.open();
    await one.reject();
    expect(conversation.changes.open).toBe(1);
  });

  test('are taken back one by one or all, and what stays is told', async () => {
    const { id, at, title, path, added, removed, diff } = proposalOf({ id: 'c' }, 'a\n', 'b\n');
    const change = { id, at, title, path, added, removed, diff, kind: 'change' as const, state: 'applied' as const };
    server.edits.changes = ['c', 'd'].map((one) => ({
      ...change,
      id: one,
      origin: { tool: 'librarian' as const, session: 's' },
    }));
    server.edits.kept = { d: 'It was changed since, and stays.' };
    await conversation.changes.undo('c');
    expect(conversation.changes.takenBack).toEqual({ kind: 'undone', undone: { undone: ['c'], kept: [] } });
    await conversation.changes.undoAll();
    expect(conversation.changes.takenBack).toMatchObject({ undone: { kept: [{ id: 'd' }] } });
  });
});
