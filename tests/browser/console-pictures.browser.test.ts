import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fillAi, fillLongAi } from './support/ai-world';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { fillImports, fillLongImports } from './support/import-world';
import { fillLongWorld, longScene } from './support/long-world';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { fillWorld, scene } from './support/sample-world';
import { adminToken, ScriptedServer } from './support/scripted-server';

const executablePath = inject('chromium');
const folder = fileURLToPath(new URL('../../artifacts/console/', import.meta.url));

const worlds = {
  sample: { fill: fillWorld, text: scene },
  long: { fill: fillLongWorld, text: longScene },
  empty: { fill: (server: ScriptedServer): void => void (server.entries = []), text: '' },
} as const;

const aiWorlds = {
  sample: { fill: fillAi, text: scene },
  long: { fill: fillLongAi, text: longScene },
  empty: { fill: (): void => undefined, text: '' },
} as const;

const importWorlds = {
  sample: { fill: fillImports, files: ['Harbor.json', 'Maren.png', 'Shopping.json'] },
  long: {
    fill: fillLongImports,
    files: [`${'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2)}.json`, 'Maren.png'],
  },
  empty: { fill: (): void => undefined, files: [] },
} as const;

const all = (['sample', 'long', 'empty'] as const).flatMap((world) =>
  (['light', 'dark'] as const).flatMap((scheme) => [1200, 280].map((width) => ({ world, scheme, width }))),
);

/** Each scheme, width and world is seen in every run; `PICTURES=all` takes every combination. */
const cases =
  process.env['PICTURES'] === 'all'
    ? all
    : all.filter(({ scheme, width }) => (scheme === 'light') === (width === 1200));

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
    const text = worlds[world].text;
    const findings = await photograph(server, { world, scheme, width }, (page, origin, take) =>
      takeEveryPanel(page, origin, text, take),
    );
    expect(findings).toEqual([]);
  });

  it.each(cases)('hold $world content of the AI in $scheme at $width pixels', async ({ world, scheme, width }) => {
    const server = new ScriptedServer();
    worlds[world].fill(server);
    aiWorlds[world].fill(server);
    const text = aiWorlds[world].text;
    const findings = await photograph(server, { world, scheme, width }, (page, origin, take) =>
      takeAi(page, origin, text, take),
    );
    expect(findings).toEqual([]);
  });

  it.each(cases)('hold $world content of imports in $scheme at $width pixels', async ({ world, scheme, width }) => {
    const server = new ScriptedServer();
    importWorlds[world].fill(server);
    const findings = await photograph(server, { world, scheme, width }, (page, origin, take) =>
      takeImports(page, origin, importWorlds[world].files, take),
    );
    expect(findings).toEqual([]);
  });

  /** Takes pictures of a server's pages; what went wrong, does not fit or is too pale. */
  async function photograph(
    server: ScriptedServer,
    { world, scheme, width }: (typeof cases)[number],
    walk: (page: Page, origin: string, take: (name: string) => Promise<void>) => Promise<void>,
  ): Promise<readonly string[]> {
    const site = await serveConsole(files, (request) => server.fetch(request));
    const height = width === 280 ? 640 : 800;
    const { page, context, errors } = await visit(browser, `${site.origin}/console`, { width, height, scheme });
    const findings: string[] = [];
    await walk(page, site.origin, async (name) => {
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${folder}${world}-${name}-${scheme}-${String(width)}.png` });
      const isScrolled = await page.evaluate(() => document.documentElement.scrollTop > 0);
      if (isScrolled) findings.push(`${name}: the page scrolls instead of its panel`);
      const found = [...(await overflowing(page)), ...(await paleTexts(page)), ...(await namelessControls(page))];
      findings.push(...found.map((finding) => `${name}: ${finding}`));
    });
    await context.close();
    await site.close();
    return [...errors, ...findings];
  }
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

/** Walks through everything that has to do with models. */
async function takeAi(page: Page, origin: string, text: string, take: (name: string) => Promise<void>): Promise<void> {
  await page.goto(`${origin}/console#token=${adminToken}`);
  await page.getByRole('link', { name: 'AI' }).click();
  await page.getByRole('region', { name: 'Selection', exact: true }).waitFor();
  await take('ai');
  const show = async (region: string): Promise<void> =>
    page.getByRole('region', { name: region, exact: true }).evaluate((element) => element.scrollIntoView());
  await show('Channels');
  await take('ai-channels');
  await page.getByText('Settings of AI Search').click();
  await page.getByText('Settings of Session Scribe').click();
  await page.getByRole('listitem', { name: 'AI Search' }).evaluate((element) => element.scrollIntoView());
  await take('ai-channel-open');
  await show('Selection');
  await take('ai-selection');
  await show('Instructions of the selection');
  await page.getByText('Preview prompt').click();
  if (text !== '') {
    await page.getByLabel('Last message of the chat').fill(text.slice(0, 400));
    await page.getByRole('button', { name: 'Show the prompt' }).click();
    await page.getByRole('region', { name: 'Instructions 1' }).waitFor();
  }
  await take('ai-instructions');
  await show('Connections');
  await page.getByLabel('Add a connection').selectOption('anthropic');
  await take('ai-add');
  await page.getByRole('button', { name: 'Cancel' }).click();
  if (text === '') return;
  await page.getByRole('button', { name: 'Look up models' }).first().click();
  await page.getByRole('list', { name: 'Models' }).waitFor();
  await page.getByRole('listitem', { name: 'AI Search' }).getByRole('button', { name: 'Test' }).click();
  await show('Connections');
  await take('ai-models');
  await page.getByRole('link', { name: 'Try text' }).click();
  await page.getByRole('textbox', { name: 'Text to try' }).fill(text);
  await page.getByRole('button', { name: 'Ask the AI' }).click();
  await page.getByRole('region', { name: 'AI selection' }).waitFor();
  await take('ai-try');
}

/** Walks through an import and takes it back. */
async function takeImports(
  page: Page,
  origin: string,
  files: readonly string[],
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/console#token=${adminToken}`);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByText('Drop lorebooks here').waitFor();
  await take('import');
  if (files.length === 0) return;
  const mimeType = 'application/json';
  const chosen = [
    ...files.map((name) => ({ name, mimeType, buffer: Buffer.from('{}') })),
    { name: 'Too large.png', mimeType, buffer: Buffer.alloc(9_000_000) },
  ];
  await page.getByLabel('Lorebook files').setInputFiles(chosen);
  await page.getByRole('table').first().waitFor();
  await take('import-preview');
  const file = page.getByRole('listitem', { name: files[0] ?? '', exact: true });
  await file.getByText(/entries of/u).click();
  await file.evaluate((element) => element.scrollIntoView());
  await take('import-entries');
  await page.getByRole('button', { name: /^Import \d/u }).click();
  await page.getByRole('region', { name: 'Result' }).waitFor();
  await take('import-result');
  await page.getByRole('button', { name: 'Undo this import' }).click();
  await take('import-undo');
  await page.getByRole('button', { name: 'Undo the import', exact: true }).click();
  await page.getByText(/notes? removed/u).waitFor();
  await take('import-undone');
}
