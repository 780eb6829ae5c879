import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

const lore = (properties: string, text: string): string => `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;
const notes = {
  'Keep.md': lore('keys: [keep]', 'The keep is silver.'),
  'Sea.md': lore('keys: [sea]', 'The sea has no floor.'),
  'Rest.md': lore('keys: [rest]\ncooldown: 2', 'They rest.'),
  'Only.md': lore('keys: [only]\ntriggers: [normal]', 'Only once.'),
};

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage(notes);
});
afterEach(() => stage.stop());

const why = (entry = '') => stage.run('lorehearth-why', entry, { quiet: 'true' });

describe('/lorehearth-why without an entry', () => {
  test('tells the entries of the last reply and why they came', async () => {
    await stage.tavern.send('Where is the keep?');
    expect(await why()).toBe('Keep: Key found (keep)');
  });

  test('says that there is no reply yet', async () => {
    expect(await why()).toBe('There is no reply yet.');
  });

  test('says why a reply has no lore', async () => {
    stage.goOffline();
    await stage.tavern.send('Where is the keep?');
    expect(await why()).toBe('The last reply has no lore. Lorehearth is not reachable.');
  });
});

describe('/lorehearth-why with an entry', () => {
  test('tells why it is in the last reply', async () => {
    await stage.tavern.send('Where is the keep?');
    expect(await why('[[keep]]')).toBe('“Keep” is in the last reply: Key found (keep).');
  });

  test('tells why it is not, and what would let it in', async () => {
    await stage.tavern.send('Where is the keep?');
    expect(await why('Sea')).toBe(
      '“Sea” is not in the last reply: None of its keys stands in the scanned text, and nothing else brought it in. This would let it in: Make the entry constant: no key was found in the text.',
    );
    await stage.run('lorehearth-block', 'Sea');
    await stage.tavern.send('And the sea?');
    expect(await why('Sea')).toContain('This would let it in: Take back the block in this chat.');
  });

  test('looks at the turn of the last reply, not at the one after it', async () => {
    await stage.tavern.send('Let us rest.');
    expect(await why('Rest')).toBe('“Rest” is in the last reply: Key found (rest).');
    await stage.tavern.send('Let us rest more.');
    expect(await why('Rest')).toContain('“Rest” is not in the last reply: ');
  });

  test('takes the last reply for a plain one', async () => {
    await stage.tavern.send('Only this.');
    expect(await why('Only')).toContain('is in the last reply');
  });

  test('tells what has changed since the reply', async () => {
    await stage.tavern.send('Where is the keep?');
    await stage.run('lorehearth-block', 'Keep');
    expect(await why('Keep')).toMatch(/^“Keep” was in the last reply, but would not be now: /);
    await stage.run('lorehearth-pin', 'Sea');
    expect(await why('Sea')).toBe(
      '“Sea” is not in the last reply, but would be now: Pinned in this chat. Swipe to get it.',
    );
  });

  test('looks at the next reply where the player has spoken last', async () => {
    stage.tavern.chat.push({ name: 'Mara', is_user: true, is_system: false, mes: 'The sea!', extra: {} });
    expect(await why('Sea')).toBe('“Sea” will be in the next reply: Key found (sea).');
    expect(await why('Keep')).toContain('“Keep” is not in the next reply: ');
  });

  test('records nothing', async () => {
    await why('Sea');
    expect(stage.server.engine.generations(undefined, 10)).toEqual([]);
    expect(stage.server.engine.chats()).toEqual([]);
  });
});
