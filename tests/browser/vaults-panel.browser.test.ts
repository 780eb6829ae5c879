import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { axeFindings } from './support/axe-findings';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { fillVaults } from './support/vault-world';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));
const all = (['light', 'dark'] as const).flatMap((scheme) => [1200, 280].map((width) => ({ width, scheme })));
const looks =
  process.env['PICTURES'] === 'all'
    ? all
    : all.filter(({ width, scheme }) => (width === 1200) === (scheme === 'light'));

describe.skipIf(executablePath === null)('the panel of vaults', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  it.each(looks)('orders, tests, changes, removes, finds and adds in $scheme at $width pixels', async (look) => {
    const { width, scheme } = look;
    const server = new ScriptedServer();
    fillVaults(server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const address = `${site.origin}/console#token=${adminToken}`;
    const { page, context, errors } = await visit(browser, address, { width, height: 800, scheme });
    const findings: string[] = [];
    const take = async (name: string, isNew = false): Promise<void> => {
      await page.screenshot({ path: `${folder}${name}-${scheme}-${String(width)}.png` });
      findings.push(...(await overflowing(page)), ...(await paleTexts(page)), ...(await namelessControls(page)));
      // The panel as it opens is looked at in the gallery.
      if (isNew) findings.push(...(await axeFindings(page)));
    };
    await page.getByRole('link', { name: 'Vaults' }).click();
    const card = (name: string) => page.getByRole('listitem', { name, exact: true });
    await card('House rules').getByText('Stale').waitFor();
    await take('vaults');

    await card('Atlas').getByRole('button', { name: 'Move Atlas up' }).click();
    await page.getByText('Atlas is number 1 of 4.').waitFor();
    expect(server.vaults.items.map(({ name }) => name).slice(0, 3)).toEqual(['demo-vault', 'Atlas', 'Harbor notes']);
    // There is no way further up, so the way down has the keyboard.
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toContain('Move Atlas down');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByText('Atlas is number 2 of 4.').waitFor();

    await page.getByRole('button', { name: 'Test all' }).click();
    await card('House rules').locator('.lh-outcome').getByText('Nobody answers').waitFor();
    await card('Atlas').getByText('“Atlas” answers, with 12 notes, version 1.2.0.').waitFor();

    await card('Atlas').getByRole('button', { name: 'Edit Atlas' }).click();
    await card('Atlas').getByLabel('Host').fill('10.0.0.7');
    await card('Atlas').getByText('Another address forgets the one that is kept.').waitFor();
    await card('Atlas').scrollIntoViewIfNeeded();
    await take('vaults-edit');
    await card('Atlas').getByRole('button', { name: 'Save' }).click();
    await card('Atlas').getByText('http://10.0.0.7:27673').waitFor();

    await card('Old campaign').getByRole('button', { name: 'Remove Old campaign' }).click();
    await page.keyboard.press('Escape');
    await card('Old campaign').getByRole('button', { name: 'Remove Old campaign' }).click();
    await card('Old campaign').getByRole('alertdialog').scrollIntoViewIfNeeded();
    await take('vaults-remove', true);
    await card('Old campaign').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect.poll(() => server.vaults.items.length).toBe(4);

    await page.getByRole('button', { name: 'Search' }).click();
    const found = page.getByRole('list', { name: 'Vaults that were found' });
    await found.getByText('http://192.168.1.20:27673').waitFor();
    await page.getByRole('region', { name: 'Find vaults' }).scrollIntoViewIfNeeded();
    await take('vaults-found');
    await found.getByRole('button', { name: 'Add 127.0.0.1:27123' }).click();
    const form = page.getByRole('form', { name: 'Add vault' });
    await form.getByLabel('API key').fill(' secret ');
    await form.getByRole('button', { name: 'Test first' }).click();
    await form.getByText('answers, with 12 notes').waitFor();
    await take('vaults-add', true);
    await form.getByRole('button', { name: 'Add vault' }).click();
    await card('Obsidian at 127.0.0.1:27123').waitFor();
    expect([...server.vaults.keys.values()]).toEqual(['secret']);

    const changes = page.getByRole('list', { name: 'Changes of the index' });
    await changes.getByText('4 entries', { exact: false }).first().click();
    await changes.scrollIntoViewIfNeeded();
    await take('vaults-changes');
    await changes.getByRole('button', { name: 'Old Pier' }).click();
    await page.getByRole('article', { name: 'Old Pier' }).getByText('Harbor notes').waitFor();
    await take('vaults-entry');
    await context.close();
    await site.close();
    expect([...errors, ...findings]).toEqual([]);
  });
});
