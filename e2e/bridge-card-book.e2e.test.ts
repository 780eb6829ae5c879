import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBridgeStage, type BridgeStage } from './support/bridge-stage';
import { useBook } from './support/world-info';

const wheel = 'The wheel of the mill turns against the river.';
const keep = 'The silver keep fell in 902.';

const entry = {
  secondary_keys: [],
  selective: false,
  enabled: true,
  constant: false,
  insertion_order: 100,
  extensions: { position: 0 },
};
const book = {
  name: 'Coast',
  extensions: {},
  entries: [
    { ...entry, id: 0, comment: 'Wheel', keys: ['mill'], content: wheel },
    { ...entry, id: 1, comment: 'Silver Keep', keys: ['keep'], content: keep },
  ],
};

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(
    { 'Silver Keep.md': `---\ntags: [lorebook]\nkeys: [keep]\n---\n${keep}\n` },
    { cardBooks: true },
    { characters: [{ name: 'Ilse', book }, { name: 'Bram' }] },
  );
  // SillyTavern would ask whether to import the book as World Info.
  await stage.page.page.evaluate(() => {
    const { accountStorage } = SillyTavern.getContext() as unknown as { accountStorage: Storage };
    accountStorage.setItem('AlertWI_Ilse.png', 'true');
  });
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

const times = (text: string): number => stage.model.lastRequest.prompt.split(text).length - 1;

describe('the lorebook in the card of who speaks', () => {
  it('reaches the model through Lorehearth, BR-143 once where the vault has the entry too, and the chip names the card', async () => {
    await stage.page.send('Does the mill by the keep still stand?');
    expect([times(wheel), times(keep)]).toEqual([1, 1]);
    await stage.page.page.locator('.last_mes .lorehearth-chip').click();
    const details = stage.page.page.locator('dialog[open] .lorehearth-details');
    const heads = await details.locator('.lorehearth-entry-head').allInnerTexts();
    await stage.page.page.keyboard.press('Escape');
    await details.waitFor({ state: 'detached' });
    expect(heads).toEqual([
      expect.stringMatching(/^Silver Keep\s+\d/),
      expect.stringMatching(/^Wheel\s+card of Ilse\s+\d/),
    ]);
  });

  it('BR-143 reaches it once where World Info has the book too, also while the server is away', async () => {
    await useBook(stage.page.page, 'Coast', [{ comment: 'Wheel', key: ['mill'], content: wheel }]);
    await stage.page.page.evaluate(async () => {
      const { writeExtensionField, characterId } = SillyTavern.getContext() as unknown as {
        writeExtensionField: (id: unknown, key: string, value: unknown) => Promise<void>;
        characterId: unknown;
      };
      await writeExtensionField(characterId, 'world', 'Coast');
    });
    await stage.page.send('The mill?');
    expect(times(wheel)).toBe(1);
    await stage.server.stop();
    await stage.page.send('And the mill now?');
    expect(times(wheel)).toBe(1);
  });
});
