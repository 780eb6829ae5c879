import { isDeepStrictEqual } from 'node:util';
import type { JSHandle, Page } from 'playwright-core';
import { readSavedChat, savedChatNames, type ChatFile, type SavedChat } from './saved-chat';
import type { TavernEvent, TavernMessage, TavernScript } from './tavern-context';
import { until } from './until';

const recordedEvents = [
  'CHAT_CHANGED',
  'CHARACTER_MESSAGE_RENDERED',
  'GENERATION_ENDED',
  'GENERATION_STARTED',
  'GENERATION_STOPPED',
  'MESSAGE_DELETED',
  'MESSAGE_EDITED',
  'MESSAGE_RECEIVED',
  'MESSAGE_SENT',
  'MESSAGE_SWIPED',
  'STREAM_TOKEN_RECEIVED',
];

/** Reads what a SillyTavern page holds, shows and has saved, and waits for it. */
export class TavernView {
  /** The browser's page, for what the methods here do not cover. */
  readonly page: Page;
  readonly #user: string;
  #script: JSHandle<TavernScript> | undefined;

  /** @param user `<data root>/default-user` */
  constructor(page: Page, user: string) {
    this.page = page;
    this.#user = user;
  }

  /** The open chat as the page holds it. */
  chat(): Promise<readonly TavernMessage[]> {
    return this.page.evaluate(() => SillyTavern.getContext().chat);
  }

  /** Metadata of the open chat as the page holds it. */
  chatMetadata(): Promise<Readonly<Record<string, unknown>>> {
    return this.page.evaluate(() => SillyTavern.getContext().chatMetadata);
  }

  /** File name of the open chat, without extension. Throws when none is open. */
  async chatName(): Promise<string> {
    return (await this.#chatFile()).chat;
  }

  /** The open chat as it is on disk. Throws when it was never saved. */
  async savedChat(): Promise<SavedChat> {
    const saved = await readSavedChat(await this.#chatFile());
    if (saved === undefined) throw new Error('The open chat is not saved yet.');
    return saved;
  }

  /** File names of the saved chats of the open character, without extension, sorted. */
  async savedChatNames(): Promise<readonly string[]> {
    const { character } = await this.#chatFile();
    return character === undefined ? [] : savedChatNames(this.#user, character);
  }

  /** Events since the page was loaded, oldest first. */
  events(): Promise<readonly TavernEvent[]> {
    return this.page.evaluate(() => globalThis.harnessEvents);
  }

  /** Waits until nothing is generated, swiped or being saved. */
  async waitUntilIdle(timeoutMs = 30_000): Promise<void> {
    const idle = ({ script }: { readonly script: TavernScript }): boolean =>
      !script.isGenerating() &&
      !script.isChatSaving &&
      document.body.dataset['generating'] === undefined &&
      SillyTavern.getContext().swipe.state() === 'none';
    await this.page.waitForFunction(idle, { script: this.#live() }, { timeout: timeoutMs, polling: 25 });
  }

  /** Waits until the file holds exactly the messages of the page. Some saves are a second late by design. */
  async waitUntilSaved(timeoutMs = 10_000): Promise<void> {
    let page: unknown;
    let disk: unknown;
    const isSaved = async (): Promise<boolean> => {
      page = asSaved(await this.chat());
      disk = (await readSavedChat(await this.#chatFile()))?.messages;
      return isDeepStrictEqual(disk, page);
    };
    const difference = (): string => `Page: ${JSON.stringify(page)}\nDisk: ${JSON.stringify(disk)}`;
    await until(isSaved, () => `a chat file equal to the open chat.\n${difference()}`, timeoutMs);
  }

  /** Waits until the last message holds `fragment`, for instance in the middle of a stream. */
  async waitForLastMessage(fragment: string): Promise<void> {
    const holds = (text: string): boolean => SillyTavern.getContext().chat.at(-1)?.mes.includes(text) === true;
    await this.page.waitForFunction(holds, fragment, { polling: 25 });
  }

  /** After each load: waits until the page is usable and connected to the model, and begins to record its events. */
  protected async waitUntilReady(): Promise<void> {
    await this.page.waitForFunction(isReady, undefined, { timeout: 60_000 });
    this.#script = await this.page.evaluateHandle<TavernScript>("import('/script.js')");
    await this.page.evaluate(recordEvents, recordedEvents);
  }

  /** Waits until a chat other than `before` is open and shown. */
  protected async waitForChat(before?: string): Promise<void> {
    const isOpen = (other: string | undefined): boolean => {
      const { chat, chatId } = SillyTavern.getContext();
      const shown = document.querySelectorAll('#chat .mes').length;
      return chatId !== undefined && chatId !== other && chat.length === shown;
    };
    await this.page.waitForFunction(isOpen, before, { polling: 25 });
    await this.waitUntilIdle();
  }

  /** Waits for a real generation (not a dry run) that began after the first `since` events. */
  protected async waitForStart(since: number): Promise<void> {
    const started = (count: number): boolean =>
      globalThis.harnessEvents
        .slice(count)
        .some(({ name, values }) => name === 'GENERATION_STARTED' && values[2] !== true);
    await this.page.waitForFunction(started, since, { polling: 25 });
  }

  /**
   * Waits for the end of a generation that began after the first `since` events. The busy flags alone do not tell:
   * SillyTavern raises them only some time after it has announced the begin.
   */
  protected async waitForEnd(since: number, timeoutMs = 30_000): Promise<void> {
    const ended = (count: number): boolean =>
      globalThis.harnessEvents.slice(count).some(({ name }) => name === 'GENERATION_ENDED');
    await this.page.waitForFunction(ended, since, { timeout: timeoutMs, polling: 25 });
    await this.waitUntilIdle(timeoutMs);
  }

  async #chatFile(): Promise<ChatFile> {
    const { chat, avatar } = await this.page.evaluate(() => {
      const { chatId, characterId, characters, groupId } = SillyTavern.getContext();
      return { chat: chatId, avatar: groupId === null ? characters[Number(characterId)]?.avatar : undefined };
    });
    if (chat === undefined) throw new Error('No chat is open.');
    return { user: this.#user, chat, character: avatar?.replace(/\.png$/, '') };
  }

  #live(): JSHandle<TavernScript> {
    if (this.#script === undefined) throw new Error('The page is not ready yet.');
    return this.#script;
  }
}

/** As JSON keeps it: without undefined fields. */
function asSaved(messages: readonly TavernMessage[]): unknown {
  return JSON.parse(JSON.stringify(messages));
}

/** The welcome panel comes last, and late: it would be put into a chat that was opened before. */
function isReady(): boolean {
  if (typeof SillyTavern === 'undefined' || document.querySelector('#preloader') !== null) return false;
  if (document.querySelector('#chat .welcomePanel ~ .mes') === null) return false;
  return SillyTavern.getContext().onlineStatus !== 'no_connection';
}

function recordEvents(names: readonly string[]): void {
  const { eventSource, eventTypes } = SillyTavern.getContext();
  const events: TavernEvent[] = [];
  globalThis.harnessEvents = events;
  for (const name of names) {
    eventSource.on(eventTypes[name] ?? name, (...values) => {
      const plain = values.map((value) =>
        typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null,
      );
      events.push({ name, values: plain });
    });
  }
}
