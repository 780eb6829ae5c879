import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole, type ConsoleSite } from './support/console-site';
import { launchChromium, visit, type Visit } from './support/console-visit';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { fillWhy, largeTurn, turnOf } from './support/why-world';
import { sampleEntries } from './support/scripted-lore';

const executablePath = inject('chromium');

describe.skipIf(executablePath === null)('the Why panel', () => {
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

  /** Opens the panel, at a place in it if one is given. */
  async function openWhy(place = '', width = 1200): Promise<Page> {
    open = await visit(browser, `${site.origin}/console#token=${adminToken}`, { width });
    await open.page.getByRole('link', { name: 'Why' }).waitFor();
    await open.page.evaluate((fragment) => (location.hash = fragment), `#why${place}`);
    return open.page;
  }

  it('leads from the last turn of Home to the reason of an entry, and on to the entry itself', async () => {
    fillWhy(server);
    const page = await openWhy();
    await page.getByRole('link', { name: 'Home' }).click();
    await page
      .getByRole('region', { name: 'Last turn' })
      .getByRole('button', { name: /^Lantern Quay/u })
      .click();
    const row = page.getByRole('button', { name: /^Lantern Quay/u, expanded: true });
    await row.waitFor();
    expect(new URL(page.url()).hash).toBe('#why/g-42/id-lantern-quay');
    const entry = page.getByRole('listitem').filter({ has: row });
    expect(await entry.locator('mark').allTextContents()).toContain('Lantern Quay');
    await entry.getByText('Mara · message 41').waitFor();
    await entry.getByRole('list', { name: 'Its way through the turn' }).getByText('AI selection').waitFor();
    await entry.getByRole('button', { name: 'Show entry' }).click();
    await page.getByRole('article', { name: 'Lantern Quay' }).waitFor();
  });

  it('answers why an entry is not in the turn, does what lets it in, and undoes it', async () => {
    fillWhy(server);
    const page = await openWhy();
    await page.getByRole('combobox', { name: /^Why not/u }).fill('ferry');
    await page.getByRole('option', { name: /^Old ferry road/u }).waitFor();
    await page.keyboard.press('Enter');
    const answer = page.locator('.lh-why-answer');
    await answer.getByText('None of its keys stands in the scanned text').waitFor();
    await answer.getByRole('button', { name: 'Do it in this chat' }).click();
    await answer.getByText('It would go in now').waitFor();
    expect(server.turns.chats.get('chat-7f3a')?.pins).toEqual([{ id: 'id-old-ferry-road' }]);
    await answer.getByRole('button', { name: 'Undo' }).click();
    await answer.getByText('Not in this turn').waitFor();
    expect(server.turns.chats.get('chat-7f3a')?.pins).toEqual([]);
  });

  it('is gone through by the keyboard alone, also where list and turn take each other’s place', async () => {
    fillWhy(server);
    const page = await openWhy('', 280);
    const rows = page.locator('.lh-why-row');
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await rows.nth(1).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('End');
    expect(await rows.last().evaluate((row) => row === document.activeElement)).toBe(true);
    expect(await page.locator('.lh-why-row[tabindex="0"]').count()).toBe(1);
    await page.getByRole('tab', { name: 'Went in' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name: 'Refused', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Turns of the chat' }).press('Enter');
    await page.getByRole('listbox', { name: 'Turns' }).press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Turn 40' }).waitFor();
    await page.getByRole('button', { name: 'Follow the newest' }).click();
    await page.getByRole('heading', { name: 'Turn 42' }).waitFor();
  });

  it('draws only a part of a huge turn and of a long history, and finds all of it', async () => {
    const history = Array.from({ length: 1_999 }, (_, at) =>
      turnOf(sampleEntries, 'A bell', { turn: 6 - at, id: `h${String(at)}` }),
    );
    server.turns.traces = [largeTurn(500, 5_000), ...history];
    const page = await openWhy();
    await page.getByText('2,000 turns').waitFor();
    expect(await page.locator('.lh-list-row').count()).toBeLessThan(60);
    expect(await page.locator('.lh-why-entry').count()).toBeLessThan(60);
    await page.getByRole('tab', { name: /^Refused/u }).click();
    expect(await page.locator('.lh-why-entry').count()).toBeLessThan(60);
    await page.getByRole('searchbox').fill('ward 5321');
    await page.getByRole('button', { name: /^Ward 5321/u }).waitFor();
    await page.evaluate(() => (location.hash = '#why/g-large/id-ward-480'));
    await page.getByRole('button', { name: /^Ward 480/u, expanded: true }).waitFor();
  });

  it('follows the next turn, keeps the last one while the server is away, and says when a turn is gone', async () => {
    server.turns.traces = [turnOf(sampleEntries, 'A bell', { turn: 2 })];
    const page = await openWhy();
    await page.getByRole('heading', { name: 'Turn 2', exact: true }).waitFor();
    server.turns.traces = [turnOf(sampleEntries, 'Maren', { turn: 4 }), ...server.turns.traces];
    await page.getByRole('heading', { name: 'Turn 4' }).waitFor();
    server.isOffline = true;
    await page.getByText('The server does not answer').first().waitFor();
    expect(await page.getByRole('heading', { name: 'Turn 4' }).count()).toBe(1);
    server.isOffline = false;
    await page.evaluate(() => (location.hash = '#why/long-gone'));
    await page.getByText('This turn is not kept any more').waitFor();
    await page.getByRole('button', { name: 'Show the newest turn' }).click();
    await page.getByRole('heading', { name: 'Turn 4' }).waitFor();
  });
});
