import type { WireTranscriptAnswer } from '../../../server/contract/wire-transcript';
import { identifyChat, isChatEnabled, isKnownChat, type ChatIdentity } from '../chat-identity';
import { clientFor, limitedSignal } from '../find-server';
import type { TakeSeat } from '../relay/seats';
import type { Connection, ServerLink } from '../server-link';
import type { SettingsStore } from '../settings';
import type { ReadContext } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import { DueWork } from '../watch/due-work';
import { speakersOf } from './speakers';
import { transcriptParts } from './transcript-parts';
import { commonBegin, printBefore, visibleMessages, type SentMessage } from './visible-messages';

/** What telling of chats works with. */
export interface TranscriptPorts {
  readonly context: ReadContext;
  readonly link: ServerLink;
  readonly settings: SettingsStore;
  readonly newId: () => string;
  /** Pages of one browser send one after the other. */
  readonly takeSeat: TakeSeat;
}

/** After any of these the chat may say something else. */
const changes = [
  'CHAT_CHANGED',
  'MESSAGE_SENT',
  'MESSAGE_RECEIVED',
  'MESSAGE_EDITED',
  'MESSAGE_UPDATED',
  'MESSAGE_SWIPED',
  'MESSAGE_SWIPE_DELETED',
  'MESSAGE_DELETED',
];

/** So long nothing may have changed. In milliseconds. */
const restMs = 1_500;
/** So long a generation may keep it waiting, for its end is not always announced. In milliseconds. */
const longestHoldMs = 180_000;
const retryMs = 30_000;
const patienceMs = 20_000;
const key = 'chat';

/** What the server is known to have of a chat. */
interface KnownTranscript {
  readonly place: string;
  readonly messages: readonly SentMessage[];
}

/** The open chat, and where to tell of it. */
interface ToldChat {
  readonly connection: Connection;
  readonly identity: ChatIdentity;
  readonly place: string;
}

/**
 * Tells the server what stands in the open chat, apart from turns: only what has changed, some time after it has, and
 * never while a reply is being written.
 */
export class TranscriptSender {
  readonly #ports: TranscriptPorts;
  readonly #subscriptions: TavernSubscriptions;
  readonly #due = new DueWork(() => this.#tell());
  #known: KnownTranscript | undefined;
  #telling: AbortController | undefined;
  /** A server that does not want to know. */
  #unwilling: string | undefined;

  constructor(ports: TranscriptPorts) {
    this.#ports = ports;
    this.#subscriptions = new TavernSubscriptions(ports.context);
  }

  start(): void {
    const { link, settings } = this.#ports;
    const on = this.#subscriptions;
    for (const name of changes) on.event(name, () => this.#due.later(key, restMs));
    // A command that is typed begins a generation, too, of which no end is ever announced.
    on.event('GENERATION_AFTER_COMMANDS', (_type, _options, dryRun) => {
      if (dryRun !== true) this.#holdBack();
    });
    on.event('GENERATION_ENDED', () => this.#due.release());
    on.event('GENERATION_STOPPED', () => this.#due.release());
    link.onChange(({ kind }) => {
      if (kind === 'connected') this.#due.within(key, restMs);
      else this.#forget();
    });
    settings.onChange(() => this.#due.within(key, restMs));
  }

  stop(): void {
    this.#subscriptions.stop();
    this.#due.stop();
    this.#telling?.abort();
  }

  /** Tells at once what is not told yet, for those who need the server to know it. Never rejects. */
  async tellNow(): Promise<void> {
    this.#due.forget(key);
    await this.#tell();
  }

  /** A server that comes back may be another one. */
  #forget(): void {
    this.#known = undefined;
    this.#unwilling = undefined;
  }

  #holdBack(): void {
    this.#due.hold(longestHoldMs);
    if (this.#telling === undefined) return;
    this.#telling.abort();
    this.#due.later(key, restMs);
  }

  /** Never rejects. */
  async #tell(): Promise<void> {
    const chat = this.#toldChat();
    if (chat === undefined) return;
    this.#telling?.abort();
    const telling = new AbortController();
    this.#telling = telling;
    try {
      const leave = await this.#ports.takeSeat(telling.signal);
      await this.#tellAll(chat, telling.signal).finally(leave);
    } catch {
      this.#known = undefined;
      if (!telling.signal.aborted) this.#due.within(key, retryMs);
    } finally {
      if (this.#telling === telling) this.#telling = undefined;
    }
  }

  /** The open chat, if it may be told of. A chat that was never played with lore stays unknown. */
  #toldChat(): ToldChat | undefined {
    const { context, link, settings, newId } = this.#ports;
    const { enabled, shareChat, token } = settings.get();
    const { state } = link;
    if (!enabled || !shareChat || state.kind !== 'connected' || state.base === this.#unwilling) return undefined;
    const now = context();
    if ((now.chatId ?? '') === '' || !isKnownChat(now) || !isChatEnabled(now)) return undefined;
    const identity = identifyChat(now, newId);
    return { connection: { base: state.base, token }, identity, place: `${state.base} ${identity.id}` };
  }

  async #tellAll(chat: ToldChat, signal: AbortSignal): Promise<void> {
    const messages = visibleMessages(this.#ports.context().chat);
    const known = this.#known?.place === chat.place ? this.#known.messages : undefined;
    if (known !== undefined && isSame(known, messages)) return;
    // A server that is not known to have anything may have everything but the last message.
    let start = known === undefined ? Math.max(0, messages.length - 1) : commonBegin(known, messages);
    for (let isTold = false; !isTold;) {
      const wanted = await this.#tellFrom(start, messages, chat, signal);
      isTold = wanted === undefined || start === 0;
      start = wanted === undefined || wanted >= start ? 0 : wanted;
    }
  }

  /** Sends the messages from the `start`-th on; gives from which on they are wanted if they did not fit. */
  async #tellFrom(
    start: number,
    messages: readonly SentMessage[],
    chat: ToldChat,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    this.#known = undefined;
    for (const { body, reaches } of transcriptParts(messages, start)) {
      const answer = await this.#put(body, chat, signal);
      if (answer === undefined) return undefined;
      if (!answer.kept) return messages.filter(({ index }) => index < answer.wants.from).length;
      if (answer.print !== printBefore(messages, reaches)) return 0;
      this.#known = { place: chat.place, messages: messages.slice(0, reaches) };
    }
    return undefined;
  }

  /** `undefined` when the server does not take it, and would not take it a second time. */
  async #put(
    body: ReturnType<typeof transcriptParts>[number]['body'],
    { connection, identity }: ToldChat,
    signal: AbortSignal,
  ): Promise<WireTranscriptAnswer | undefined> {
    const { context, link } = this.#ports;
    const { id, parent } = identity;
    const name = context().chatId;
    const head = { ...(parent === undefined ? {} : { parent }), ...(name === undefined ? {} : { name }) };
    const limited = limitedSignal(signal, patienceMs);
    try {
      const client = clientFor(connection.base, connection.token, link.fetch);
      const json = { ...head, ...body, names: [...speakersOf(context())] };
      const response = await client.v1.chats[':id'].transcript.$put(
        { param: { id }, json },
        { init: { signal: limited.signal } },
      );
      if (response.status === 200) return await response.json();
      const status: number = response.status;
      if (status === 401) link.failed(connection.base, 'refused');
      // One that is too old knows no such route.
      if (status === 404) this.#unwilling = connection.base;
      return undefined;
    } finally {
      limited.release();
    }
  }
}

function isSame(known: readonly SentMessage[], messages: readonly SentMessage[]): boolean {
  return known.length === messages.length && commonBegin(known, messages) === messages.length;
}
