import type { Page } from 'playwright-core';

/** Fields of an entry of the user's own book; the rest are SillyTavern's for a new one. */
export interface BookEntry {
  readonly comment: string;
  readonly content: string;
  readonly key?: readonly string[];
  readonly constant?: boolean;
  readonly order?: number;
  readonly position?: number;
  readonly depth?: number;
  readonly outletName?: string;
  readonly group?: string;
  readonly groupOverride?: boolean;
  readonly sticky?: number;
  readonly cooldown?: number;
}

/** Settings of SillyTavern's World Info that a test changes. */
export interface WorldInfoSettings {
  /** Percent of the context. */
  readonly budget: number;
  readonly recursive: boolean;
  /** 0 for no least number. */
  readonly leastActivations: number;
  /** 0 for no limit. */
  readonly mostSweeps: number;
}

/** The place of the author's note in the open chat. */
export interface NoteSetting {
  readonly text: string;
  /** With every so many messages of the player; 0 never. */
  readonly interval: number;
  readonly depth: number;
}

/** Saves a book and uses it in all chats. */
export async function useBook(page: Page, name: string, entries: readonly BookEntry[]): Promise<void> {
  const book = { entries: Object.fromEntries(entries.map((entry, uid) => [uid, { ...emptyEntry, ...entry, uid }])) };
  await page.evaluate(saveBook, { name, book });
  await switchBook(page, name, 'on');
}

/** Takes a book into those that are used in every chat, or out of them. */
export async function switchBook(page: Page, name: string, state: 'on' | 'off'): Promise<void> {
  await page.evaluate(
    (text) => SillyTavern.getContext().executeSlashCommandsWithOptions(text),
    `/world state=${state} silent=true ${name}`,
  );
}

/** Sets the fields of the World Info form, as a player does. */
export async function setWorldInfo(page: Page, settings: WorldInfoSettings): Promise<void> {
  // SillyTavern sets one of the two to zero when the other gets a value.
  await setField(page, '#world_info_min_activations', settings.leastActivations);
  await setField(page, '#world_info_max_recursion_steps', settings.mostSweeps);
  await setField(page, '#world_info_budget', settings.budget);
  await page.locator('#world_info_recursive').evaluate((box, on) => {
    if (!(box instanceof HTMLInputElement)) throw new Error('The switch for recursion has changed.');
    box.checked = on;
    box.dispatchEvent(new Event('input', { bubbles: true }));
  }, settings.recursive);
}

/** Writes the author's note of the open chat. */
export async function setNote(page: Page, { text, interval, depth }: NoteSetting): Promise<void> {
  await setField(page, '#extension_floating_prompt', text);
  await setField(page, '#extension_floating_interval', interval);
  await setField(page, '#extension_floating_depth', depth);
}

/** Makes the prompts of both kinds of completion read an outlet. */
export async function readOutlet(page: Page, name: string): Promise<void> {
  await page.evaluate((macro) => {
    const { chatCompletionSettings, powerUserSettings } = SillyTavern.getContext() as unknown as {
      chatCompletionSettings: { prompts: { identifier: string; content: string }[] };
      powerUserSettings: { sysprompt: { content: string } };
    };
    const main = chatCompletionSettings.prompts.find(({ identifier }) => identifier === 'main');
    if (main === undefined) throw new Error('There is no main prompt.');
    main.content += macro;
    powerUserSettings.sysprompt.content += macro;
  }, ` {{outlet::${name}}}`);
}

const emptyEntry = {
  key: [],
  keysecondary: [],
  comment: '',
  content: '',
  constant: false,
  vectorized: false,
  selective: true,
  selectiveLogic: 0,
  order: 100,
  position: 0,
  disable: false,
  ignoreBudget: false,
  excludeRecursion: false,
  preventRecursion: false,
  delayUntilRecursion: 0,
  probability: 100,
  useProbability: true,
  depth: 4,
  outletName: '',
  group: '',
  groupOverride: false,
  groupWeight: 100,
  scanDepth: null,
  caseSensitive: null,
  matchWholeWords: null,
  useGroupScoring: null,
  automationId: '',
  role: 0,
  sticky: null,
  cooldown: null,
  delay: null,
  triggers: [],
};

/** Runs in the page. */
async function saveBook({ name, book }: { readonly name: string; readonly book: object }): Promise<void> {
  const { saveWorldInfo, updateWorldInfoList } = SillyTavern.getContext() as unknown as {
    saveWorldInfo: (name: string, data: object, immediately: boolean) => Promise<void>;
    updateWorldInfoList: () => Promise<void>;
  };
  await saveWorldInfo(name, book, true);
  await updateWorldInfoList();
}

async function setField(page: Page, selector: string, value: number | string): Promise<void> {
  await page.locator(selector).evaluate((field, text) => {
    if (!('value' in field)) throw new Error('A field of SillyTavern has changed.');
    field.value = text;
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }));
  }, String(value));
}
