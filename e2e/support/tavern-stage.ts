import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import type { TestContext } from 'vitest';
import { chromiumFlags, findChromium } from '../../tests/support/find-chromium';
import { FakeModelServer } from './fake-model-server';
import { evidenceFolder } from './places';
import type { Connection } from './tavern-connection';
import type { TavernSetup } from './tavern-data';
import { TavernPage } from './tavern-page';
import { TavernServer } from './tavern-server';

/** All that one file of tests shares: the model, the running program, the browser and an open page. */
export interface TavernStage {
  readonly model: FakeModelServer;
  readonly tavern: TavernServer;
  readonly browser: Browser;
  readonly page: TavernPage;
  /** In `beforeEach`: keeps a screenshot and the program's log if the test fails. */
  readonly watch: (context: TestContext) => void;
  /** In `beforeEach`: watches, ends what is under way, opens a new chat and forgets what the model was asked. */
  readonly beginAnew: (context: TestContext, beginning?: Beginning) => Promise<void>;
  /** Ends everything. A `beforeAll` may return it, for vitest calls what it returns. */
  readonly close: () => Promise<void>;
}

/** What a test begins with besides a new chat. */
interface Beginning {
  /** The character to open; without a name the one that is open. */
  readonly character?: string;
  readonly connection?: Connection;
}

const defaults: Omit<TavernSetup, 'modelUrl'> = {
  completion: 'chat',
  stream: false,
  characters: [{ name: 'Ilse' }, { name: 'Bram' }],
  extensions: [],
  extensionSettings: {},
  userName: 'Mara',
  contextSize: 8192,
  listen: false,
};

/** Starts everything, in 10 s when the program was built before, else in 40 s. Costs 1.5 GB of memory. */
export async function openStage(setup: Partial<Omit<TavernSetup, 'modelUrl'>> = {}): Promise<TavernStage> {
  const endings: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const model = await FakeModelServer.start();
    endings.push(() => model.stop());
    const browser = await chromium.launch({ executablePath: installedChromium(), args: [...chromiumFlags] });
    endings.push(() => browser.close());
    const tavern = await TavernServer.start({ ...defaults, ...setup, modelUrl: model.baseUrl });
    endings.push(() => tavern.stop());
    const page = await openPage(browser, tavern);
    const watch = (context: TestContext): void => {
      context.onTestFailed(({ task }) => keepEvidence(task.fullTestName, browser, tavern));
    };
    const beginAnew = async (context: TestContext, { character, connection }: Beginning = {}): Promise<void> => {
      watch(context);
      await page.stopIfBusy();
      if (connection !== undefined) await page.use(connection);
      if (character !== undefined) await page.openCharacter(character);
      await page.newChat();
      model.reset();
    };
    return { model, tavern, browser, page, watch, beginAnew, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Throws where there is none, for these tests cannot say anything without a browser. */
function installedChromium(): string {
  const found = findChromium();
  if (found === undefined) throw new Error('No Chromium found. Install one or set CHROMIUM_PATH.');
  return found;
}

async function openPage(browser: Browser, tavern: TavernServer): Promise<TavernPage> {
  try {
    return await TavernPage.open(browser, tavern);
  } catch (error) {
    await keepEvidence('opening the page', browser, tavern);
    throw error;
  }
}

/** Writes a screenshot of every open page, and the program's log. */
async function keepEvidence(subject: string, browser: Browser, tavern: TavernServer): Promise<void> {
  await mkdir(evidenceFolder, { recursive: true });
  const file = join(evidenceFolder, subject.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120));
  const pages = browser.contexts().flatMap((context) => context.pages());
  for (const [index, page] of pages.entries()) await page.screenshot({ path: `${file}-${String(index)}.png` });
  await writeFile(`${file}.log`, tavern.log);
}
