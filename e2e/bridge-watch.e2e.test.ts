import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDrawer, openDrawer } from './support/bridge-drawer';
import { openBridgeStage, type BridgeStage } from './support/bridge-stage';
import { switchBook, useBook } from './support/world-info';

const beacon = 'The beacon burns with green fire.';
const harbor = 'The harbor freezes every winter.';
const question = 'Is the beacon lit, and is the harbor open?';
const sea = { 'Sea.md': '---\ntags: [lorebook]\nkeys: [beacon]\n---\nThe sea has no floor.\n' };

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(sea);
  await stage.page.openCharacter('Ilse');
  await useBook(stage.page.page, 'Valley', [
    { comment: 'Beacon', key: ['beacon'], content: beacon },
    { comment: 'Harbor', key: ['harbor'], content: harbor },
  ]);
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

const soon = { timeout: 10_000 };
const count = (text: string): number => stage.model.lastRequest.prompt.split(text).length - 1;

async function noteWith(text: string): Promise<string | undefined> {
  const notes = await stage.server.readNotes();
  return Object.keys(notes).find((path) => notes[path]?.includes(text));
}

/** The opened list of lorebooks in the drawer. */
async function openBooks(): Promise<Locator> {
  const drawer = await openDrawer(stage.page);
  const list = drawer.locator('details').filter({ hasText: 'Lorebooks as notes' });
  if ((await list.getAttribute('open')) === null) await list.locator('> summary').click();
  return list;
}

/** The book as the page holds it. */
function heldBook(name: string): Promise<{ entries: Record<string, Record<string, unknown>> }> {
  return stage.page.page.evaluate((book) => {
    const { loadWorldInfo } = SillyTavern.getContext() as unknown as {
      loadWorldInfo: (name: string) => Promise<{ entries: Record<string, Record<string, unknown>> }>;
    };
    return loadWorldInfo(book);
  }, name);
}

/** Changes the text of an entry, as another extension would. */
function saveInTavern(name: string, uid: string, content: string): Promise<void> {
  return stage.page.page.evaluate(
    async ([book, id, text]) => {
      const { loadWorldInfo, saveWorldInfo } = SillyTavern.getContext() as unknown as {
        loadWorldInfo: (name: string) => Promise<{ entries: Record<string, Record<string, unknown>> }>;
        saveWorldInfo: (name: string, data: object, immediately: boolean) => Promise<void>;
      };
      const data = await loadWorldInfo(book);
      data.entries[id] = { ...data.entries[id], uid: Number(id), content: text, foreign: { kept: [1, 2] } };
      await saveWorldInfo(book, data, true);
    },
    [name, uid, content] as const,
  );
}

/** Deletes a book as its button in the editor does. */
async function deleteInTavern(name: string): Promise<void> {
  const module = await stage.page.page.evaluateHandle<{ deleteWorldInfo: (name: string) => Promise<boolean> }>(
    "import('/scripts/world-info.js')",
  );
  await module.evaluate(({ deleteWorldInfo }, book) => deleteWorldInfo(book), name);
}

async function replaceInNote(text: string, by: string): Promise<void> {
  const path = await noteWith(text);
  const notes = await stage.server.readNotes();
  await stage.server.writeNote(path ?? '', (notes[path ?? ''] ?? '').replace(text, by));
}

it('a chosen lorebook becomes notes, and each of its entries reaches the model once', async () => {
  const books = await openBooks();
  await books.getByLabel('Valley', { exact: true }).check();
  await expect.poll(() => noteWith(harbor), soon).toBeDefined();
  await expect.poll(() => books.locator('.lorehearth-book-state').innerText(), soon).toContain('Mirrored 2 entries');
  await closeDrawer(stage.page);
  await expect.poll(() => stage.server.call('/v1/entries'), soon).toMatchObject({ total: 3 });
  await stage.page.send(question);
  expect([beacon, harbor, 'The sea has no floor.'].map(count)).toEqual([1, 1, 1]);
  expect(JSON.stringify(await stage.page.chatMetadata())).not.toContain('Valley.');
});

it('a lorebook that SillyTavern does not use in a chat stays out of it, unless the user wants it everywhere', async () => {
  await switchBook(stage.page.page, 'Valley', 'off');
  await stage.page.newChat();
  await stage.page.send(question);
  expect([beacon, harbor, 'The sea has no floor.'].map(count)).toEqual([0, 0, 1]);
  const books = await openBooks();
  await books.getByLabel('In every chat').check();
  await closeDrawer(stage.page);
  await stage.page.send(question);
  expect([beacon, harbor].map(count)).toEqual([1, 1]);
  await (await openBooks()).getByLabel('In every chat').uncheck();
  await closeDrawer(stage.page);
  await switchBook(stage.page.page, 'Valley', 'on');
});

it('a change in SillyTavern reaches the note, also one that nobody announces', async () => {
  await saveInTavern('Valley', '0', 'The beacon burns with blue fire.');
  await expect.poll(() => noteWith('blue fire'), soon).toBeDefined();
  await stage.page.page.evaluate(async () => {
    const { getRequestHeaders, loadWorldInfo } = SillyTavern.getContext() as unknown as {
      getRequestHeaders: () => Record<string, string>;
      loadWorldInfo: (name: string) => Promise<{ entries: Record<string, object> }>;
    };
    const data = await loadWorldInfo('Valley');
    data.entries['2'] = { ...data.entries['1'], uid: 2, comment: 'Mole', content: 'The mole is made of whale bone.' };
    const body = JSON.stringify({ name: 'Valley', data });
    await fetch('/api/worldinfo/edit', { method: 'POST', headers: getRequestHeaders(), body });
  });
  await expect.poll(() => noteWith('whale bone'), soon).toBeDefined();
});

it('a change of a note reaches SillyTavern’s book where that is wanted, and nothing else in it changes', async () => {
  const books = await openBooks();
  await books.getByLabel('Write changes back').check();
  await closeDrawer(stage.page);
  await replaceInNote('blue fire', 'white fire');
  const file = join(stage.tavern.data.user, 'worlds', 'Valley.json');
  await expect.poll(() => readFile(file, 'utf8'), soon).toContain('white fire');
  const { entries } = await heldBook('Valley');
  expect(entries['0']).toMatchObject({ content: 'The beacon burns with white fire.', foreign: { kept: [1, 2] } });
  expect(entries['1']).toMatchObject({ content: harbor, key: ['harbor'] });
  await stage.page.send(question);
  expect(['white fire', 'blue fire', harbor].map(count)).toEqual([1, 0, 1]);
});

it('what was changed on both sides is shown, and settled by the user alone', async () => {
  const books = await openBooks();
  await books.getByLabel('Write changes back').uncheck();
  await replaceInNote('white fire', 'red fire');
  await expect.poll(() => books.locator('.lorehearth-book-state').innerText(), soon).toContain('changed in the notes');
  await saveInTavern('Valley', '0', 'The beacon is cold.');
  const decide = books.getByRole('button', { name: 'Decide conflicts' });
  await decide.click(soon);
  const popup = stage.page.page.locator('.lorehearth-differences');
  const conflict = popup.locator('li').filter({ hasText: 'Beacon' });
  await conflict.waitFor();
  expect(await conflict.innerText()).toContain('The beacon is cold.');
  expect(await noteWith('red fire')).toBeDefined();
  await conflict.getByRole('button', { name: 'Keep SillyTavern’s' }).click();
  await expect.poll(() => noteWith('The beacon is cold.'), soon).toBeDefined();
  await stage.page.page.keyboard.press('Escape');
  await popup.waitFor({ state: 'detached' });
  await closeDrawer(stage.page);
});

it('without Lorehearth SillyTavern’s own copy speaks', async () => {
  await stage.server.stop();
  await stage.page.send(question);
  expect(['The beacon is cold.', harbor].map(count)).toEqual([1, 1]);
  await stage.server.start();
});

it('a renamed book keeps its notes, and a deleted one leaves them', async () => {
  const books = await openBooks();
  const before = await noteWith(harbor);
  await stage.page.page.evaluate(async () => {
    const { loadWorldInfo, saveWorldInfo } = SillyTavern.getContext() as unknown as {
      loadWorldInfo: (name: string) => Promise<object>;
      saveWorldInfo: (name: string, data: object, immediately: boolean) => Promise<void>;
    };
    await saveWorldInfo('Vale', await loadWorldInfo('Valley'), true);
  });
  await deleteInTavern('Valley');
  await expect.poll(() => books.locator('.lorehearth-book').first().innerText(), soon).toMatch(/^Vale\s+Mirrored 3/);
  expect(await noteWith(harbor)).toBe(before);
  await deleteInTavern('Vale');
  await expect.poll(() => books.locator('.lorehearth-book-state').innerText(), soon).toContain('its notes stay');
  expect(await noteWith(harbor)).toBe(before);
  expect(await stage.server.call('/v1/watched-books')).toMatchObject({ items: [{ state: 'gone' }] });
  await closeDrawer(stage.page);
});
