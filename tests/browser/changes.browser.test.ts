import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { fillEdits } from './support/edit-world';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { pictureNow } from './support/picture-clock';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));
const looks = [
  { width: 1200, scheme: 'light' },
  { width: 280, scheme: 'dark' },
] as const;

describe.skipIf(executablePath === null)('the panel of changes', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  it.each(looks)('decides, edits and takes back in $scheme at $width pixels', async ({ width, scheme }) => {
    const server = new ScriptedServer();
    fillEdits(server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const { page, context, errors } = await visit(browser, `${site.origin}/console#token=${adminToken}`, {
      at: pictureNow,
      width,
      height: 800,
      scheme,
    });
    const findings: string[] = [];
    const take = async (name: string): Promise<void> => {
      await page.screenshot({ path: `${folder}${name}-${scheme}-${String(width)}.png` });
      findings.push(...(await overflowing(page)), ...(await paleTexts(page)), ...(await namelessControls(page)));
    };
    await page.getByRole('link', { name: 'Changes' }).click();
    const card = page.getByRole('article', { name: 'Change: Mira' });
    await card.first().getByText('miller of the ford').waitFor();
    await take('changes');

    const conflict = card.filter({ hasText: 'Conflict' });
    await conflict.getByText('The note as it is now').click();
    await conflict.scrollIntoViewIfNeeded();
    await take('changes-conflict');

    await card.first().getByRole('button', { name: 'Edit' }).click();
    await card.first().getByLabel('The whole note').fill('Mine.\n');
    await card.first().getByRole('button', { name: 'Accept edited text' }).scrollIntoViewIfNeeded();
    await take('changes-editing');
    await card.first().getByRole('button', { name: 'Accept edited text' }).click();
    await expect.poll(() => server.edits.lastAcceptance).toEqual({ text: 'Mine.\n', base: 'base' });

    const made = page.getByRole('list', { name: 'Changes made' });
    await made.getByRole('button', { name: 'Show what changed in Mira' }).first().click();
    await made.getByRole('button', { name: 'Undo in Mira' }).last().click();
    await page.getByText('Another note has its old name by now.').waitFor();
    await made.scrollIntoViewIfNeeded();
    await take('changes-log');
    await context.close();
    await site.close();
    expect([...errors, ...findings]).toEqual([]);
  });
});
