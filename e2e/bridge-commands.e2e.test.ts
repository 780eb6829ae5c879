import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBridgeStage, type BridgeStage } from './support/bridge-stage';
import { saidAfter, typeCommand } from './support/typed-command';

const note = (properties: string, text: string): string => `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;

const notes = {
  'Places/Silver Keep.md': note('keys: [keep]\naliases: ["Hal\'s \\"Rock\\""]', 'The keep is made of silver.'),
  'Places/Sea.md': note('keys: [sea]', 'The sea has no floor.'),
  'People/Sea.md': note('keys: [admiral]', 'Admiral Sea is old.'),
  'Old Gate.md': note('keys: [gate]\nera: past', 'The gate stands open.'),
  'People/<img src=x onerror=globalThis.hurt=1>.md': note('keys: [markup]', 'It is only a name.'),
};

/** For what the page shows a moment later. */
const soon = { timeout: 10_000 };

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(notes);
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

const type = (command: string): Promise<string> => typeCommand(stage.page, command);

/** Says something and gives the prompt that reaches the model. */
async function promptFor(text: string): Promise<string> {
  await stage.page.send(text);
  return stage.model.lastRequest.prompt;
}

describe('pins and blocks', () => {
  it('bring an entry that nothing woke, by any of its names, until they are taken back', async () => {
    expect(await promptFor('Hello.')).not.toContain('made of silver');
    expect(await type('/lorehearth-pin Hal\'s "Rock"')).toMatch(
      /^“Silver Keep” is pinned: .* Undo: \/lorehearth-unpin/,
    );
    expect(await promptFor('Go on.')).toContain('made of silver');
    expect(await type('/lorehearth-unpin [[Silver Keep]]')).toContain('“Silver Keep” is no longer pinned');
    expect(await promptFor('Go on.')).not.toContain('made of silver');
  });

  it('keep an entry out whose key is there, until they are taken back', async () => {
    expect(await type('/lorehearth-block "Silver Keep"')).toContain('“Silver Keep” is blocked');
    expect(await promptFor('Where is the keep?')).not.toContain('made of silver');
    await type('/lorehearth-unblock Places/Silver Keep.md');
    expect(await promptFor('Where is the keep?')).toContain('made of silver');
  });

  it('name the choices, near names and what is in the way', async () => {
    expect(await type('/lorehearth-pin Sea')).toMatch(/^“Sea” means 2 entries\. Give the path: “P/);
    expect(await type('/lorehearth-pin Silver Kep')).toContain('Did you mean “Silver Keep”?');
    await stage.server.stop();
    onTestFinished(() => stage.server.start());
    expect(await type('/lorehearth-pin Silver Keep')).toContain('Not reachable.');
  });

  it('belong to a chat', async () => {
    await stage.page.slash('/closechat');
    onTestFinished(() => stage.page.openCharacter('Ilse'));
    const pin = () => stage.page.slash('/lorehearth-pin Silver Keep');
    expect(await saidAfter(stage.page, pin)).toContain('No chat is open.');
  });

  it('hand the title on', async () => {
    expect(await stage.page.slash('/lorehearth-pin quiet=true "Silver Keep" | /echo {{pipe}} | /return {{pipe}}')).toBe(
      'Silver Keep',
    );
    expect(await stage.page.slash('/lorehearth-pin')).toBe('Silver Keep');
  });
});

describe('the situation of the chat', () => {
  it('gates entries', async () => {
    expect(await type('/lorehearth-context era=present')).toContain('Era is “present” in this chat.');
    expect(await promptFor('Is the gate open?')).not.toContain('stands open');
    await type('/lorehearth-context era=past');
    expect(await promptFor('Is the gate open?')).toContain('stands open');
    expect(await stage.page.slash('/lorehearth-context era')).toBe('past');
    expect(await type('/lorehearth-context clear')).toBe('Cleared: Era.');
  });

  it('may be limited to a folder', async () => {
    expect(await type('/lorehearth-books attach people')).toContain('“People” is attached.');
    expect(await promptFor('The keep and the admiral.')).not.toContain('made of silver');
    expect(stage.model.lastRequest.prompt).toContain('Admiral Sea');
    await type('/lorehearth-books clear');
    expect(await promptFor('The keep and the admiral.')).toContain('made of silver');
  });
});

describe('questions', () => {
  it('tell why an entry came and why another did not', async () => {
    await promptFor('Where is the keep?');
    expect(await type('/lorehearth-why Silver Keep')).toBe('“Silver Keep” is in the last reply: Key found (keep).');
    expect(await type('/lorehearth-why Places/Sea')).toContain(
      '“Sea” is not in the last reply: None of its keys stands in the scanned text',
    );
    expect(await stage.page.slash('/lorehearth-why quiet=true')).toBe('Silver Keep: Key found (keep)');
    await stage.page.slash('/lorehearth-why');
    const popup = stage.page.page.locator('.popup:visible .lorehearth-details');
    await expect.poll(() => popup.textContent(), soon).toContain('Silver Keep');
    await stage.page.page.keyboard.press('Escape');
    await expect.poll(() => popup.count(), soon).toBe(0);
  });

  it('tell how it stands', async () => {
    await promptFor('Where is the keep?');
    const said = await type('/lorehearth');
    expect(said).toContain(`Connected to ${stage.server.url}.`);
    expect(said).toContain('5 entries.');
    expect(said).toContain('The last reply got 1 entry');
  });
});

it('lore is switched off and on for the chat, and the settings show it', async () => {
  const box = stage.page.page.locator('#lorehearth-drawer').getByLabel('Use lore in this chat');
  expect(await type('/lorehearth off')).toContain('Lore is off for this chat');
  expect(await box.isChecked()).toBe(false);
  expect(await promptFor('Where is the keep?')).not.toContain('made of silver');
  await type('/lorehearth on');
  expect(await box.isChecked()).toBe(true);
  expect(await promptFor('Where is the keep?')).toContain('made of silver');
});

it('the vault is read again, and new names are known', async () => {
  await stage.server.writeNote('Moor.md', note('keys: [moor]', 'The moor is deep.'));
  expect(await type('/lorehearth-refresh')).toContain('was read again: 6 entries.');
  expect(await type('/lorehearth-pin Moor')).toContain('“Moor” is pinned');
});

it('names are offered while they are typed, and are never markup', async () => {
  const { page } = stage.page;
  const input = page.locator('#send_textarea');
  const offered = page.locator('.autoComplete .item .name');
  await input.fill('/lorehearth-pin Sil');
  await expect.poll(() => offered.allTextContents(), soon).toEqual(['Silver Keep']);
  await input.fill('/lorehearth-pin <img');
  await expect.poll(() => offered.allTextContents(), soon).toEqual(['<img src=x onerror=globalThis.hurt=1>']);
  await input.fill('/lorehearth-context er');
  await expect.poll(() => offered.allTextContents(), soon).toContain('era=');
  expect(await type('/lorehearth-pin <img src=x onerror=globalThis.hurt=1>')).toContain('<img src=x');
  expect(await type('/lorehearth-pin <img src=x onerror=globalThis.hurt=2>')).toContain('<img src=x');
  expect(await page.evaluate(() => 'hurt' in globalThis)).toBe(false);
});
