import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { fillLongWorld, longScene } from './support/long-world';
import { overflowing, paleTexts } from './support/page-checks';
import { fillWorld, scene } from './support/sample-world';
import { adminToken, ScriptedServer } from './support/scripted-server';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));

const worlds = {
  sample: { fill: fillWorld, text: scene },
  long: { fill: fillLongWorld, text: longScene },
  empty: { fill: (server: ScriptedServer): void => void (server.entries = []), text: '' },
} as const;

const cases = (['sample', 'long', 'empty'] as const).flatMap((world) =>
  (['light', 'dark'] as const).flatMap((scheme) => [1200, 280].map((width) => ({ world, scheme, width }))),
);

describe.skipIf(executablePath === null)('pictures of the web console', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await mkdir(folder, { recursive: true });
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  it.each(cases)('hold $world content in $scheme at $width pixels', async ({ world, scheme, width }) => {
    const server = new ScriptedServer();
    worlds[world].fill(server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const height = width === 280 ? 640 : 800;
    const { page, context, errors } = await visit(browser, `${site.origin}/console`, { width, height, scheme });
    const findings: string[] = [];
    const take = async (name: string): Promise<void> => {
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${folder}${world}-${name}-${scheme}-${String(width)}.png` });
      const found = [...(await overflowing(page)), ...(await paleTexts(page))];
      findings.push(...found.map((finding) => `${name}: ${finding}`));
    };
    await takeEveryPanel(page, site.origin, worlds[world].text, take);
    await context.close();
    await site.close();
    expect([...errors, ...findings]).toEqual([]);
  });
});

/** Walks through the page like somebody who sees it for the first time. */
async function takeEveryPanel(
  page: Page,
  origin: string,
  text: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.getByRole('button', { name: 'Get a code' }).click();
  await page.getByText('402 117').waitFor();
  await take('sign-in');
  await page.goto(`${origin}/console#token=${adminToken}`);
  await page.getByRole('region', { name: 'State of the server' }).waitFor();
  await take('home');
  await page.getByRole('link', { name: 'Try text' }).click();
  await take('try-empty');
  if (text !== '') {
    await page.getByRole('textbox', { name: 'Text to try' }).fill(text);
    await page.locator('.lh-turn-entry').first().waitFor();
    await take('try');
  }
  await page.getByRole('link', { name: 'Browse' }).click();
  await take('browse');
  if (text !== '') {
    const longest = page.getByRole('option', { name: /^(The place that|Lantern Quay)/ });
    await page.getByRole('searchbox').fill('la');
    await longest.click();
    await page.getByRole('article').waitFor();
    await take('entry');
  }
  await page.getByRole('link', { name: 'Problems' }).click();
  await take('problems');
}
