import type { WireGenerationAnswer, WireNotepadUse } from '../../../server/contract/wire-generation';
import type { GenerationType } from '../generation-type';
import { isToolMessage, roleOf } from '../message-role';
import type { ReadContext, TavernMessage } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import type { AskForNotes } from './ask-for-notes';
import { readNotes, writeNotes, writeShownNotes } from './message-notes';
import { NotesCurtain } from './notes-curtain';
import { splitNotes } from './split-notes';

/** What the notepad works with. */
export interface NotepadPorts {
  readonly context: ReadContext;
  readonly askForNotes: AskForNotes;
}

/** What the generation under way writes. */
interface Birth {
  /** The reply whose next version, or end, is written; `undefined` for a new message. */
  readonly message: TavernMessage | undefined;
  /** The least index that a new message can have. */
  readonly index: number;
  readonly firstSwipe: number;
  /** What was noted with the part that is continued. */
  readonly notesBefore: string;
  /** Further versions that were looked at. */
  readonly seen: Set<number>;
}

/** Received messages that no generation of the player's has written. */
const foreignTypes: ReadonlySet<unknown> = new Set(['first_message', 'command', 'extension']);

/** Whatever else follows a reply goes first, and a turn that goes on after a tool call is not over. In milliseconds. */
const restMs = 300;

/**
 * Keeps the notes of the AI that writes with the version of the message they came with, so that they follow swipes,
 * edits, deletions and branches by themselves: takes them out of the reply where they stand in it, or asks the server
 * for them once the reply stands.
 */
export class Notepad {
  readonly #ports: NotepadPorts;
  readonly #subscriptions: TavernSubscriptions;
  readonly #curtain: NotesCurtain;
  /** How the AI keeps notes, as the last turn had it. */
  #use: WireNotepadUse | undefined;
  #birth: Birth | undefined;
  #isStreamed = false;
  readonly #listeners = new Set<() => void>();
  /** What was cleared last, as long as the chat is open. */
  #cleared: readonly (readonly [TavernMessage, string])[] = [];
  #extraction: ReturnType<typeof setTimeout> | undefined;

  constructor(ports: NotepadPorts) {
    this.#ports = ports;
    this.#subscriptions = new TavernSubscriptions(ports.context);
    this.#curtain = new NotesCurtain(ports.context);
  }

  start(): void {
    const on = this.#subscriptions;
    on.event('GENERATION_STARTED', (type, _options, dryRun) => {
      if (dryRun !== true && type !== 'quiet') this.#started(type);
    });
    on.event('STREAM_TOKEN_RECEIVED', () => this.#tokenReceived());
    on.event('MESSAGE_RECEIVED', (index, type) => {
      if (typeof index === 'number' && !foreignTypes.has(type)) this.#received(index);
    });
    on.event('GENERATION_ENDED', () => this.#ended());
    on.event('CHAT_CHANGED', () => this.#reset());
    this.#curtain.hang();
  }

  stop(): void {
    this.#subscriptions.stop();
    this.#reset();
    this.#listeners.clear();
  }

  /** Calls back when notes have changed without an event of SillyTavern. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Takes the notes from all messages as they are shown, and gives how many had some. */
  async clear(): Promise<number> {
    const found = this.#ports.context().chat.map((message) => [message, readNotes(message.extra)] as const);
    const cleared = found.filter(([, notes]) => notes !== '');
    if (cleared.length === 0) return 0;
    this.#cleared = cleared;
    cleared.forEach(([message]) => writeShownNotes(message, ''));
    await this.#changed();
    return cleared.length;
  }

  /** Gives back what `clear` has taken last in this chat, to messages that have no new notes; gives how many. */
  async restore(): Promise<number> {
    const { chat } = this.#ports.context();
    const lost = this.#cleared.filter(([message]) => chat.includes(message) && readNotes(message.extra) === '');
    this.#cleared = [];
    lost.forEach(([message, notes]) => writeShownNotes(message, notes));
    if (lost.length > 0) await this.#changed();
    return lost.length;
  }

  async #changed(): Promise<void> {
    for (const listener of this.#listeners) listener();
    await this.#ports.context().saveChat?.();
  }

  /** Lore has come for a turn, and with it how its notes are kept. */
  answered(type: GenerationType, { notepad }: WireGenerationAnswer): void {
    if (type !== 'quiet' && type !== 'impersonate') this.#use = notepad;
  }

  #started(type: unknown): void {
    const { chat } = this.#ports.context();
    const last = chat.at(-1);
    // The turn goes on: what stands so far is not the reply.
    if (last !== undefined && isToolMessage(last)) clearTimeout(this.#extraction);
    this.#birth = birthOf(type, chat);
    this.#isStreamed = false;
  }

  #tokenReceived(): void {
    this.#isStreamed = true;
    this.#curtain.close(this.#tag);
  }

  #received(index: number): void {
    const message = this.#ports.context().chat[index];
    if (message === undefined) return;
    this.#clean(message, index);
    this.#curtain.open();
    if (this.#use?.mode !== 'extract' || roleOf(message) !== 'assistant') return;
    clearTimeout(this.#extraction);
    this.#extraction = setTimeout(() => void this.#extract(message), restMs);
  }

  /** A line that died announces no message, and further versions come after the first one was announced. */
  #ended(): void {
    const { chat, saveChat } = this.#ports.context();
    const last = chat.at(-1);
    if (last !== undefined && this.#clean(last, chat.length - 1)) void saveChat?.();
    this.#curtain.open();
  }

  #reset(): void {
    clearTimeout(this.#extraction);
    this.#birth = undefined;
    this.#cleared = [];
    this.#curtain.open();
  }

  get #tag(): string | undefined {
    return this.#use?.mode === 'tag' ? this.#use.tag : undefined;
  }

  /** Takes the notes out of what this generation has written of a message; gives whether there were any. */
  #clean(message: TavernMessage, index: number): boolean {
    const tag = this.#tag;
    const birth = this.#birth;
    if (tag === undefined || birth === undefined || roleOf(message) !== 'assistant') return false;
    if (birth.message === undefined ? index < birth.index : birth.message !== message) return false;
    const hadShown = cleanShown(message, birth.notesBefore, tag);
    if (hadShown && this.#isStreamed) this.#ports.context().updateMessageBlock?.(index, message);
    const others = otherBirths(message, birth).map((swipe) => cleanSwipe(message, swipe, tag));
    return hadShown || others.includes(true);
  }

  async #extract(message: TavernMessage): Promise<void> {
    const { mes: text } = message;
    const index = this.#ports.context().chat.indexOf(message);
    if (index === -1 || text.trim() === '') return;
    const notes = await this.#ports.askForNotes({ index, name: message.name, text });
    if (notes === undefined || !this.#ports.context().chat.includes(message)) return;
    if (keepNotes(message, text, notes)) await this.#changed();
  }
}

function birthOf(type: unknown, chat: readonly TavernMessage[]): Birth {
  const last = chat.at(-1);
  const isOld = type === 'swipe' || type === 'continue';
  return {
    message: isOld ? last : undefined,
    // The reply that is thrown away still stands there.
    index: type === 'regenerate' ? chat.length - 1 : chat.length,
    firstSwipe: isOld ? (last?.swipes?.length ?? 0) : 0,
    notesBefore: type === 'continue' ? readNotes(last?.extra) : '',
    seen: new Set(),
  };
}

function cleanShown(message: TavernMessage, notesBefore: string, tag: string): boolean {
  const { text, notes } = splitNotes(message.mes, tag);
  if (text === message.mes) return false;
  message.mes = text;
  const shown = message.swipe_id ?? 0;
  if (message.swipes?.[shown] !== undefined) message.swipes[shown] = text;
  writeShownNotes(message, [notesBefore, notes].filter((one) => one !== '').join('\n'));
  return true;
}

/** Versions that came with the same answer and were not looked at yet. SillyTavern gives each the notes of the first. */
function otherBirths({ swipes = [], swipe_id: shown = 0 }: TavernMessage, birth: Birth): readonly number[] {
  const { firstSwipe, seen } = birth;
  const born = swipes.map((_, swipe) => swipe);
  const others = born.filter((swipe) => swipe >= firstSwipe && swipe !== shown && !seen.has(swipe));
  others.forEach((swipe) => seen.add(swipe));
  return others;
}

function cleanSwipe(message: TavernMessage, swipe: number, tag: string): boolean {
  const { swipes = [], swipe_info: infos = [] } = message;
  const { text, notes } = splitNotes(swipes[swipe] ?? '', tag);
  const info = infos[swipe];
  if (info?.extra !== undefined) writeNotes(info.extra, notes);
  if (text === swipes[swipe]) return false;
  swipes[swipe] = text;
  return true;
}

/** Puts notes on the version that they were made of, which may not be the shown one any more; gives whether it is there. */
function keepNotes(message: TavernMessage, text: string, notes: string): boolean {
  if (message.mes === text) {
    writeShownNotes(message, notes);
    return true;
  }
  const extra = message.swipe_info?.[message.swipes?.indexOf(text) ?? -1]?.extra;
  if (extra === undefined) return false;
  writeNotes(extra, notes);
  return true;
}
