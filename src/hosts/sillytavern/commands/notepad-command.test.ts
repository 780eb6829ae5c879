import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeNotes } from '../notepad/message-notes';
import { message } from '../testing/fake-tavern';
import { commandStage, type CommandStage } from './testing/command-stage';

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage({});
});
afterEach(() => stage.stop());

const run = (text = '', values = {}) => stage.run('lorehearth-notepad', text, values);

function addReply(text: string, notes: string): void {
  const reply = message('Ilse', text);
  writeNotes(reply.extra, notes);
  stage.tavern.chat.push(reply);
}

test('there are no notes at first', async () => {
  expect(await run()).toBe('');
  expect(stage.said()).toBe('The AI has noted nothing in this chat.');
  expect(await run('clear')).toBe('0');
  expect(await run('undo')).toBe('0');
});

test('the notes of the replies are given, cleared and given back', async () => {
  addReply('One.', 'Ilse lies.');
  addReply('Two.', 'She limps.');
  expect(await run('', { quiet: 'true' })).toBe('Ilse lies.\nShe limps.');
  expect(await run('Clear')).toBe('2');
  expect(stage.said()).toBe(
    'The notes of 2 replies are cleared. Undo, as long as the chat is open: /lorehearth-notepad undo',
  );
  expect(await run()).toBe('');
  expect(await run('undo')).toBe('2');
  expect(stage.said()).toBe('The notes of 2 replies are back.');
  expect(await run('', { quiet: 'true' })).toBe('Ilse lies.\nShe limps.');
});

test('what a reply has noted since is not overwritten', async () => {
  addReply('One.', 'a');
  addReply('Two.', 'b');
  await run('clear');
  writeNotes(stage.tavern.chat[2]!.extra, 'new');
  expect(await run('undo')).toBe('1');
  expect(await run('', { quiet: 'true' })).toBe('a\nnew');
});

test('another word is refused, and nothing is cleared', async () => {
  addReply('One.', 'a');
  expect(await run('delete')).toBe('');
  expect(stage.said()).toContain('warning: “delete” is neither clear nor undo.');
  expect(await run('', { quiet: 'true' })).toBe('a');
});

test('what the command before has handed on is no wish', async () => {
  addReply('One.', 'a');
  expect(await stage.run('lorehearth-notepad', '', { quiet: 'true' }, 'some text')).toBe('a');
});

test('no chat is open', async () => {
  stage.tavern.chatId = undefined;
  expect(await run()).toBe('');
  expect(stage.said()).toBe('warning: No chat is open. Open one and try again.');
});
