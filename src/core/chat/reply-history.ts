import type { EntryId } from '../base/entry-id';
import { FIRED, HELD, INJECTED, type RecordAt } from './injection-record';

/** When something last happened to an entry, seen from the turn that is about to be written. */
export interface PastEvent {
  /** Index of the reply in the full chat. */
  readonly index: number;
  /** Replies written after it and before this turn. */
  readonly repliesSince: number;
  /** Messages from it to this turn: 1 for the message right before. */
  readonly messagesSince: number;
}

/** What the records of a chat tell about one entry. */
export interface EntryHistory {
  readonly lastInjected: PastEvent | undefined;
  /** The last time the entry's own trigger woke it. */
  readonly lastFired: PastEvent | undefined;
}

const NOTHING: EntryHistory = { lastInjected: undefined, lastFired: undefined };

interface Reply {
  readonly index: number;
  readonly flags: ReadonlyMap<EntryId, number>;
}

/**
 * The past of a chat as its own messages tell it: a pure function of records and turn. Records at or after the turn
 * belong to replies that this turn replaces or continues and are left out, so a swipe sees what the first try saw.
 * Messages that carry the same generation are one reply.
 */
export class ReplyHistory {
  readonly #entries = new Map<EntryId, EntryHistory>();
  /** Replies with a record before this turn. */
  readonly replies: number;
  /** What the last of them injected, in the order of its record. */
  readonly lastInjected: readonly EntryId[];

  /**
   * @param records Records of the whole path, in any order.
   * @param turn Index of the message that is to be written.
   * @param currentId The id that an entry has today: notes are renamed while chats keep the old id.
   */
  constructor(records: readonly RecordAt[], turn: number, currentId: (id: EntryId) => EntryId = (id) => id) {
    const replies = repliesOf(records, turn, currentId);
    this.replies = replies.length;
    this.lastInjected = [...(replies.at(-1)?.flags ?? [])]
      .filter(([, flags]) => (flags & INJECTED) !== 0)
      .map(([id]) => id);
    replies.forEach((reply, place) => {
      const event = { index: reply.index, repliesSince: replies.length - 1 - place, messagesSince: turn - reply.index };
      for (const [id, flags] of reply.flags) {
        const known = this.#entries.get(id) ?? NOTHING;
        this.#entries.set(id, {
          lastInjected: (flags & INJECTED) !== 0 ? event : known.lastInjected,
          lastFired: (flags & FIRED) !== 0 ? event : known.lastFired,
        });
      }
    });
  }

  of(id: EntryId): EntryHistory {
    return this.#entries.get(id) ?? NOTHING;
  }

  /** Entries that any record names. */
  ids(): IterableIterator<EntryId> {
    return this.#entries.keys();
  }
}

function repliesOf(records: readonly RecordAt[], turn: number, currentId: (id: EntryId) => EntryId): readonly Reply[] {
  const byGeneration = new Map<string, { index: number; flags: Map<EntryId, number> }>();
  for (const [index, record] of [...records].sort(([a], [b]) => a - b)) {
    if (index >= turn) continue;
    const reply = byGeneration.get(record.g) ?? { index, flags: new Map<EntryId, number>() };
    reply.index = index;
    for (const [id, flags] of record.e) reply.flags.set(currentId(id), (reply.flags.get(currentId(id)) ?? 0) | flags);
    byGeneration.delete(record.g);
    byGeneration.set(record.g, reply);
  }
  return [...byGeneration.values()];
}

/** The flags of an entry that a turn injects. A hit while the entry is held over does not start its time anew. */
export function recordFlags(isHeld: boolean, isOwnTrigger: boolean): number {
  return INJECTED | (isHeld ? HELD : isOwnTrigger ? FIRED : 0);
}
