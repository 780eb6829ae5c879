import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { fillAi, fillLongAi } from './support/ai-world';
import { buildConsole, type ConsoleFiles } from './support/build-console';
import { serveConsole } from './support/console-site';
import { launchChromium, visit } from './support/console-visit';
import { fillHealth } from './support/health-world';
import { fillImports, fillLongImports } from './support/import-world';
import { fillLibrarian, fillLongLibrarian } from './support/librarian-world';
import { fillLongWorld, longScene } from './support/long-world';
import { namelessControls, overflowing, paleTexts } from './support/page-checks';
import { pictureNow } from './support/picture-clock';
import { fillWorld, scene } from './support/sample-world';
import { fillLab } from './support/scripted-lab';
import { adminToken, ScriptedServer } from './support/scripted-server';
import { fillFirstRun, fillLongSetup, fillSetup } from './support/setup-world';
import { fillLongWhy, fillWhy } from './support/why-world';

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

const whyWorlds = {
  sample: { fill: fillWhy, asked: 'Old ferry' },
  long: { fill: fillLongWhy, asked: 'Ropewalk 13' },
  empty: { fill: (): void => undefined, asked: '' },
} as const;

const importWorlds = {
  sample: { fill: fillImports, files: ['Harbor.json', 'Maren.png', 'Shopping.json'] },
  long: {
    fill: fillLongImports,
    files: [`${'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2)}.json`, 'Maren.png'],
  },
  empty: { fill: (): void => undefined, files: [] },
} as const;

const librarianWorlds = {
  sample: { fill: fillLibrarian, opened: 'Bloodchain oath' },
  long: { fill: fillLongLibrarian, opened: 'Everything about the river' },
  empty: { fill: (server: ScriptedServer): void => void (server.librarian.channel = { state: 'off' }), opened: '' },
} as const;

const setupWorlds = { sample: fillSetup, long: fillLongSetup, empty: fillFirstRun } as const;

const all = (['sample', 'long', 'empty'] as const).flatMap((world) =>
  (['light', 'dark'] as const).flatMap((scheme) => [1200, 280].map((width) => ({ world, scheme, width }))),
);

/** Each scheme, width and world is seen in every run (the gallery has the others of the sample world), long content where it is narrow; `PICTURES=all` takes every combination. */
const usual: ReadonlySet<string> = new Set(['sample light 1200', 'long dark 280', 'empty light 1200']);
const cases =
  process.env['PICTURES'] === 'all'
    ? all
    : all.filter(({ world, scheme, width }) => usual.has(`${world} ${scheme} ${String(width)}`));

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
    if (world !== 'empty') fillHealth(server);
    if (world !== 'empty') fillLab(server.lab);
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

  it.each(cases)('hold $world content of Why in $scheme at $width pixels', async ({ world, scheme, width }) => {
    const server = new ScriptedServer();
    whyWorlds[world].fill(server);
    const findings = await photograph(server, { world, scheme, width }, (page, origin, take) =>
      takeWhy(page, origin, whyWorlds[world].asked, take),
    );
    expect(findings).toEqual([]);
  });

  it.each(cases)('hold $world content of the Librarian in $scheme at $width pixels', async (look) => {
    const server = new ScriptedServer();
    worlds[look.world].fill(server);
    librarianWorlds[look.world].fill(server);
    const { opened } = librarianWorlds[look.world];
    const findings = await photograph(server, look, (page, origin, take) => takeLibrarian(page, origin, opened, take));
    expect(findings).toEqual([]);
  });

  it.each(cases)('hold $world content of settings in $scheme at $width pixels', async ({ world, scheme, width }) => {
    const server = new ScriptedServer();
    worlds[world].fill(server);
    setupWorlds[world](server);
    const findings = await photograph(server, { world, scheme, width }, (page, origin, take) =>
      takeSetup(page, origin, world === 'empty', take),
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
    const { page, context, errors } = await visit(browser, `${site.origin}/console`, {
      width,
      height,
      scheme,
      at: pictureNow,
    });
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
  await page.getByRole('link', { name: 'Lore lab' }).click();
  await take('try-empty');
  if (text !== '') {
    await page.getByRole('textbox', { name: 'Text to try' }).fill(text);
    await page.locator('.lh-turn-entry').first().waitFor();
    await take('try');
  }
  await page.getByRole('tab', { name: 'Tests' }).click();
  await page
    .getByText(/passed/)
    .first()
    .waitFor();
  await take('lab-tests');
  await page.getByRole('tab', { name: 'Chat' }).click();
  if (text !== '') {
    await page.getByLabel('Chat to play').selectOption({ index: 1 });
    await page.getByText('Message 4').waitFor();
  }
  await take('lab-chat');
  await page.getByRole('tab', { name: 'Replay' }).click();
  const again = page.getByRole('button', { name: 'Play all turns again' });
  await again.or(page.getByText('No turn yet')).waitFor();
  if (await again.isVisible()) {
    await again.click();
    await page.getByRole('button', { name: /^changed Turn 44/u }).click();
    await page.getByRole('region', { name: 'Went out' }).waitFor();
  }
  if (text !== '') await take('lab-replay');
  await page.getByRole('tab', { name: 'Coverage' }).click();
  if (text !== '') {
    await page.getByRole('button', { name: 'Count', exact: true }).click();
    await page.getByRole('table', { name: 'Coverage of entries' }).waitFor();
  }
  await take('lab-coverage');
  await page.getByRole('tab', { name: 'Keys' }).click();
  if (text !== '') {
    await page.getByRole('button', { name: 'Look for keys' }).click();
    await page.getByRole('list', { name: 'Keys' }).waitFor();
  }
  if (text !== '') await take('lab-keys');
  await page.getByRole('link', { name: 'Browse' }).click();
  await take('browse');
  if (text !== '') {
    const longest = page.getByRole('option', { name: /^(The place that|Lantern Quay)/ });
    await page.getByRole('searchbox').fill('la');
    await longest.click();
    await page.getByRole('article').waitFor();
    await take('entry');
  }
  await page.getByRole('link', { name: 'Health' }).click();
  await take('health');
  if (text === '') return;
  await page.getByRole('option').locator('.lh-entry-title').first().click();
  await page.getByRole('article').waitFor();
  await take('health-note');
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
  await page.getByRole('link', { name: 'Lore lab' }).click();
  await page.getByRole('textbox', { name: 'Text to try' }).fill(text);
  await page.getByRole('button', { name: 'Ask the AI' }).click();
  await page.getByRole('region', { name: 'AI selection' }).waitFor();
  await take('ai-try');
}

/** Walks through the first steps or the checks, the settings and the clients. */
async function takeSetup(
  page: Page,
  origin: string,
  isNew: boolean,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/console#token=${adminToken}`);
  const show = async (region: string): Promise<void> =>
    page.getByRole('region', { name: region, exact: true }).evaluate((element) => element.scrollIntoView());
  if (isNew) {
    await page.getByRole('button', { name: 'Create an example entry' }).waitFor();
    await take('first-steps');
  } else {
    await page.getByRole('button', { name: 'Check the connection' }).click();
    await page.getByRole('button', { name: 'Update it' }).waitFor();
    await show('Connection');
    await take('checks');
  }
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByLabel('Lore tag').waitFor();
  await take('settings');
  if (isNew) return;
  await page
    .getByRole('button', { name: /^Revoke/u })
    .first()
    .click();
  await page.getByRole('button', { name: 'Make a token' }).click();
  await show('Clients and tokens');
  await take('clients');
  const file = { settings: { scanDepth: 12, port: 80, oldThing: 1 } };
  const buffer = Buffer.from(JSON.stringify(file));
  await page.getByLabel('File of settings').setInputFiles({ name: 'old.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: /^Change \d/u }).waitFor();
  await show('Export and import');
  await take('settings-import');
  await page.getByRole('searchbox').fill('depth');
  await take('settings-search');
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
  await page
    .getByRole('button', { name: /^Show what differs/u })
    .first()
    .click();
  await page
    .getByRole('button', { name: /^Keep mine/u })
    .first()
    .waitFor();
  await take('import-watched');
  await page
    .getByRole('button', { name: /^Stop watching/u })
    .first()
    .click();
  await take('import-stop');
  await page.getByRole('button', { name: 'Go on watching' }).click();
  await page.getByRole('button', { name: /^Hide what differs/u }).click();
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

/** Walks through the list of conversations and one of them, from its end to its beginning. */
async function takeLibrarian(
  page: Page,
  origin: string,
  opened: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/console#token=${adminToken}`);
  await page.getByRole('link', { name: 'Librarian' }).click();
  await page.getByRole('list', { name: 'Suggestions' }).waitFor();
  await take('librarian-new');
  const openList = async (): Promise<void> => {
    const button = page.getByRole('button', { name: 'Conversations' });
    if (await button.isVisible()) await button.click();
  };
  await openList();
  await page.locator('.lh-librarian-list').waitFor();
  await take('librarian-list');
  if (opened === '') return;
  await page.locator('.lh-talk-open').filter({ hasText: opened }).click();
  await page.locator('.lh-turn-answer').last().waitFor();
  await take('librarian-end');
  const log = page.getByRole('log');
  await page.locator('.lh-tool > summary').first().click();
  await log.evaluate((element) => (element.scrollTop = 0));
  await take('librarian-tool');
  await page.locator('.lh-proposal').first().scrollIntoViewIfNeeded();
  await take('librarian-proposal');
  await page.getByRole('button', { name: 'Say it otherwise' }).last().click();
  await take('librarian-edit');
  await page.keyboard.press('Escape');
  await openList();
  await page
    .getByRole('button', { name: /^Forget / })
    .first()
    .click();
  await take('librarian-forget');
}

/** Walks through everything that tells why. */
async function takeWhy(
  page: Page,
  origin: string,
  asked: string,
  take: (name: string) => Promise<void>,
): Promise<void> {
  await page.goto(`${origin}/console#token=${adminToken}`);
  await page.getByRole('link', { name: 'Why' }).click();
  if (asked === '') {
    await page.getByText('No turn yet').waitFor();
    await take('why');
    return;
  }
  await page.locator('.lh-why-row').first().waitFor();
  await take('why');
  await page.locator('.lh-why-row').first().click();
  await page.locator('.lh-trail').waitFor();
  await page
    .locator('.lh-why-row')
    .first()
    .evaluate((row) => row.scrollIntoView());
  await take('why-entry');
  for (const view of ['Refused', 'Changes', 'Details', 'Plots']) {
    await page.getByRole('tab', { name: view }).click();
    await page.getByRole('tablist').evaluate((tabs) => tabs.scrollIntoView());
    await take(`why-${view.toLowerCase()}`);
  }
  await page
    .locator('.lh-plot')
    .last()
    .evaluate((plot) => plot.scrollIntoView({ block: 'end' }));
  await take('why-heat');
  await page.getByRole('combobox', { name: /^Why not/u }).fill(asked);
  await page.locator('.lh-picker-offer').first().waitFor();
  await take('why-pick');
  await page.keyboard.press('Enter');
  await page.locator('.lh-why-answer').getByRole('status').first().waitFor();
  await take('why-answer');
  const turns = page.getByRole('button', { name: 'Turns of the chat' });
  if (!(await turns.isVisible())) return;
  await turns.click();
  await take('why-turns');
}
