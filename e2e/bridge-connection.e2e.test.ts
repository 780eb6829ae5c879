import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';

const notes = { 'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep is made of silver.\n' };
const lore = 'made of silver';
const deadlineMs = 2_000;

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(notes, { token: '', deadlineMs });
  return stage.close;
});

beforeEach((context) => stage.watch(context));

/** Runs in the page. */
function bridgeSettings(): { readonly token: string } {
  const context = SillyTavern.getContext() as unknown as { extensionSettings: { lorehearth: { token: string } } };
  return context.extensionSettings.lorehearth;
}

/** Runs in the page: gives a function that stops the measuring and tells the milliseconds of the last call. */
function timeInterceptor(): () => number {
  type Interceptor = (...values: readonly unknown[]) => Promise<void>;
  const holder = globalThis as unknown as { lorehearthGenerateInterceptor: Interceptor };
  const original = holder.lorehearthGenerateInterceptor;
  let took = Number.NaN;
  holder.lorehearthGenerateInterceptor = async (...values) => {
    const begin = performance.now();
    await original(...values);
    took = performance.now() - begin;
  };
  return () => {
    holder.lorehearthGenerateInterceptor = original;
    return took;
  };
}

const drawer = () => stage.page.page.locator('#lorehearth-drawer');
const statusLine = () => drawer().locator('.lorehearth-status').innerText();

async function openDrawer(): Promise<void> {
  await stage.page.page.locator('#extensions-settings-button .drawer-toggle').click();
  // It stays open while the panel around it is closed.
  const closed = drawer().locator('.inline-drawer-icon.down');
  if ((await closed.count()) > 0) await closed.click();
  await drawer().locator('.lorehearth-status').waitFor();
}

async function closeDrawer(): Promise<void> {
  await stage.page.page.locator('#extensions-settings-button .drawer-toggle').click();
}

describe('pairing', () => {
  it('is done by comparing a code, from a page the server has never seen', async () => {
    const { page, server } = stage;
    await server.stop();
    await server.start([]);
    await openDrawer();
    await expect.poll(statusLine, { timeout: 15_000 }).toBe('Not paired');
    await drawer().getByRole('button', { name: 'Pair', exact: true }).click();
    const code = drawer().locator('.lorehearth-code:not(:empty)');
    await code.waitFor();
    expect(await statusLine()).toBe('Waiting for approval');
    const shown = (await code.innerText()).replace(/\s/g, '');
    expect(await server.call(`/v1/pairings/${shown}`, { decision: 'approve' })).toMatchObject({
      code: shown,
      origin: stage.tavern.url,
    });
    await expect.poll(statusLine, { timeout: 10_000 }).toMatch(/^Connected to /);
    await closeDrawer();

    await page.openCharacter('Ilse');
    await page.send('Where is the keep?');
    expect(stage.model.lastRequest.prompt).toContain(lore);
  });

  it('lasts over a reload', async () => {
    const { page } = stage;
    const settings = join(stage.tavern.data.user, 'settings.json');
    const { token } = await page.page.evaluate(bridgeSettings);
    await expect.poll(() => readFile(settings, 'utf8'), { timeout: 10_000 }).toContain(token);
    await page.reload();
    await page.openCharacter('Ilse');
    await page.send('Where is the keep?');
    expect(stage.model.lastRequest.prompt).toContain(lore);
  });

  it('tells a wrong token from a missing server, and takes a token as it was pasted', async () => {
    const { server } = stage;
    await openDrawer();
    await drawer().getByText('More settings').click();
    const token = drawer().getByLabel('Access token');
    const good = await token.inputValue();
    await token.fill('not the token');
    await token.blur();
    await expect.poll(statusLine).toBe('Token not accepted');
    await token.fill(` Bearer ${good}  `);
    await token.blur();
    await expect.poll(statusLine).toMatch(/^Connected to /);
    await server.stop();
    onTestFinished(() => server.start());
    await drawer().getByRole('button', { name: 'Search again' }).click();
    await expect.poll(statusLine).toBe('Not reachable');
    await closeDrawer();
  });
});

describe('when the server is gone', () => {
  beforeEach(async () => {
    await stage.page.openCharacter('Ilse');
    await stage.page.newChat();
    stage.model.reset();
    await stage.page.send('Where is the keep?');
    expect(stage.model.lastRequest.prompt).toContain(lore);
    await stage.server.stop();
    onTestFinished(() => stage.server.stop().then(() => stage.server.start()));
  });

  /** The milliseconds for which SillyTavern waits for its interceptor, the machine's own slowness left out. */
  async function waitForLore(text: string): Promise<number> {
    const { page } = stage.page;
    const restore = await page.evaluateHandle(timeInterceptor);
    await stage.page.send(text);
    return restore.evaluate((stop) => stop());
  }

  async function expectNoLore(): Promise<void> {
    expect(stage.model.lastRequest.prompt).not.toContain(lore);
    expect(recordIn((await stage.page.savedChat()).messages.at(-1))).toBeUndefined();
    await expect.poll(() => stage.page.page.locator('.last_mes .lorehearth-chip').innerText()).toBe('No lore');
  }

  it('play goes on at once, without stale lore, and finds the server when it is back', async () => {
    expect(await waitForLore('And the keep’s gate?')).toBeLessThan(deadlineMs);
    await expectNoLore();
    await stage.server.start();
    await stage.page.send('And the keep’s well?');
    expect(stage.model.lastRequest.prompt).toContain(lore);
  });

  it('play goes on at the deadline when something accepts the connection and never answers', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => silent.listen(stage.server.port, '127.0.0.1', resolve));
    const hangUp = (): Promise<void> => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => silent.close(() => resolve()));
    };
    let took = 0;
    try {
      took = await waitForLore('And the keep’s gate?');
    } finally {
      await hangUp();
    }
    expect(sockets.size).toBeGreaterThan(0);
    expect(took).toBeGreaterThan(deadlineMs / 2);
    expect(took).toBeLessThan(deadlineMs + 1_000);
    await expectNoLore();
    await stage.server.start();
    await stage.page.send('And the keep’s well?');
    expect(stage.model.lastRequest.prompt).toContain(lore);
  });
});

it('asks nothing for a chat in which lore is switched off', async () => {
  const { model, page, server } = stage;
  await page.openCharacter('Ilse');
  await page.newChat();
  await openDrawer();
  await drawer().getByLabel('Use lore in this chat').uncheck();
  await closeDrawer();
  await page.send('Where is the keep?');
  expect(model.lastRequest.prompt).not.toContain(lore);
  const { id } = (await page.savedChat()).metadata['lorehearth'] as { id: string };
  expect(await server.call(`/v1/generations?chat=${id}`)).toEqual({ items: [] });
  await page.newChat();
  await page.send('Where is the keep?');
  expect(model.lastRequest.prompt).toContain(lore);
});
