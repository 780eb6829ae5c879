import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireGenerationAnswer } from '../../../server/contract/wire-generation';
import { Bridge } from '../bridge';
import { readNote } from '../message-note';
import { answer } from '../testing/answers';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern, type FakeMessage } from '../testing/fake-tavern';
import { readNotes } from './message-notes';

let tavern: FakeTavern;
let server: FakeLorehearth;
let bridge: Bridge;

const tagMode: Partial<WireGenerationAnswer> = { notepad: { mode: 'tag', tag: 'notes' } };
const extractMode: Partial<WireGenerationAnswer> = { notepad: { mode: 'extract' } };
const noted = (prose: string, notes: string): string => `${prose}\n\n<notes>\n${notes}\n</notes>`;
const last = (): FakeMessage => tavern.chat.at(-1)!;
/** What the last message is and what its shown version has noted. */
const shown = (): [string, string] => [last().mes, readNotes(last().extra)];
const kept = (): [string, string][] =>
  (last().swipes ?? []).map((text, at) => [text, readNotes(last().swipe_info?.[at]?.extra)]);
const lastNotes = () => server.requests.at(-1)?.notes;

async function start(part: Partial<WireGenerationAnswer>): Promise<void> {
  server.answers = [answer('g1', part)];
  tavern.extensionSettings['lorehearth'] = { token: 'good' };
  let ids = 0;
  const newId = (): string => `id${String((ids += 1))}`;
  bridge = new Bridge({ context: tavern.context, fetch: new FakeNetwork(server).fetch, newId, clientName: 'Test' });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('notes in a block of the reply', () => {
  beforeEach(() => start(tagMode));

  it.each([false, true])('are taken out and kept with the message (streamed: %s)', async (stream) => {
    await tavern.send('Hello.', { text: noted('She nods.', 'Ilse lies.'), stream });
    expect(shown()).toEqual(['She nods.', 'Ilse lies.']);
    expect(kept()).toEqual([['She nods.', 'Ilse lies.']]);
    expect(readNote(last().extra)?.record.g).toBe('g1');
  });

  it('are never seen while the reply is streamed', async () => {
    await tavern.send('Hello.', { text: noted('She nods slowly.', 'Ilse lies.'), stream: true });
    expect(tavern.screen).toContain('She nods');
    expect(tavern.screen.join('\n')).not.toMatch(/notes|lies/);
    expect(tavern.screen.at(-1)).toBe('She nods slowly.');
  });

  it('are kept as far as they came when the stop button is pressed', async () => {
    await tavern.send('Hello.', { text: noted('She nods.', 'Ilse lies.'), stream: true, stopAfter: 5 });
    expect(shown()).toEqual(['She nods.', 'Ilse']);
  });

  it('are taken out where the line died and nobody announces the version', async () => {
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.swipe({ text: noted('Two words.', 'b c'), stream: true, dieAfter: 5 });
    expect(shown()).toEqual(['Two words.', 'b']);
    expect(tavern.savedChat.at(-1)?.mes).toBe('Two words.');
  });

  it('go with the next request, those of the versions that are shown', async () => {
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.swipe({ text: noted('Two.', 'b') });
    expect(lastNotes()).toBeUndefined();
    expect(kept()).toEqual([
      ['One.', 'a'],
      ['Two.', 'b'],
    ]);
    await tavern.send('Go on.', { text: 'No notes.' });
    expect(lastNotes()).toEqual([[2, 'b']]);
    expect(readNotes(last().extra)).toBe('');
    await tavern.deleteLast(2);
    await tavern.browse(0);
    expect(shown()).toEqual(['One.', 'a']);
    await tavern.send('Again.');
    expect(lastNotes()).toEqual([[2, 'a']]);
  });

  it('go when their message is deleted or hidden, and stay when it is edited', async () => {
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.send('More.', { text: noted('Two.', 'b') });
    await tavern.edit(2, 'One, but otherwise.');
    await tavern.send('More.', { text: noted('Three.', 'c') });
    expect(lastNotes()).toEqual([
      [2, 'a'],
      [4, 'b'],
    ]);
    tavern.chat[2]!.is_system = true;
    await tavern.deleteLast(4);
    await tavern.send('More.');
    expect(lastNotes()).toBeUndefined();
  });

  it('travel to a branch', async () => {
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.branch('Ilse - 2', 2);
    await tavern.send('More.');
    expect(lastNotes()).toEqual([[2, 'a']]);
  });

  it.each([false, true])('of a reply that is continued are joined (streamed: %s)', async (stream) => {
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.continueReply({ text: noted(' Two.', 'b'), stream });
    expect(lastNotes()).toEqual([[2, 'a']]);
    expect(shown()).toEqual(['One. Two.', 'a\nb']);
  });

  it('belong to each version that comes with the same answer', async () => {
    await tavern.send('Hello.', { text: noted('One.', 'a'), moreSwipes: [noted('Two.', 'b'), 'Three.'] });
    expect(kept()).toEqual([
      ['One.', 'a'],
      ['Two.', 'b'],
      ['Three.', ''],
    ]);
    expect(tavern.savedChat.at(-1)?.swipes).toEqual(['One.', 'Two.', 'Three.']);
  });

  it('of older versions are left alone by whatever ends without a reply', async () => {
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.swipe({ text: noted('Two.', 'b') });
    await tavern.emit('GENERATION_STARTED', 'normal', {}, false);
    await tavern.emit('GENERATION_ENDED', tavern.chat.length);
    await tavern.quiet('Summarize.');
    await tavern.emit('GENERATION_ENDED', tavern.chat.length);
    expect(kept().map(([, notes]) => notes)).toEqual(['a', 'b']);
  });

  it('are no part of what the player or an extension writes', async () => {
    await tavern.send(noted('I say.', 'mine'), { text: 'Aye.' });
    expect(tavern.chat[1]?.mes).toContain('<notes>');
    tavern.chat.push({ ...last(), mes: noted('Of an extension.', 'x'), extra: {} });
    await tavern.emit('MESSAGE_RECEIVED', tavern.chat.length - 1, 'extension');
    expect(last().mes).toContain('<notes>');
  });

  it('are cleared and given back', async () => {
    const changed = vi.fn();
    bridge.notepad.onChange(changed);
    await tavern.send('Hello.', { text: noted('One.', 'a') });
    await tavern.send('More.', { text: noted('Two.', 'b') });
    expect(await bridge.notepad.clear()).toBe(2);
    expect(await bridge.notepad.clear()).toBe(0);
    expect(readNote(last().extra)?.record.g).toBe('g1');
    await tavern.send('More.', { text: 'Three.' });
    expect(lastNotes()).toBeUndefined();
    expect(await bridge.notepad.restore()).toBe(2);
    await tavern.send('More.');
    expect(lastNotes()).toEqual([
      [2, 'a'],
      [4, 'b'],
    ]);
    expect(changed).toHaveBeenCalledTimes(2);
  });
});

it('where no notes are kept, replies stay as they are', async () => {
  await start({});
  await tavern.send('Hello.', { text: noted('She nods.', 'Ilse lies.') });
  expect(shown()).toEqual([noted('She nods.', 'Ilse lies.'), '']);
});

describe('notes that the server makes', () => {
  beforeEach(async () => {
    await start(extractMode);
    server.writer.notes = 'Ilse lies.';
  });

  const rest = () => vi.advanceTimersByTimeAsync(400);

  it('are asked for once the reply stands, and kept with it', async () => {
    await tavern.send('Hello.', { text: 'She nods. (OOC: good?)' });
    expect(server.writer.noted).toEqual([]);
    await rest();
    expect(server.writer.noted.map(({ message }) => message)).toEqual([
      { index: 2, name: 'Ilse', text: 'She nods. (OOC: good?)' },
    ]);
    expect(shown()).toEqual(['She nods. (OOC: good?)', 'Ilse lies.']);
    expect(readNotes(tavern.savedChat.at(-1)?.extra)).toBe('Ilse lies.');
    await tavern.send('Go on.');
    expect(lastNotes()).toEqual([[2, 'Ilse lies.']]);
  });

  it('stay with the version they were made of', async () => {
    let open = (): void => undefined;
    server.writer.notesGate = new Promise((resolve) => (open = resolve));
    await tavern.send('Hello.', { text: 'One.' });
    await rest();
    await tavern.swipe({ text: 'Two.' });
    server.writer.notes = 'Of one.';
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(kept()[0]).toEqual(['One.', 'Of one.']);
    expect(shown()[0]).toBe('Two.');
  });

  it('are dropped when their message is gone or says something else', async () => {
    let open = (): void => undefined;
    server.writer.notesGate = new Promise((resolve) => (open = resolve));
    await tavern.send('Hello.', { text: 'One.' });
    await rest();
    last().mes = 'Edited.';
    last().swipes![0] = 'Edited.';
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toEqual(['Edited.', '']);
  });

  it('are not asked for while the same turn goes on after a tool call', async () => {
    await tavern.send('Hello.', { text: 'I look.', toolCalls: [], then: { text: 'I saw.' } });
    await rest();
    expect(server.writer.noted.map(({ message }) => message.text)).toEqual(['I saw.']);
  });

  it('change nothing when the server does not answer', async () => {
    server.token = 'other';
    await tavern.send('Hello.', { text: 'One.' });
    await rest();
    expect(shown()).toEqual(['One.', '']);
  });
});
