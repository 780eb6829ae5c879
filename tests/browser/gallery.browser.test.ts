import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { axeFindings } from './support/axe-findings';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { allRounds, pictureName, usualRounds, type Round } from './support/gallery/gallery-plan';
import { isLoading, walkPanels } from './support/gallery/gallery-walk';
import { guidePictures } from './support/gallery/guide-pictures';
import { fillFor } from './support/gallery/gallery-worlds';
import { keyboardFindings } from './support/keyboard-walk';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { pictureNow } from './support/picture-clock';
import { ScriptedServer } from './support/scripted-server';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/gallery/', import.meta.url));
const guideFolder = fileURLToPath(new URL('../../docs/guide/pictures/', import.meta.url));

/** `npm run gallery` makes every picture; a usual run takes a share, and keeps none. */
const isGallery = process.env['PICTURES'] === 'all';
/** `npm run gallery -- --docs` makes the pictures of the guide and nothing else. */
const isGuide = process.env['PICTURES'] === 'guide';
const rounds = isGuide ? [] : isGallery ? allRounds : usualRounds;

describe.skipIf(executablePath === null)('every panel in every state', () => {
  let files: ConsoleFiles;
  let browser: Browser;

  beforeAll(async () => {
    await Promise.all([folder, guideFolder].map((one) => mkdir(one, { recursive: true })));
    [files, browser] = await Promise.all([buildConsole(), launchChromium(executablePath ?? '')]);
  });
  afterAll(() => browser.close());

  it.each(rounds)('can be used by everybody: $state in $look.scheme at $look.width pixels', async (round) => {
    const server = new ScriptedServer();
    fillFor(round.state, server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const { width, scheme } = round.look;
    const address = `${site.origin}/console`;
    const { page, context, errors } = await visit(browser, address, {
      width,
      height: heightOf(round),
      scheme,
      reducedMotion: true,
      at: pictureNow,
    });
    const findings: string[] = [];
    await walkPanels(page, address, server, round.state, async (panel) => {
      if (isGallery) await page.screenshot({ path: `${folder}${pictureName(panel, round)}`, animations: 'disabled' });
      findings.push(...(await checked(page, round)).map((finding) => `${panel}: ${finding}`));
    });
    await context.close();
    await site.close();
    expect([...errors, ...findings]).toEqual([]);
  });

  it('would tell what keeps somebody out', async () => {
    const page = await browser.newPage();
    await page.setContent('<html lang="en"><title>A page</title><main><button></button></main></html>');
    expect(await axeFindings(page)).toEqual([expect.stringContaining('button-name')]);
    await page.close();
  });

  it.each(isGuide ? (['sample', 'empty'] as const) : [])('stands in the guide: %s', async (state) => {
    const server = new ScriptedServer();
    fillFor(state, server);
    const site = await serveConsole(files, (request) => server.fetch(request));
    const address = `${site.origin}/console`;
    const { page, context } = await visit(browser, address, { width: 960, height: 600, at: pictureNow });
    await walkPanels(page, address, server, state, async (panel) => {
      for (const picture of guidePictures.filter((one) => one.panel === panel && one.state === state)) {
        await picture.prepare?.(page);
        await page.screenshot({ path: `${guideFolder}${picture.name}.png`, animations: 'disabled' });
      }
    });
    await context.close();
    await site.close();
  });
});

function heightOf({ look }: Round): number {
  return look.width === 280 ? 640 : 800;
}

/** What is wrong with a page, in both schemes. */
async function checked(page: Page, { look, state }: Round): Promise<readonly string[]> {
  const found = [
    ...(await overflowing(page)),
    ...(await namelessControls(page)),
    ...(await paleTexts(page)),
    ...(await axeFindings(page)),
    ...(state !== 'loading' && (await isLoading(page)) ? ['it loads for ever'] : []),
    ...(await moving(page)),
    ...(state === 'sample' ? await keyboardFindings(page) : []),
  ];
  if (isGallery) return found;
  await page.emulateMedia({ colorScheme: look.scheme === 'light' ? 'dark' : 'light' });
  const other = await axeFindings(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: look.scheme });
  return [...found, ...other];
}

/** What moves although the user wants no motion. */
function moving(page: Page): Promise<readonly string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect instanceof KeyframeEffect ? `${effect.target?.className ?? ''} moves` : 'moves')),
  );
}
