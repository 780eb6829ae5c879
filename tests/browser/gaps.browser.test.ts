import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { fillGaps, fillManyGaps } from './support/gap-world';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { pictureNow } from './support/picture-clock';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));
const looks = [
  { width: 1200, scheme: 'light' },
  { width: 280, scheme: 'dark' },
] as const;

describe.skipIf(executablePath === null)('the panel of lore gaps', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  async function open(fill: (server: ScriptedServer) => void, { width, scheme }: (typeof looks)[number]) {
    const server = new ScriptedServer();
    fill(server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const size = { width, height: 800, scheme };
    const { page, context, errors } = await visit(browser, `${site.origin}/console#token=${adminToken}`, {
      ...size,
      at: pictureNow,
    });
    const findings: string[] = [];
    const take = async (name: string): Promise<void> => {
      await page.waitForTimeout(200);
      await page.screenshot({ path: `${folder}${name}-${scheme}-${String(width)}.png` });
      const found = [...(await overflowing(page)), ...(await paleTexts(page)), ...(await namelessControls(page))];
      findings.push(...found.map((finding) => `${name}: ${finding}`));
    };
    const end = async (): Promise<readonly string[]> => {
      await context.close();
      await site.close();
      return [...errors, ...findings];
    };
    await page.getByRole('link', { name: 'Lore gaps' }).click();
    return { server, page, take, end };
  }

  it.each(looks)('shows evidence, links, dismisses and takes back in $scheme at $width pixels', async (look) => {
    const { server, page, take, end } = await open(fillGaps, look);
    const head = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });
    await head('Ossa Tidewarden').click();
    await page.getByText('Then Ossa came in').waitFor();
    await take('gaps');

    await page.getByRole('button', { name: 'Link to entry' }).click();
    await page.getByRole('combobox', { name: 'Which entry is meant?' }).fill('lantern');
    await page.locator('.lh-picker-offer').first().click();
    await take('gaps-link');
    await page.getByRole('button', { name: /^Propose/u }).click();
    await page.getByRole('article', { name: /^Change/u }).waitFor();
    await take('gaps-proposal');
    expect(server.edits.proposals[0]).toMatchObject({
      origin: { tool: 'gaps', gap: 'gap-Ossa Tidewarden', chat: 'coast' },
    });

    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await page.getByText('“Ossa Tidewarden” is dismissed.').waitFor();
    await expect.poll(() => head('Ossa Tidewarden').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await head('Ossa Tidewarden').waitFor();

    await page.getByRole('checkbox', { name: /^Select all/u }).check();
    await take('gaps-bulk');
    await page.getByRole('group', { name: 'Several gaps' }).getByRole('button', { name: 'Hide' }).click();
    await page.getByText('No open gaps').waitFor();
    await take('gaps-none');
    await page.getByRole('button', { name: 'Undo' }).click();
    await head('Brakk').waitFor();
    expect(server.gaps.gaps.filter(({ status }) => status === 'hidden').map(({ title }) => title)).toEqual(['Velm']);

    await page.getByRole('button', { name: 'Note a gap' }).click();
    await page.getByLabel('What is missing?').fill('The drowned bell');
    await take('gaps-note');
    await page.getByRole('button', { name: 'Note it' }).click();
    await head('The drowned bell').waitFor();
    expect(await end()).toEqual([]);
  });

  it.each(looks)('holds hundreds of long gaps in $scheme at $width pixels', async (look) => {
    const { page, take, end } = await open(fillManyGaps, look);
    await page.getByRole('list', { name: 'Lore gaps' }).waitFor();
    await page.locator('.lh-gap-head').first().click();
    await take('gaps-long');
    await page.getByRole('button', { name: /^Show more of 260/u }).click();
    await expect.poll(() => page.locator('.lh-gap').count()).toBe(100);
    await page.getByRole('searchbox').fill('name 259');
    await expect.poll(() => page.locator('.lh-gap').count()).toBe(1);
    await page.getByRole('searchbox').fill('nothing is called so');
    await page.getByRole('button', { name: 'Show every gap' }).click();
    await expect.poll(() => page.locator('.lh-gap').count()).toBe(50);
    expect(await end()).toEqual([]);
  });
});
