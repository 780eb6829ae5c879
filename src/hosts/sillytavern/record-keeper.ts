import type { GenerationType } from './generation-type';
import { readNote, removeNote, unionOfNotes, writeNote, type MessageNote } from './message-note';
import type { ReadContext, TavernMessage } from './tavern-context';

/** The note of a generation under way, waiting for the message that it belongs to. */
interface Pending {
  readonly kind: 'new' | 'swipe' | 'continue';
  note: MessageNote;
  /** The least index that the message can have. */
  readonly index: number;
  /** The first swipe that this generation may write. */
  readonly firstSwipe: number;
  /** Whether the message it writes has been seen. */
  begun: boolean;
}

/** Types of received messages that a generation of each kind can end in. Extensions' and commands' are no replies. */
const receivedTypes: Readonly<Record<Pending['kind'], ReadonlySet<unknown>>> = {
  new: new Set([undefined, 'normal', 'regenerate', 'swipe']),
  swipe: new Set(['swipe', 'normal']),
  continue: new Set(['continue', 'append', 'appendFinal']),
};

/**
 * Stores on every reply what shaped it: per swipe, also when the answer is cut off, and never what belongs to another
 * generation. SillyTavern gives a new swipe a copy of the old one's `extra`, announces a streamed reply only after its
 * last token, and copies `extra` into the swipes at several moments; so the note is taken away at the start, written
 * with the first token, and written again when the reply is announced.
 */
export class RecordKeeper {
  readonly #context: ReadContext;
  #pending: Pending | undefined;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** A generation starts: what waited is over, and an inherited note goes. Not for dry runs. */
  generationStarted(type: unknown): void {
    // A background generation may run inside another one and writes no message.
    if (type === 'quiet') return;
    this.#pending = undefined;
    const last = this.#context().chat.at(-1);
    if (type === 'swipe' && last !== undefined && isUnwrittenSwipe(last)) removeNote(last.extra);
  }

  /** The lore of the generation under way is chosen. */
  begin(type: GenerationType, note: MessageNote): void {
    this.#pending = pendingFor(type, note, this.#context().chat);
  }

  /** Changes the note of the generation under way, before its message is there. */
  amend(change: (note: MessageNote) => MessageNote): void {
    if (this.#pending !== undefined) this.#pending.note = change(this.#pending.note);
  }

  /** A token of a streamed reply came in. */
  tokenReceived(): void {
    if (this.#pending !== undefined && !this.#pending.begun) this.#write(this.#context().chat.length - 1);
  }

  /** A message is complete, or as complete as it will get. */
  messageReceived(index: unknown, type: unknown): void {
    const { kind } = this.#pending ?? {};
    if (kind === undefined || typeof index !== 'number' || !receivedTypes[kind].has(type)) return;
    if (this.#write(index)) this.#pending = undefined;
  }

  /** The user pressed stop. A streamed reply that has begun is still announced; anything else will not come. */
  generationStopped(): void {
    const pending = this.#pending;
    if (pending === undefined || pending.begun) return;
    if (!hasBegun(pending, this.#context().chat)) this.#pending = undefined;
  }

  /** Another chat is open. */
  chatChanged(): void {
    this.#pending = undefined;
  }

  #write(index: number): boolean {
    const message = this.#context().chat[index];
    const pending = this.#pending;
    if (pending === undefined || message === undefined || message.is_user || index < pending.index) return false;
    pending.begun = true;
    message.extra ??= {};
    writeNote(message.extra, pending.note);
    (message.swipe_info ?? []).forEach((info, swipe) => {
      if (info === undefined || (swipe < pending.firstSwipe && swipe !== message.swipe_id)) return;
      info.extra ??= {};
      writeNote(info.extra, pending.note);
    });
    return true;
  }
}

/** SillyTavern moves on to a swipe that is not there yet before it generates it. */
function isUnwrittenSwipe({ swipe_id = 0, swipes = [] }: TavernMessage): boolean {
  return swipe_id >= swipes.length;
}

function pendingFor(type: GenerationType, note: MessageNote, chat: readonly TavernMessage[]): Pending | undefined {
  if (type === 'quiet' || type === 'impersonate') return undefined;
  const last = chat.at(-1);
  if (last === undefined || last.is_user || (type !== 'swipe' && type !== 'continue')) {
    return { kind: 'new', note, index: chat.length, firstSwipe: 0, begun: false };
  }
  const before = type === 'continue' ? readNote(last.extra) : undefined;
  return {
    kind: type,
    note: before === undefined ? note : unionOfNotes(before, note),
    index: chat.length - 1,
    firstSwipe: last.swipes?.length ?? 0,
    begun: false,
  };
}

/** Whether a message of this generation stands in the chat, if only as an empty one. */
function hasBegun({ kind, index, firstSwipe }: Pending, chat: readonly TavernMessage[]): boolean {
  if (kind === 'new') return chat.length > index;
  return kind === 'swipe' && (chat[index]?.swipes?.length ?? 0) > firstSwipe;
}
