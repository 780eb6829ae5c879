import { LruMap } from '../base/lru-map';
import type { Delivery } from '../pipeline/delivery';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Trace } from '../pipeline/trace';

/** Chats whose turns are remembered at the same time. */
const MOST_CHATS = 50;
/** Turns of a chat whose request is kept, so that they can be played again; the newest. */
const MOST_REQUESTS = 8;

/** A turn that is over, and what was asked for, as long as that is kept. */
export interface KeptTurn {
  readonly result: RetrievalResult;
  readonly request: Retrieval | undefined;
}

/** A chat of which turns are kept. */
export interface KeptChat {
  readonly id: string;
  /** The chat's name in the client; undefined when it gave none. */
  readonly name: string | undefined;
  /** Turns that are kept. */
  readonly turns: number;
  readonly last: Trace;
}

/** The last turns of each chat. */
export class GenerationLog {
  readonly #chats = new LruMap<string, readonly KeptTurn[]>(MOST_CHATS);

  /** Keeps a turn; the same generation id replaces its earlier one. */
  add(result: RetrievalResult, kept: number, request?: Retrieval): void {
    const { chat, id } = result.trace;
    const others = (this.#chats.get(chat) ?? []).filter((one) => one.result.trace.id !== id);
    this.#chats.set(chat, trimmed([...others, { result, request }], kept));
  }

  /** Puts turns of an earlier run, oldest first, before those of this one. */
  restore(turns: readonly KeptTurn[], kept: number): void {
    const live = [...this.#chats.values()].flat();
    const known = new Set(live.map(nameOf));
    for (const turn of [...turns.filter((one) => !known.has(nameOf(one))), ...live]) {
      const { chat } = turn.result.trace;
      const others = (this.#chats.get(chat) ?? []).filter((one) => nameOf(one) !== nameOf(turn));
      this.#chats.set(chat, trimmed([...others, turn], kept));
    }
  }

  /** An earlier result of the same chat and generation. */
  find(chat: string, id: string): RetrievalResult | undefined {
    return this.#chats.get(chat)?.find((one) => one.result.trace.id === id)?.result;
  }

  trace(id: string): Trace | undefined {
    return this.turn(id)?.result.trace;
  }

  turn(id: string): KeptTurn | undefined {
    for (const turns of this.#chats.values()) {
      const found = turns.find((one) => one.result.trace.id === id);
      if (found) return found;
    }
    return undefined;
  }

  /** Adds to a kept trace what the host did with its injections; gives the new trace, or `undefined` if none is kept. */
  deliver(id: string, delivery: readonly Delivery[]): Trace | undefined {
    const known = this.turn(id);
    if (known === undefined) return undefined;
    const trace = { ...known.result.trace, delivery };
    const turns = this.#chats.get(trace.chat) ?? [];
    this.#chats.set(
      trace.chat,
      turns.map((one) => (one === known ? { ...one, result: { ...one.result, trace } } : one)),
    );
    return trace;
  }

  /** Newest first. */
  traces(chat: string | undefined, limit: number): readonly Trace[] {
    const turns = chat === undefined ? [...this.#chats.values()].flat() : (this.#chats.get(chat) ?? []);
    // Later ones first before sorting, so that of two in one millisecond the later is the newer.
    return [...turns]
      .reverse()
      .map((turn) => turn.result.trace)
      .sort((a, b) => b.at - a.at)
      .slice(0, limit);
  }

  /** Every chat, the one with the newest turn first. */
  chats(): readonly KeptChat[] {
    const chats = [...this.#chats.values()].flatMap((turns): readonly KeptChat[] => {
      const last = turns.at(-1)?.result.trace;
      return last === undefined ? [] : [{ id: last.chat, name: last.chatName, turns: turns.length, last }];
    });
    return chats.sort((a, b) => b.last.at - a.last.at);
  }
}

function nameOf({ result: { trace } }: KeptTurn): string {
  return JSON.stringify([trace.chat, trace.id]);
}

/** The newest turns; only the last of them with their requests. */
function trimmed(turns: readonly KeptTurn[], kept: number): readonly KeptTurn[] {
  const newest = turns.slice(-kept);
  const from = newest.length - MOST_REQUESTS;
  return newest.map((turn, at) =>
    at < from && turn.request !== undefined ? { result: turn.result, request: undefined } : turn,
  );
}
