import type { Browser, Locator } from 'playwright-core';
import { connect, setHiddenBox, type Connection } from './tavern-connection';
import type { TavernServer } from './tavern-server';
import { TavernView } from './tavern-view';

/** How far an action is followed: to the begin of the generation, its end, or until the chat is on disk. */
export type ActionEnd = 'started' | 'idle' | 'saved';

/** Options of an action that makes SillyTavern generate. */
export interface ActionOptions {
  /** Default `saved`. A failed generation may end unsaved. */
  readonly until?: ActionEnd;
}

/** Plays SillyTavern in a real browser, the way a person does. Message indexes count from 0, the greeting. */
export class TavernPage extends TavernView {
  /** Opens a window of its own, as a new visitor, and waits until it is usable. */
  static async open(browser: Browser, { url, data }: Pick<TavernServer, 'url' | 'data'>): Promise<TavernPage> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(15_000);
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    const tavern = new TavernPage(page, data.user);
    await tavern.waitUntilReady();
    return tavern;
  }

  /** Loads the page anew, as F5 does. No chat is open afterwards. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'domcontentloaded' });
    await this.waitUntilReady();
  }

  /** Opens the last chat of a character. */
  async openCharacter(name: string): Promise<void> {
    await this.page.evaluate(async (wanted) => {
      const { characters, selectCharacterById } = SillyTavern.getContext();
      const index = characters.findIndex((character) => character.name === wanted);
      if (index === -1) throw new Error(`No character is called ${wanted}.`);
      await selectCharacterById(index);
    }, name);
    await this.waitForChat();
  }

  /** Starts an empty chat with the same character and gives its file name. */
  async newChat(): Promise<string> {
    const before = await this.chatName();
    await this.slash('/newchat');
    await this.waitForChat(before);
    return this.chatName();
  }

  /** Opens another chat of the same character by its file name (without extension). */
  async openChat(fileName: string): Promise<void> {
    await this.page.evaluate((name) => SillyTavern.getContext().openCharacterChat(name), fileName);
    await this.waitForChat();
  }

  /** Types a message and sends it. */
  async send(text: string, options: ActionOptions = {}): Promise<void> {
    await this.#generate(options, async () => {
      await this.page.locator('#send_textarea').fill(text);
      await this.page.locator('#send_but').click();
    });
  }

  /** Asks for another version of the last reply, from whichever version is shown. */
  async swipe(options: ActionOptions = {}): Promise<void> {
    const last = (await this.chat()).at(-1);
    const steps = (last?.swipes?.length ?? 1) - 1 - (last?.swipe_id ?? 0);
    for (let step = 0; step < steps; step += 1) await this.browseSwipe('right');
    await this.#generate(options, () => this.#lastMessage('.swipe_right').click());
  }

  /** Shows the neighboring version of the last reply; generates nothing. Left of the first is the last. */
  async browseSwipe(direction: 'left' | 'right'): Promise<void> {
    const before = (await this.chat()).at(-1);
    const count = before?.swipes?.length ?? 1;
    const shown = before?.swipe_id ?? 0;
    if (direction === 'right' && shown === count - 1) throw new Error('The last version is shown; `swipe` makes one.');
    await this.#lastMessage(`.swipe_${direction}`).click();
    const wanted = direction === 'right' ? shown + 1 : (shown - 1 + count) % count;
    await this.page.waitForFunction((id) => SillyTavern.getContext().chat.at(-1)?.swipe_id === id, wanted);
    await this.waitUntilIdle();
    await this.waitUntilSaved();
  }

  /** Lets the model go on with its last reply. */
  async continueReply(options: ActionOptions = {}): Promise<void> {
    await this.#generate(options, () => this.#chooseOption('option_continue'));
  }

  /** Throws the last reply away and asks again. */
  async regenerate(options: ActionOptions = {}): Promise<void> {
    await this.#generate(options, () => this.#chooseOption('option_regenerate'));
  }

  /** Presses the stop button and waits until the page is idle and what came so far is saved. */
  async stop(): Promise<void> {
    await this.page.locator('#mes_stop').click();
    await this.waitUntilIdle();
    await this.waitUntilSaved();
  }

  /** Presses the stop button if it is there: brings the page to rest after a test that has failed half-way. */
  async stopIfBusy(): Promise<void> {
    const button = this.page.locator('#mes_stop');
    if (await button.isVisible()) await button.click({ timeout: 1000 }).catch(() => undefined);
    await this.waitUntilIdle();
  }

  /** Deletes the message at `index` and all after it. */
  async deleteFrom(index: number): Promise<void> {
    await this.#chooseOption('option_delete_mes');
    await this.#message(index, '.del_checkbox').click();
    await this.page.locator('#dialogue_del_mes_ok').click();
    await this.page.waitForFunction((length) => SillyTavern.getContext().chat.length === length, index);
    await this.waitUntilSaved();
  }

  /** Deletes the last `count` messages. */
  async deleteLast(count = 1): Promise<void> {
    await this.deleteFrom((await this.chat()).length - count);
  }

  /** Rewrites a message. */
  async edit(index: number, text: string): Promise<void> {
    await this.#message(index, '.mes_edit').click();
    await this.page.locator('#curEditTextarea').fill(text);
    await this.#message(index, '.mes_edit_done').click();
    const isRewritten = ({ at, wanted }: { readonly at: number; readonly wanted: string }): boolean =>
      SillyTavern.getContext().chat[at]?.mes === wanted;
    await this.page.waitForFunction(isRewritten, { at: index, wanted: text });
    await this.waitUntilSaved();
  }

  /** Makes a branch that ends with the message at `index`, which SillyTavern then opens; gives its file name. */
  async branch(index: number): Promise<string> {
    const before = await this.chatName();
    await this.#message(index, '.extraMesButtonsHint').click();
    await this.#message(index, '.mes_create_branch').click();
    await this.waitForChat(before);
    return this.chatName();
  }

  /** Talks to the model this way from now on. */
  use(connection: Connection): Promise<void> {
    return connect(this.page, connection);
  }

  /** Turns function calling on or off for chat completion, as its box in the sampler drawer does. */
  async useTools(on: boolean): Promise<void> {
    await setHiddenBox(this.page, '#openai_function_calling', on);
  }

  /** Runs slash commands and gives what they hand on. */
  async slash(commands: string): Promise<string> {
    return this.page.evaluate(
      async (text) => (await SillyTavern.getContext().executeSlashCommandsWithOptions(text))?.pipe ?? '',
      commands,
    );
  }

  async #generate({ until = 'saved' }: ActionOptions, act: () => Promise<void>): Promise<void> {
    const { length } = await this.events();
    await act();
    await this.waitForStart(length);
    if (until === 'started') return;
    await this.waitForEnd(length);
    if (until === 'saved') await this.waitUntilSaved();
  }

  async #chooseOption(id: string): Promise<void> {
    await this.page.locator('#options_button').click();
    await this.page.locator(`#${id}`).click();
  }

  #message(index: number, part: string): Locator {
    return this.page.locator(`#chat .mes[mesid="${String(index)}"] ${part}`);
  }

  #lastMessage(part: string): Locator {
    return this.page.locator(`#chat .last_mes ${part}`);
  }
}
