import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { fillScribe } from './support/scribe-world';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { pictureNow } from './support/picture-clock';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));
const looks = [
  { width: 1200, scheme: 'light' },
  { width: 280, scheme: 'dark' },
] as const;

describe.skipIf(executablePath === null)('the panel of the Scribe', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  it.each(looks)(
    'sums up, writes anew, stops and goes on in a new chat, in $scheme at $width pixels',
    async ({ width, scheme }) => {
      const server = new ScriptedServer();
      fillScribe(server);
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
      await page.getByRole('link', { name: 'Scribe' }).click();
      await page.getByText('Summing up: 3 of 5 written').waitFor();
      await take('scribe');

      await page.getByRole('tab', { name: /Scenes/ }).click();
      const stale = page.getByRole('article', { name: 'Scene 2' });
      await stale.scrollIntoViewIfNeeded();
      await take('scribe-scenes');
      await stale.getByRole('button', { name: 'More' }).click();
      await stale.getByRole('button', { name: 'Write anew' }).click();
      await expect.poll(() => server.scribe.redone).toEqual(['scene-2']);

      await page.getByLabel('Focus').fill('the siege');
      await page.getByRole('button', { name: 'Sum up now' }).click();
      await expect.poll(() => server.scribe.lastFocus).toBe('the siege');
      await page.getByRole('button', { name: /Dismiss/ }).click();
      await expect.poll(() => server.scribe.jobs.some(({ chat }) => chat === 'keep')).toBe(false);

      await page.getByRole('button', { name: 'Copy the settings' }).scrollIntoViewIfNeeded();
      await take('scribe-new-chat');
      await page.getByRole('button', { name: 'Copy the settings' }).click();
      await expect.poll(() => server.scribe.copied).toEqual(['keep']);

      server.scribe.channel = {
        state: 'no-connection',
        complaint: 'AI Search has no mode. Choose one for it in the settings.',
      };
      server.scribe.jobs = [];
      server.scribe.told = { coast: { known: false } };
      await page.reload();
      await page.getByRole('button', { name: 'Choose a model' }).waitFor();
      await page.getByText('Nothing summed up yet').waitFor();
      expect(await page.getByRole('button', { name: 'Sum up now' }).isDisabled()).toBe(true);
      await take('scribe-empty');
      expect([...errors, ...findings]).toEqual([]);
      await context.close();
      await site.close();
    },
  );
});
