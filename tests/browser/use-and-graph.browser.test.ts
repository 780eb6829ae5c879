import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole, type ConsoleSite } from './support/console-site';
import { launchChromium, visit, type Visit } from './support/console-visit';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { fillGraph, fillLargeGraph, fillCounts } from './support/use-graph-world';
import { fillWhy } from './support/why-world';

const executablePath = inject('chromium');

describe.skipIf(executablePath === null)('use and graph', () => {
  let files: ConsoleFiles;
  let browser: Browser;
  let server: ScriptedServer;
  let site: ConsoleSite;
  let open: Visit | undefined;

  beforeAll(async () => {
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  beforeEach(async () => {
    server = new ScriptedServer();
    site = await serveConsole(files, (request) => server.fetch(request));
  });
  afterEach(async () => {
    expect(open?.errors ?? []).toEqual([]);
    await open?.context.close();
    await site.close();
  });
  afterAll(() => browser.close());

  async function openPanel(panel: string, width = 1200): Promise<Page> {
    open = await visit(browser, `${site.origin}/console#token=${adminToken}`, { width });
    await open.page.getByRole('link', { name: 'Why' }).waitFor();
    await open.page.evaluate((fragment) => (location.hash = fragment), `#${panel}`);
    return open.page;
  }

  it('the table of uses is sorted and narrowed, and what is forgotten comes back', async () => {
    fillCounts(server);
    const page = await openPanel('analytics');
    const table = page.getByRole('table', { name: 'Use of entries' });
    await table.waitFor();
    await table.getByRole('button', { name: 'Entry' }).click();
    await expect
      .poll(() => table.getByRole('columnheader', { name: 'Entry' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await page.getByRole('combobox', { name: 'State' }).selectOption('gone');
    await table.getByText('Bell of the drowned chapel').waitFor();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await page.getByRole('tab', { name: 'Turns' }).click();
    await page.getByRole('img', { name: /^Tokens of .* days/u }).waitFor();
    await page.getByRole('button', { name: 'Forget the counts …' }).click();
    await page.getByRole('button', { name: 'Forget the counts', exact: true }).click();
    await page.getByRole('button', { name: 'Bring them back' }).click();
    await expect.poll(() => server.use.turns).toBe(50);
  });

  it('the graph is walked along its edges by the keyboard alone, and entries are pinned from it', async () => {
    fillWhy(server);
    fillCounts(server);
    fillGraph(server);
    const page = await openPanel('graph');
    const canvas = page.getByRole('application', { name: /^Graph of/u });
    await canvas.focus();
    await expect.poll(() => server.use.layout.length).toBe(server.entries.length);
    await page.keyboard.press('ArrowRight');
    const card = page.locator('.lh-graph-card');
    const first = await card.getByRole('heading').textContent();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key);
    await expect.poll(() => card.getByRole('heading').textContent()).not.toBe('');
    await page.keyboard.press('f');
    await page.getByRole('group', { name: 'Focus' }).getByText('1 step', { exact: true }).waitFor();
    await page.keyboard.press('+');
    await page.getByRole('group', { name: 'Focus' }).getByText('2 steps').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('group', { name: 'Focus' }).count()).toBe(0);
    await card.getByRole('button', { name: 'Pin in chat' }).click();
    await card.getByText('Pinned').waitFor();
    expect([...server.turns.chats.values()].flatMap(({ pins }) => pins)).toHaveLength(1);
    expect(first).not.toBeNull();
    const place = JSON.stringify(server.use.layout);
    await page.reload();
    await canvas.waitFor();
    await page.waitForTimeout(300);
    expect(JSON.stringify(server.use.layout)).toBe(place);
  });

  it('2,000 entries are arranged and can be read as a table', async () => {
    fillLargeGraph(server, 2_000);
    const page = await openPanel('graph');
    await expect.poll(() => server.use.layout.length, { timeout: 60_000, interval: 250 }).toBe(2_000);
    await page.getByRole('button', { name: 'Table' }).click();
    const table = page.getByRole('table', { name: 'Entries of the graph' });
    await expect.poll(() => table.getByRole('row').count()).toBe(101);
  });
});
