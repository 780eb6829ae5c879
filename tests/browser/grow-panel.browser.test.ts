import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { fillGrowth, fillNoModel } from './support/grow-world';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { pictureNow } from './support/picture-clock';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));
const all = (['light', 'dark'] as const).flatMap((scheme) => [1200, 280].map((width) => ({ width, scheme })));
const looks =
  process.env['PICTURES'] === 'all'
    ? all
    : all.filter(({ width, scheme }) => (width === 1200) === (scheme === 'light'));

describe.skipIf(executablePath === null)('the panel of what models can do for the lore', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  it.each(looks)('reckons, begins and shows results in $scheme at $width pixels', async ({ width, scheme }) => {
    const server = new ScriptedServer();
    fillGrowth(server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const address = `${site.origin}/console#token=${adminToken}`;
    const { page, context, errors } = await visit(browser, address, { width, height: 800, scheme, at: pictureNow });
    const findings: string[] = [];
    const take = async (name: string): Promise<void> => {
      await page.waitForTimeout(200);
      await page.screenshot({ path: `${folder}${name}-${scheme}-${String(width)}.png` });
      findings.push(...(await overflowing(page)), ...(await paleTexts(page)), ...(await namelessControls(page)));
    };
    await page.getByRole('link', { name: 'Grow' }).click();
    const tool = page.getByRole('list', { name: 'Tools' }).getByRole('listitem', { name: 'Summarize missing' });
    await tool.waitFor();
    await take('grow');

    await tool.getByRole('button', { name: 'Estimate' }).click();
    await tool.getByText('about 56,600 tokens').waitFor();
    await tool.scrollIntoViewIfNeeded();
    await take('grow-estimate');
    await tool.getByRole('button', { name: 'Start' }).click();
    await expect.poll(() => server.growth.lastRequest).toMatchObject({ tool: 'summaries' });

    const jobs = page.getByRole('list', { name: 'Jobs' });
    await jobs
      .getByRole('listitem', { name: 'Summarize missing: Lore' })
      .getByRole('button', { name: 'Pause' })
      .click();
    await jobs
      .getByRole('listitem', { name: 'Summarize missing: Lore' })
      .getByRole('button', { name: 'Resume' })
      .waitFor();
    const keys = jobs.getByRole('listitem', { name: 'Optimize keys: Silver Keep' });
    await keys.getByRole('button', { name: 'Show results' }).click();
    await keys.getByText('I keep walking until').waitFor();
    await keys.evaluate((element) => element.scrollIntoView());
    await take('grow-keys');
    const found = jobs.getByRole('listitem', { name: 'New lore from chat: The river chat' });
    await found.getByRole('button', { name: 'Show results' }).click();
    await found.getByText('She lost an eye').waitFor();
    await found.evaluate((element) => element.scrollIntoView());
    await take('grow-new-lore');
    await context.close();
    await site.close();
    expect([...errors, ...findings]).toEqual([]);
  });

  it('says what to do where no model is chosen', async () => {
    const server = new ScriptedServer();
    fillNoModel(server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const { page, context, errors } = await visit(browser, `${site.origin}/console#token=${adminToken}`, {
      width: 280,
      height: 640,
    });
    await page.getByRole('link', { name: 'Grow' }).click();
    await page.getByText('No model is chosen yet').waitFor();
    await page.screenshot({ path: `${folder}grow-no-model-light-280.png` });
    const findings = [...(await overflowing(page)), ...(await paleTexts(page)), ...(await namelessControls(page))];
    await page.getByRole('main').getByRole('button', { name: 'Choose a model' }).click();
    await page.getByRole('region', { name: 'Channels', exact: true }).waitFor();
    await context.close();
    await site.close();
    expect([...errors, ...findings]).toEqual([]);
  });
});
