import { describe, expect, test } from 'vitest';
import { readTavernChat } from './tavern-chat';

const header = '{"user_name":"Mara","character_name":"Vesk","chat_metadata":{}}';
const greeting = '{"name":"Vesk","is_user":false,"mes":"Welcome aboard."}';
const hidden = '{"name":"Vesk","is_user":false,"is_system":true,"mes":"(hidden)"}';

describe('a SillyTavern chat file', () => {
  test('is read with names, roles, hidden messages and the greeting', () => {
    const reading = readTavernChat(`${header}\n${greeting}\n${hidden}\n{"name":"Mara","is_user":true,"mes":"Hi."}\n`);
    expect(reading).toMatchObject({
      kind: 'chat',
      skippedLines: [],
      chat: { userName: 'Mara', characterName: 'Vesk' },
    });
    expect(
      reading.kind === 'chat' && reading.chat.messages.map((one) => [one.index, one.role, one.hidden, one.isGreeting]),
    ).toEqual([
      [0, 'assistant', false, true],
      [1, 'assistant', true, false],
      [2, 'user', false, false],
    ]);
  });

  test('needs no header, and takes a mark and foreign line ends', () => {
    const reading = readTavernChat(`\uFEFF${greeting}\r\n{"name":"Mara","is_user":true,"mes":"Hi."}`);
    expect(reading).toMatchObject({ kind: 'chat', chat: { userName: 'Mara', characterName: 'Vesk' } });
  });

  test('passes over lines that are no messages and names them', () => {
    const reading = readTavernChat(`${header}\n${greeting}\nnot json\n{"a":1}\n[1]\n`);
    expect(reading).toMatchObject({ kind: 'chat', skippedLines: [3, 4, 5] });
  });

  test.each(['', 'once upon a time', '{}', '[]', '{"entries":{}}'])('a text that is none is refused: %j', (text) => {
    expect(readTavernChat(text)).toMatchObject({ kind: 'refused' });
  });
});
