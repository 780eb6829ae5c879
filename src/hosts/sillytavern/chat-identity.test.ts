import { beforeEach, expect, it } from 'vitest';
import { followRename, identifyChat, isChatEnabled, setChatEnabled } from './chat-identity';
import { FakeTavern } from './testing/fake-tavern';

let tavern: FakeTavern;
let made = 0;
const newId = (): string => {
  made += 1;
  return `id${String(made)}`;
};
const identity = () => identifyChat(tavern.context(), newId);

beforeEach(() => {
  tavern = new FakeTavern();
  made = 0;
});

it('gives a chat an id that stays and is saved with it', () => {
  expect(identity()).toEqual({ id: 'id1' });
  expect(identity()).toEqual({ id: 'id1' });
  expect(tavern.chatMetadata['lorehearth']).toEqual({ id: 'id1', file: 'Ilse - 1' });
  expect(tavern.savedMetadata).toBe(1);
});

it('gives a new chat a new id without a parent', async () => {
  identity();
  await tavern.open('Ilse - 2');
  expect(identity()).toEqual({ id: 'id2' });
});

it('makes a branch the child of the chat it was made from, and remembers that', async () => {
  identity();
  await tavern.branch('Ilse - 1 - Branch #1');
  expect(identity()).toEqual({ id: 'id2', parent: 'id1' });
  expect(identity()).toEqual({ id: 'id2', parent: 'id1' });
  await tavern.branch('Ilse - 1 - Branch #2');
  expect(identity()).toEqual({ id: 'id3', parent: 'id2' });
});

it('keeps the id when the original is opened again', async () => {
  identity();
  const { chatMetadata } = tavern;
  await tavern.branch('Branch');
  identity();
  await tavern.open('Ilse - 1', chatMetadata);
  expect(identity()).toEqual({ id: 'id1' });
});

it('makes an imported copy a child, whatever else its metadata says', async () => {
  identity();
  await tavern.open('Ilse - imported', { ...tavern.chatMetadata, integrity: 'same' });
  expect(identity()).toEqual({ id: 'id2', parent: 'id1' });
});

it('keeps the id of a renamed chat, also when SillyTavern has cleaned the new name', async () => {
  identity();
  tavern.on('CHAT_RENAMED', (renamed) => {
    const { oldFileName, newFileName } = renamed as { oldFileName: string; newFileName: string };
    followRename(tavern.context(), oldFileName, newFileName);
  });
  await tavern.rename('The tower');
  expect(identity()).toEqual({ id: 'id1' });
  await tavern.rename('Tower part 2', 'Tower: part 2?');
  expect(identity()).toEqual({ id: 'id1' });
});

it('does not take the renaming of a branch’s original for its own', async () => {
  identity();
  await tavern.branch('Branch');
  followRename(tavern.context(), 'Ilse - 1.jsonl', 'The tower.jsonl');
  expect(identity()).toEqual({ id: 'id2', parent: 'id1' });
});

it.each([
  ['nothing', undefined],
  ['no id', { file: 'Ilse - 1' }],
  ['no file', { id: 'x' }],
  ['something else', 'x'],
])('starts anew when the metadata has %s', (_name, stored) => {
  tavern.chatMetadata['lorehearth'] = stored;
  expect(identity()).toEqual({ id: 'id1' });
});

it('has an identity for a chat without a file', () => {
  tavern.chatId = undefined;
  expect(identity()).toEqual({ id: 'id1' });
  expect(identity()).toEqual({ id: 'id1' });
});

it('switches lore off and on for one chat and its branches', async () => {
  expect(isChatEnabled(tavern.context())).toBe(true);
  setChatEnabled(tavern.context(), false, newId);
  expect(isChatEnabled(tavern.context())).toBe(false);
  await tavern.branch('Branch');
  expect(identity()).toEqual({ id: 'id2', parent: 'id1' });
  expect(isChatEnabled(tavern.context())).toBe(false);
  setChatEnabled(tavern.context(), true, newId);
  expect(isChatEnabled(tavern.context())).toBe(true);
  await tavern.open('Another');
  expect(isChatEnabled(tavern.context())).toBe(true);
});
