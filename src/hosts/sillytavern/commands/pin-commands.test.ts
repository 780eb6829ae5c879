import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commandStage, type CommandStage } from './testing/command-stage';

const lore = (properties: string): string => `---\ntags: [lorebook]\n${properties}\n---\nText.\n`;
const notes = {
  'Places/Silver Keep.md': lore('aliases: ["Hal\'s \\"Rock\\"", The Bastion]'),
  'Places/Sea.md': lore('keys: [sea]'),
  'People/Sea.md': lore('keys: [admiral]'),
  'Off.md': lore('enabled: false'),
  'x=y.md': lore('keys: [formula]'),
  'People/<img src=x onerror=alert(1)>.md': lore('keys: [markup]'),
};

let stage: CommandStage;

beforeEach(async () => {
  stage = await commandStage(notes);
});
afterEach(() => stage.stop());

const pinned = (): readonly (string | undefined)[] =>
  stage.decisions().pins.map((id) => stage.server.engine.entry(id)?.path);
const blocked = (): readonly (string | undefined)[] =>
  stage.decisions().blocks.map((id) => stage.server.engine.entry(id)?.path);

describe('/lorehearth-pin', () => {
  test.each([
    'Silver Keep',
    'silver keep',
    '"Silver Keep"',
    '[[Silver Keep]]',
    '[[Places/Silver Keep#Gate|the keep]]',
    'Places/Silver Keep.md',
    'Places/Silver Keep',
    'The Bastion',
    'Hal\'s "Rock"',
    '"Hal\'s \\"Rock\\""',
  ])('takes %s', async (name) => {
    expect(await stage.run('lorehearth-pin', name)).toBe('Silver Keep');
    expect(pinned()).toEqual(['Places/Silver Keep.md']);
  });

  test('says what it means and how to undo it', async () => {
    await stage.run('lorehearth-pin', '[[Silver Keep]]');
    expect(stage.said()).toBe(
      '“Silver Keep” is pinned: every reply in this chat gets it, whether its keys are found or not, as far as the budget allows. Undo: /lorehearth-unpin [[Silver Keep]]',
    );
    await stage.run('lorehearth-pin', 'Silver Keep');
    expect(stage.said()).toContain('is already pinned');
  });

  test('says so when the pin cannot work', async () => {
    await stage.run('lorehearth-pin', 'Off');
    expect(stage.said()).toContain('switched off in its note');
  });

  test('takes a name that SillyTavern reads as a value', async () => {
    expect(await stage.run('lorehearth-pin', '', { x: 'y' })).toBe('x=y');
  });

  test('takes what the command before hands on', async () => {
    expect(await stage.run('lorehearth-pin', '', {}, 'Silver Keep')).toBe('Silver Keep');
  });

  test('names the choices where a name means several', async () => {
    expect(await stage.run('lorehearth-pin', 'Sea')).toBe('');
    expect(stage.said()).toMatch(/^warning: “Sea” means 2 entries. Give the path: “P\w+\/Sea.md” or “P\w+\/Sea.md”\.$/);
    expect(await stage.run('lorehearth-pin', 'People/Sea')).toBe('Sea');
    expect(pinned()).toEqual(['People/Sea.md']);
  });

  test('names near ones where no entry has the name', async () => {
    expect(await stage.run('lorehearth-pin', 'Silver Kep')).toBe('');
    expect(stage.said()).toBe('warning: No entry is called “Silver Kep”. Did you mean “Silver Keep”?');
    await stage.run('lorehearth-pin', 'Mountains');
    expect(stage.said()).toContain('Check the spelling');
  });

  test('lists what is pinned when no entry is named', async () => {
    expect(await stage.run('lorehearth-pin')).toBe('');
    expect(stage.said()).toBe('No entry is pinned in this chat. Name one: /lorehearth-pin title');
    await stage.run('lorehearth-pin', 'Silver Keep');
    await stage.run('lorehearth-pin', 'Off');
    expect(await stage.run('lorehearth-pin')).toBe('Silver Keep\nOff');
  });

  test('shows nothing when it is told to be quiet', async () => {
    expect(await stage.run('lorehearth-pin', 'Silver Keep', { quiet: 'true' })).toBe('Silver Keep');
    expect(stage.toasts).toEqual([]);
  });

  test('goes with the chat that is open', async () => {
    await stage.run('lorehearth-pin', 'Silver Keep');
    await stage.tavern.branch('Branch', 0);
    await stage.run('lorehearth-block', 'Places/Sea');
    expect([pinned(), blocked()]).toEqual([['Places/Silver Keep.md'], ['Places/Sea.md']]);
    const { parent = '' } = stage.tavern.chatMetadata['lorehearth'] as { parent?: string };
    expect(stage.server.engine.chat(parent)).toMatchObject({ blocks: [], pins: [expect.any(String)] });
  });
});

describe('/lorehearth-unpin', () => {
  test('takes the pin back', async () => {
    await stage.run('lorehearth-pin', 'Silver Keep');
    expect(await stage.run('lorehearth-unpin', 'The Bastion')).toBe('Silver Keep');
    expect(stage.said()).toContain('is no longer pinned');
    expect(stage.said()).toContain('Undo: /lorehearth-pin The Bastion');
    expect(pinned()).toEqual([]);
  });

  test('says so when there is no such pin, and which there are', async () => {
    await stage.run('lorehearth-pin', 'Silver Keep');
    await stage.run('lorehearth-unpin', 'Off');
    expect(stage.said()).toBe('“Off” is not pinned in this chat.');
    await stage.run('lorehearth-unpin');
    expect(stage.said()).toBe('warning: Say which entry. In this chat is pinned: Silver Keep.');
  });

  test('takes a pin back whose note is gone', async () => {
    await stage.run('lorehearth-pin', 'Silver Keep');
    const [id = ''] = stage.decisions().pins;
    Object.assign(stage.server.engine, { entry: () => undefined, findEntries: () => [] });
    expect(await stage.run('lorehearth-unpin', id)).toBe(id);
    expect(stage.decisions().pins).toEqual([]);
  });

  test('offers what is pinned', async () => {
    await stage.run('lorehearth-pin', 'Silver Keep');
    expect(stage.offered('lorehearth-unpin').map(({ value }) => value)).toEqual(['Silver Keep']);
  });
});

describe('/lorehearth-block', () => {
  test('takes back a pin, and is taken back by unblock', async () => {
    await stage.run('lorehearth-pin', 'Silver Keep');
    expect(await stage.run('lorehearth-block', 'Silver Keep')).toBe('Silver Keep');
    expect(stage.said()).toContain('is blocked: no reply in this chat gets it');
    expect([pinned(), blocked()]).toEqual([[], ['Places/Silver Keep.md']]);
    await stage.run('lorehearth-unblock', 'Silver Keep');
    expect(blocked()).toEqual([]);
  });
});

describe('names that are offered', () => {
  test('are titles and aliases, and paths where a title does not tell', async () => {
    await stage.run('lorehearth-pin', 'Nobody');
    const offered = stage.offered('lorehearth-pin').map(({ value }) => value);
    expect(offered).toEqual(expect.arrayContaining(['Silver Keep', 'The Bastion', 'Places/Sea.md', 'People/Sea.md']));
    expect(offered).not.toContain('Sea');
    expect(offered).not.toContain('x=y');
    expect(stage.offered('lorehearth-pin', 'sil').map(({ value }) => value)).toEqual(['Silver Keep']);
  });

  test('are never markup', async () => {
    await stage.run('lorehearth-pin', 'Nobody');
    const [markup] = stage.offered('lorehearth-pin', '<img');
    expect(markup?.description).toBe('People/&#60;img src=x onerror=alert(1)&#62;.md');
  });
});
