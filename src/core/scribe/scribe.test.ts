import { beforeEach, describe, expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { requestFor, chatOf } from '../../../tests/support/lore-vault';
import {
  played,
  rest,
  retold,
  scribeHost,
  sessionPaths,
  spliced,
  summarize,
  tell,
  type ScribeHost,
} from '../../../tests/support/scribe-host';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { ModelError } from '../ai/model-error';
import type { ToldSummary } from './scribe';

const says = (pattern: RegExp): unknown => expect.stringMatching(pattern);
let host: ScribeHost;
beforeEach(async () => {
  host = await scribeHost({ settings: { scribeEvery: 0, scribeRollUp: 0 } });
});
const told = async (chat = 'c'): Promise<readonly ToldSummary[]> => (await host.engine.scribe.told(chat)).summaries;
const ranges = async (chat = 'c') => (await told(chat)).map(({ from, to, state }) => [from, to, state]);
/** A model that never answers. */
const SILENCE = { isSilent: true } as const;
const lastPrompt = (): string => host.model.requests.at(-1)?.messages.at(-1)?.text ?? '';

describe('on command', () => {
  test('everything is summed up in a note that names its chat', async () => {
    await tell(host, played(3));
    await summarize(host);
    expect(await ranges()).toEqual([[0, 5, 'fresh']]);
    const [path = ''] = await sessionPaths(host);
    expect(path).toBe('Sessions/Tale of c – 2024-01-01 00.00 – Scene 1.md');
    expect(host.source.text(path)).toMatch(
      /tags:\n {2}- lorebook-session\nlevel: scene\nnumber: 1\nchat: Tale of c\nchat_id: c\n/,
    );
    expect(host.source.text(path)).toMatch(/first_message: 0\nfirst_hash: \S+\nlast_message: 5\nlast_hash: \S+\n/);
    expect(host.source.text(path)).toMatch(/content_hash: \S+[\s\S]*---\nIt began with the 1th\.\n$/);
  });

  test('the date is the one of the user', async () => {
    host = await scribeHost({ settings: { scribeEvery: 0 }, ports: { minutesEast: () => -90 } });
    await tell(host, played(1));
    await summarize(host);
    expect(await sessionPaths(host)).toEqual(['Sessions/Tale of c – 2023-12-31 22.30 – Scene 1.md']);
  });

  test('the focus is told to the model, and what was told before', async () => {
    await tell(host, played(2));
    await summarize(host);
    await tell(host, played(4));
    await summarize(host, 'c', 'who knows of the letter');
    expect(await ranges()).toEqual([
      [0, 3, 'fresh'],
      [4, 7, 'fresh'],
    ]);
    expect(lastPrompt()).toContain('who knows of the letter');
    expect(lastPrompt()).toContain('<summary>\nIt began with the 1th.\n</summary>');
    expect(lastPrompt()).not.toContain('1th time');
  });

  test('nothing is asked where all is told, where no messages are known, or where no model is set up (BR-184)', async () => {
    expect(await host.engine.scribe.summarize('c')).toMatchObject({ kind: 'refused', sentence: says(/not known/) });
    await tell(host, played(1));
    await summarize(host);
    expect(await host.engine.scribe.summarize('c')).toMatchObject({ sentence: says(/summed up already/) });
    const asked = host.model.requests.length;
    const bare = await scribeHost({ hasNoModel: true });
    await tell(bare, played(9));
    expect(await bare.engine.scribe.summarize('c')).toMatchObject({ sentence: says(/AI Search/) });
    expect(bare.engine.scribe.jobs()).toEqual([]);
    expect([bare.model.requests.length, host.model.requests.length]).toEqual([0, asked]);
  });

  test('all of 130 messages is covered in parts, and two chats that end on one day have two notes (BR-189)', async () => {
    await host.engine.changeSettings({ scribeSceneTokens: 300 });
    for (const chat of ['a', 'b']) {
      await tell(host, played(10), chat);
      await summarize(host, chat);
      await tell(host, played(75), chat);
      await summarize(host, chat);
    }
    const covered = (await told('a')).flatMap(({ summary }) => summary.messages.map(({ index }) => index));
    expect(covered).toEqual(Array.from({ length: 150 }, (_, index) => index));
    const paths = await sessionPaths(host);
    expect(paths.filter((path) => path.includes('Tale of a')).length).toBe((await told('a')).length);
    expect(new Set(paths).size).toBe((await told('a')).length + (await told('b')).length);
  });

  test('a message that alone is too long is read in pieces, none of which is left out', async () => {
    await host.engine.changeSettings({ scribeSceneTokens: 200 });
    const words = Array.from({ length: 700 }, (_, at) => `word${String(at)}`);
    await tell(host, [{ role: 'assistant', name: 'Vesk', text: words.join(' ') }]);
    await summarize(host);
    const seen = host.model.requests.map(({ messages }) => messages.at(-1)?.text ?? '').join('\n');
    expect(words.filter((word) => !new RegExp(`\\b${word}\\b`).test(seen))).toEqual([]);
    expect(await ranges()).toEqual([[0, 0, 'fresh']]);
    expect(host.model.requests.length).toBeGreaterThan(3);
  });
});

describe('by itself', () => {
  beforeEach(() => host.engine.changeSettings({ scribeEvery: 5 }));

  test('a summary is written after so many replies, and not before', async () => {
    await tell(host, played(4));
    await rest(host);
    expect(await told()).toEqual([]);
    await tell(host, played(5));
    await rest(host);
    expect(await ranges()).toEqual([[0, 9, 'fresh']]);
    await tell(host, played(9));
    await rest(host);
    expect(await told()).toHaveLength(1);
    expect(host.model.requests).toHaveLength(1);
  });

  test('a scene mark ends a scene, however short', async () => {
    const marked = [...played(1), { role: 'user' as const, name: 'Mara', text: 'We leave.\n***' }, ...played(1, 7)];
    await tell(host, marked);
    await rest(host);
    expect(await ranges()).toEqual([[0, 2, 'fresh']]);
  });

  test('swiping through replies asks nobody (BR-195)', async () => {
    await tell(host, played(5));
    await rest(host);
    const asked = host.model.requests.length;
    for (const text of ['Another.', 'A third.', 'The tide takes the 5th boat.']) {
      await tell(host, [...played(5).slice(0, -1), { role: 'assistant', name: 'Vesk', text }]);
      await rest(host);
    }
    expect(host.model.requests).toHaveLength(asked);
    expect(await ranges()).toEqual([[0, 9, 'fresh']]);
  });

  test('two tabs that tell the same chat make one note', async () => {
    await Promise.all([tell(host, played(5)), tell(host, played(5)), host.engine.scribe.summarize('c')]);
    await rest(host);
    expect(await sessionPaths(host)).toHaveLength(1);
    expect(host.model.requests).toHaveLength(1);
  });
});

describe('a chat that changes', () => {
  beforeEach(async () => {
    for (const turns of [2, 4, 6]) {
      await tell(host, played(turns));
      await summarize(host);
    }
  });
  const changed = async (change: (lines: ReturnType<typeof played>) => ReturnType<typeof played>): Promise<void> => {
    await tell(host, change(played(6)));
  };

  test('makes the summary of an edited message stale, and only that one is written anew, in its note', async () => {
    await changed((lines) => retold(lines, 5, 'No: the 77th boat.'));
    expect((await ranges()).map(([, , state]) => state)).toEqual(['fresh', 'stale', 'fresh']);
    const [before, asked] = [await sessionPaths(host), host.model.requests.length];
    await summarize(host);
    expect(host.model.requests).toHaveLength(asked + 1);
    expect(await sessionPaths(host)).toEqual(before);
    expect((await ranges()).map(([, , state]) => state)).toEqual(['fresh', 'fresh', 'fresh']);
  });

  test('has one summary written anew, and no other, when only that is asked for', async () => {
    await changed((lines) => retold(retold(lines, 1, 'No: the 77th boat.'), 9, 'No: the 78th boat.'));
    const [first, , third] = await told();
    const asked = host.model.requests.length;
    expect(await host.engine.scribe.redo('c', third?.summary.id ?? '', 'the letter')).toMatchObject({ kind: 'job' });
    await rest(host);
    expect(host.model.requests).toHaveLength(asked + 1);
    expect(lastPrompt()).toContain('78th boat');
    expect((await ranges()).map(([, , state]) => state)).toEqual(['stale', 'fresh', 'fresh']);
    expect((await told())[0]?.text).toBe(first?.text);
    expect(await host.engine.scribe.redo('c', 'unknown')).toEqual({ kind: 'missing' });
  });

  test('keeps the summaries behind a deleted message, whose indexes moved', async () => {
    await changed((lines) => spliced(lines, 1, 1));
    expect(await ranges()).toEqual([
      [0, 2, 'stale'],
      [3, 6, 'fresh'],
      [7, 10, 'fresh'],
    ]);
  });

  test('loses a summary whose messages are all deleted, and its note stays', async () => {
    await changed((lines) => spliced(lines, 4, 4));
    expect((await ranges()).map(([, , state]) => state)).toEqual(['fresh', 'gone', 'fresh']);
    await summarize(host);
    expect(await ranges()).toEqual([
      [0, 3, 'fresh'],
      [4, 7, 'fresh'],
    ]);
    expect(await sessionPaths(host)).toHaveLength(3);
  });

  test('counts on from the last number, also when a scene in front is gone', async () => {
    await changed((lines) => [...spliced(lines, 0, 4), ...played(1, 70)]);
    await summarize(host);
    expect((await told()).map(({ summary }) => summary.number)).toEqual([2, 3, 4]);
    expect((await sessionPaths(host)).map((path) => path.slice(-10, -3))).toEqual([
      'Scene 1',
      'Scene 2',
      'Scene 3',
      'Scene 4',
    ]);
  });

  test('has a scene that is hidden but for what was edited written anew with what it told of the hidden', async () => {
    const hidden = (lines: ReturnType<typeof played>, from: number, to: number): ReturnType<typeof played> =>
      lines.map((line, at) => (at >= from && at < to ? { ...line, hidden: true } : line));
    await changed((lines) => hidden(retold(lines, 7, 'No: the 77th boat.'), 4, 7));
    await summarize(host);
    expect(lastPrompt()).toContain('Some messages are hidden by now');
    expect(lastPrompt()).toContain('It began with the 3th.');
    expect((await told()).flatMap(({ summary }) => summary.messages)).toHaveLength(12);
  });

  test('keeps the summaries of messages that only were hidden', async () => {
    await changed((lines) => lines.map((line, at) => (at < 8 ? { ...line, hidden: true } : line)));
    expect((await ranges()).map(([, , state]) => state)).toEqual(['fresh', 'fresh', 'fresh']);
    expect((await host.engine.scribe.recap('c')).parts).toHaveLength(3);
  });

  test('asks before it writes over what the user wrote in a note', async () => {
    const [path = ''] = await sessionPaths(host);
    await host.writer.replace(
      path,
      host.source.text(path) ?? '',
      (host.source.text(path) ?? '').replace('It began', 'Mine'),
    );
    expect((await told())[0]?.text).toContain('Mine with the 1th');
    await changed((lines) => retold(lines, 0, 'The 88th time.'));
    await summarize(host);
    expect(host.source.text(path)).toContain('Mine with the 1th');
    // Until then the note tells of messages that are not there any more.
    expect((await told())[0]?.text).toContain('It began with the 88th');
    const waiting = (await host.engine.edits.list()).filter(({ status }) => status === 'open');
    expect(waiting.map((proposal) => proposal.path)).toEqual([path]);
    await host.engine.edits.accept(waiting[0]?.id ?? '');
    expect(host.source.text(path)).toContain('It began with the 88th');
  });

  test('that goes on as a branch keeps what both share, and never writes into the notes of the other', async () => {
    const notes = await sessionPaths(host);
    const texts = notes.map((path) => host.source.text(path));
    await tell(host, [...played(3), ...played(2, 50)], 'branch', 'c');
    expect((await ranges('branch')).map(([, , state]) => state)).toEqual(['fresh', 'stale', 'stale']);
    await summarize(host, 'branch');
    expect((await ranges('branch')).map(([, , state]) => state)).toEqual(['fresh', 'fresh', 'fresh']);
    expect(notes.map((path) => host.source.text(path))).toEqual(texts);
    expect((await sessionPaths(host)).filter((path) => path.includes('Tale of branch'))).toHaveLength(2);
    expect((await ranges()).map(([, , state]) => state)).toEqual(['fresh', 'fresh', 'fresh']);
  });
});

describe('chapters and arcs', () => {
  test('sum up scenes and chapters, link to them, and follow when one is written anew', async () => {
    await host.engine.changeSettings({ scribeRollUp: 2 });
    for (const turns of [1, 2, 3, 4]) {
      await tell(host, played(turns));
      await summarize(host);
    }
    const levels = async () => (await told()).map(({ summary, from, to }) => [summary.level, from, to]);
    expect((await levels()).filter(([level]) => level !== 'scene')).toEqual([
      ['chapter', 0, 3],
      ['chapter', 4, 7],
      ['arc', 0, 7],
    ]);
    const chapter = (await told()).find(({ summary }) => summary.level === 'chapter');
    expect(host.source.text(chapter?.note.path ?? '')).toContain(
      'parts:\n  - "[[Tale of c – 2024-01-01 00.00 – Scene 1]]"',
    );
    const recap = await host.engine.scribe.recap('c');
    expect(recap.parts.map(({ summary }) => summary.level)).toEqual(['arc']);

    const asked = host.model.requests.length;
    await tell(host, retold(played(4), 0, 'Never the 99th.'));
    expect((await told()).flatMap(({ summary, state }) => (state === 'stale' ? [summary.level] : []))).toEqual([
      ...['scene', 'chapter', 'arc'],
    ]);
    await summarize(host);
    // The scene, its chapter, and the arc.
    expect(host.model.requests).toHaveLength(asked + 3);
    expect((await told()).every(({ state }) => state === 'fresh')).toBe(true);
  });
});

describe('what a model writes', () => {
  const written = async (text: string): Promise<string> => {
    host = await scribeHost({ settings: { scribeEvery: 0 }, script: [{ answer: { text } }] });
    await tell(host, played(1));
    await summarize(host);
    const [path = ''] = await sessionPaths(host);
    return host.source.text(path) ?? '';
  };

  test('does nothing in a note, and makes no lore of it', async () => {
    const note = await written(
      '---\ntags: [lorebook]\nkeys: [mara]\n---\nMara left. #lorebook <% tp.file.delete() %> {{setvar::a::b}} {{char}} [x](obsidian://open)',
    );
    expect(note).toContain('<\\% tp.file');
    expect(note).toContain('{\\{setvar');
    expect(note).toContain('{{char}}');
    expect(note).not.toContain('](obsidian:');
    expect(host.engine.status()).toMatchObject({ entries: 0, quarantined: 0 });
  });

  test('holds no thoughts of the model', async () => {
    expect(await written('<think>Mara is "Forge"?</think>\n# Summary\n\nMara left.')).toMatch(/---\nMara left\.\n$/);
  });

  test.each(['', '   ', 'null', '[]', '{}', '<think>Hm</think>', '```\n\n```'])(
    'makes no note when it is %j (BR-175)',
    async (text) => {
      host = await scribeHost({ settings: { scribeEvery: 0 }, script: [{ answer: { text } }] });
      await tell(host, played(1));
      await host.engine.scribe.summarize('c');
      await rest(host);
      expect(await sessionPaths(host)).toEqual([]);
      expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'waiting', tries: 1 }]);
    },
  );

  test('is kept to its last sentence where it was cut off, and it is said', async () => {
    host = await scribeHost({
      settings: { scribeEvery: 0 },
      script: [{ answer: { text: 'Mara left. Then Ve', finish: 'length' } }],
    });
    await tell(host, played(1));
    await summarize(host);
    expect(await told()).toMatchObject([{ text: 'Mara left.', summary: { isCut: true } }]);
  });
});

describe('the queue', () => {
  const failing = new ModelError('rate-limit', 'Too many.', { status: 429, retryAfter: 400_000 });

  test('waits as the provider says, and ends what it began', async () => {
    host = await scribeHost({
      settings: { scribeEvery: 0 },
      script: [{ error: failing }, { answer: { text: 'Done.' } }],
    });
    await tell(host, played(1));
    await host.engine.scribe.summarize('c');
    await rest(host);
    expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'waiting', tries: 1, sentence: 'Too many.' }]);
    host.time.advance(401_000);
    await rest(host);
    expect(await told()).toMatchObject([{ text: 'Done.' }]);
    expect(host.engine.scribe.jobs('c')).toEqual([]);
  });

  test('gives up after five tries, and at once where waiting does not help', async () => {
    const broken = Array.from({ length: 9 }, () => ({ error: new ModelError('timeout', 'Late.') }));
    host = await scribeHost({ settings: { scribeEvery: 0 }, script: broken });
    await tell(host, played(1));
    await host.engine.scribe.summarize('c');
    for (let tries = 0; tries < 6; tries += 1) {
      await rest(host);
      host.time.advance(1_000_000);
    }
    expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'failed', tries: 5 }]);
    expect(host.model.requests).toHaveLength(5);

    host = await scribeHost({ settings: { scribeEvery: 1 }, script: [{ error: new ModelError('auth', 'No key.') }] });
    await tell(host, played(1));
    await rest(host);
    expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'failed', sentence: 'No key.' }]);
    await tell(host, played(2));
    await rest(host);
    expect(host.model.requests).toHaveLength(1);
  });

  test('is stopped by the user, and what was written stays', async () => {
    host = await scribeHost({
      settings: { scribeEvery: 0, scribeSceneTokens: 200 },
      script: [{ answer: { text: 'First.' } }, { isSilent: true }],
    });
    await tell(host, played(30));
    await host.engine.scribe.summarize('c');
    await settled();
    host.time.advance(600);
    await settled();
    expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'running', done: 1 }]);
    expect(await host.engine.scribe.cancel('c')).toBe(true);
    expect(host.engine.scribe.jobs('c')).toEqual([]);
    expect(await told()).toMatchObject([{ text: 'First.' }]);
    expect(await host.engine.scribe.cancel('c')).toBe(false);
  });

  test('goes on after a restart, without a second note', async () => {
    const { store, source } = host;
    host = await scribeHost({
      ...{ store, notes: source, settings: { scribeEvery: 0, scribeSceneTokens: 200, scribeRollUp: 0 } },
      script: [{ answer: { text: 'First.' } }, { isSilent: true }],
    });
    await tell(host, played(30));
    await host.engine.scribe.summarize('c');
    await settled();
    host.time.advance(600);
    await settled();
    await host.engine.close();
    expect(await sessionPaths(host)).toHaveLength(1);
    host = await scribeHost({ store, notes: source });
    await rest(host);
    const covered = (await told()).flatMap(({ summary }) => summary.messages.map(({ index }) => index));
    expect(covered).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(await sessionPaths(host)).toHaveLength((await told()).length);
    expect((await told())[0]?.text).toBe('First.');
  });

  test('goes on after the power went, of which nobody told it', async () => {
    const { source } = host;
    const store = new MemoryDocumentStore();
    const many = { settings: { scribeEvery: 0, scribeSceneTokens: 200, scribeRollUp: 0 } };
    host = await scribeHost({ ...many, store, notes: source, script: [{ answer: { text: 'First.' } }, SILENCE] });
    await tell(host, played(30));
    host.time.advance(3_000);
    await settled();
    await host.engine.scribe.summarize('c', 'the boats');
    for (let round = 0; round < 9 && host.engine.scribe.jobs('c')[0]?.done !== 1; round += 1) {
      await settled();
      host.time.advance(200);
    }
    expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'running', done: 1 }]);
    const kept = new MemoryDocumentStore();
    for (const name of store.names) kept.setText(name, store.text(name) ?? '');
    host = await scribeHost({ store: kept, notes: source });
    await rest(host);
    expect(host.engine.scribe.jobs()).toEqual([]);
    expect((await told()).flatMap(({ summary }) => summary.messages)).toHaveLength(60);
    expect((await told())[0]?.text).toBe('First.');
    expect(host.model.requests.every(({ messages }) => messages.at(-1)?.text.includes('the boats'))).toBe(true);
  });

  test('asks no more often for what changes all the time', async () => {
    let swipes = 0;
    const swiping = () => {
      swipes += 1;
      void tell(host, retold(played(2), 3, `Another version, the ${String(swipes)}th.`));
      return { answer: { text: `Version ${String(swipes)}.` }, after: 1_000 };
    };
    host = await scribeHost({
      settings: { scribeEvery: 0, scribeRollUp: 0 },
      script: Array.from({ length: 50 }, () => swiping),
    });
    await tell(host, played(2));
    await host.engine.scribe.summarize('c');
    await rest(host);
    // Once, and twice again for what was changed meanwhile.
    expect(host.model.requests).toHaveLength(3);
    expect(await ranges()).toEqual([[0, 3, 'stale']]);
    expect(host.engine.scribe.jobs()).toEqual([]);
  });

  test('has one piece of work for a chat, however often it is asked for, and all that was asked in it', async () => {
    host = await scribeHost({ settings: { scribeEvery: 0 }, script: [SILENCE, { answer: { text: 'Done.' } }] });
    await tell(host, played(1), 'other');
    await host.engine.scribe.summarize('other');
    await tell(host, played(1));
    for (const focus of ['the letter', 'the boat', 'the tide']) await host.engine.scribe.summarize('c', focus);
    expect(host.engine.scribe.jobs('c')).toMatchObject([{ state: 'waiting', focus: 'the letter the boat the tide' }]);
    await host.engine.scribe.cancel('other');
    await rest(host);
    expect(host.engine.scribe.jobs()).toEqual([]);
    expect(lastPrompt()).toContain('the letter the boat the tide');
  });

  test('that two hosts do at once makes one note', async () => {
    host = await scribeHost({ settings: { scribeEvery: 0 }, script: [{ answer: { text: 'Mine.' }, after: 5_000 }] });
    await tell(host, played(1));
    await host.engine.scribe.summarize('c');
    await settled();
    const other = await scribeHost({ notes: host.source, settings: { scribeEvery: 0 } });
    await tell(other, played(1));
    await summarize(other);
    host.time.advance(5_000);
    await rest(host);
    expect(await sessionPaths(host)).toHaveLength(1);
    expect(await told()).toMatchObject([{ text: 'It began with the 1th.', note: { state: 'written' } }]);
  });

  test('takes over the notes of another host, or of a data folder that was lost', async () => {
    await tell(host, played(3));
    await summarize(host);
    const { source } = host;
    host = await scribeHost({ notes: source, settings: { scribeEvery: 0, scribeRollUp: 0 } });
    await tell(host, played(3));
    await summarize(host);
    expect(host.model.requests).toEqual([]);
    expect(await sessionPaths(host)).toHaveLength(1);
    expect(await told()).toMatchObject([{ text: 'It began with the 1th.', note: { state: 'written' } }]);
  });

  test('takes over no note that tells of other messages, nor one that another of its scenes has', async () => {
    await tell(host, played(3));
    await summarize(host);
    const { source } = host;
    host = await scribeHost({ notes: source, settings: { scribeEvery: 0, scribeRollUp: 0 } });
    await tell(host, retold(played(3), 5, 'Another end.'));
    await summarize(host);
    expect(host.model.requests).toHaveLength(1);
    expect(await sessionPaths(host)).toHaveLength(2);
    const nod = { role: 'user' as const, name: 'Mara', text: 'I nod.\n***' };
    await tell(host, [nod, nod], 'nods');
    await summarize(host, 'nods');
    expect((await sessionPaths(host)).filter((path) => path.includes('Tale of nods'))).toHaveLength(2);
    expect(new Set((await told('nods')).map(({ note }) => note.path)).size).toBe(2);
  });

  test('loses nothing of what is played while a model is asked', async () => {
    host = await scribeHost({
      settings: { scribeEvery: 0, scribeRollUp: 0 },
      script: [
        { answer: { text: 'Early.' }, after: 5_000 },
        { answer: { text: 'Edited.' } },
        { answer: { text: 'Late.' } },
      ],
    });
    await tell(host, played(2));
    await host.engine.scribe.summarize('c');
    await settled();
    await tell(host, retold(played(3), 1, 'Something else.'));
    host.time.advance(5_000);
    await rest(host);
    expect(await ranges()).toEqual([[0, 3, 'fresh']]);
    expect((await host.engine.scribe.told('c')).untold).toEqual({ messages: 2, replies: 1 });
    await summarize(host);
    expect((await told()).map(({ text }) => text)).toEqual(['Edited.', 'Late.']);
  });
});

describe('in a turn', () => {
  const turn = async (settings: object, more: object = {}) => {
    await host.engine.changeSettings(settings);
    const result = await host.engine.generate(
      requestFor(chatOf('a', 'b'), {
        chat: { id: 'c', parent: undefined, name: undefined, isGroup: false },
        turn: 9,
        generationId: JSON.stringify([settings, more]),
        ...more,
      }),
      10_000,
    );
    return result.injections.map(({ key, text, position }) => [key, text, position]);
  };
  beforeEach(async () => {
    for (const turns of [2, 4]) {
      await tell(host, played(turns));
      await summarize(host);
    }
  });

  test('summaries stand at their own place, although no lore matched', async () => {
    expect(await turn({})).toEqual([]);
    expect(await turn({ scribeInject: 'last', scribePosition: 'before' })).toEqual([
      ['lorehearth/story', 'What happened before:\nIt began with the 3th.', 'before'],
    ]);
    expect(await turn({ scribeInject: 'story' })).toEqual([
      ['lorehearth/story', 'What happened before:\nIt began with the 1th.\n\nIt began with the 3th.', 'before'],
    ]);
  });

  test('none tells of the reply that is written anew, nor of one that was swiped away', async () => {
    const settings = { scribeInject: 'last' };
    expect(await turn(settings, { turn: 7 })).toMatchObject([
      ['lorehearth/story', expect.stringContaining('1th'), 'after'],
    ]);
    await tell(host, retold(played(4), 7, 'Swiped.'));
    expect(await turn(settings, { turn: 8 })).toMatchObject([
      ['lorehearth/story', expect.stringContaining('1th'), 'after'],
    ]);
  });

  test('the model that selects reads the last one', async () => {
    await host.writer.create('Lore/Vesk.md', '---\ntags: [lorebook]\nkeys: [vesk]\n---\nA captain.\n');
    await host.engine.refresh();
    const asked = host.model.requests.length;
    const generating = turn({ selectionMode: 'ai-only' });
    await settled();
    host.time.advance(600);
    await generating;
    expect(
      host.model.requests
        .slice(asked)
        .flatMap(({ messages }) => messages.map(({ text }) => text))
        .join('\n'),
    ).toContain('<summary>\nIt began with the 3th.');
  });
});

test('in propose mode a summary waits for the user, and what he makes of it counts (BR-187)', async () => {
  await host.engine.changeSettings({ toolModes: [] });
  await tell(host, played(2));
  await summarize(host);
  expect(await sessionPaths(host)).toEqual([]);
  expect(await told()).toMatchObject([{ note: { state: 'proposed' }, text: 'It began with the 1th.' }]);
  const [proposal] = await host.engine.edits.list();
  const text = (proposal?.after ?? '').replace('It began', 'Mine began');
  await host.engine.edits.editAndAccept(proposal?.id ?? '', { text });
  expect(await told()).toMatchObject([{ note: { state: 'written' }, text: 'Mine began with the 1th.' }]);
  expect((await host.engine.scribe.recap('c')).text).toContain('Mine began');
});

test('a note that waits for the user is replaced by the one of what was changed meanwhile: both could be accepted', async () => {
  await host.engine.changeSettings({ toolModes: [] });
  await tell(host, played(2));
  await summarize(host);
  await tell(host, retold(played(2), 0, 'The 88th time.'));
  await summarize(host);
  const open = (await host.engine.edits.list()).filter(({ status }) => status === 'open');
  expect(open.map(({ after }) => after)).toEqual([expect.stringContaining('It began with the 88th')]);
  await host.engine.edits.accept(open[0]?.id ?? '');
  expect(await sessionPaths(host)).toHaveLength(1);
});

test('a summary whose note was turned down is told to nobody', async () => {
  await host.engine.changeSettings({ toolModes: [] });
  await tell(host, played(2));
  await summarize(host);
  const [proposal] = await host.engine.edits.list();
  await host.engine.edits.reject(proposal?.id ?? '');
  expect(await told()).toMatchObject([{ note: { state: 'rejected' } }]);
  expect((await host.engine.scribe.recap('c')).text).toBe('');
});

test('a chat begins with nothing', async () => {
  const bare = engineHost();
  await bare.engine.open();
  expect(await bare.engine.scribe.told('x')).toMatchObject({ isKnown: false, summaries: [], untold: { messages: 0 } });
  expect(await bare.engine.scribe.recap('x')).toMatchObject({ text: '', parts: [] });
});
