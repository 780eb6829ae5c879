import { LruMap } from '../base/lru-map';
import type { Delivery } from '../pipeline/delivery';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Trace } from '../pipeline/trace';

/** Chats whose turns are remembered at the same time. */
const MOST_CHATS = 50;

/** The last turns of each chat. */
export class GenerationLog {
  readonly #chats = new LruMap<string, readonly RetrievalResult[]>(MOST_CHATS);

  /** Keeps a result; the same generation id replaces its earlier one. */
  add(result: RetrievalResult, kept: number): void {
    const { chat, id } = result.trace;
    const others = (this.#chats.get(chat) ?? []).filter((one) => one.trace.id !== id);
    this.#chats.set(chat, [...others, result].slice(-kept));
  }

  /** An earlier result of the same chat and generation. */
  find(chat: string, id: string): RetrievalResult | undefined {
    return this.#chats.get(chat)?.find((one) => one.trace.id === id);
  }

  trace(id: string): Trace | undefined {
    for (const results of this.#chats.values()) {
      const found = results.find((one) => one.trace.id === id);
      if (found) return found.trace;
    }
    return undefined;
  }

  /** Adds to a kept trace what the host did with its injections; gives the new trace, or `undefined` if none is kept. */
  deliver(id: string, delivery: readonly Delivery[]): Trace | undefined {
    const known = this.trace(id);
    if (known === undefined) return undefined;
    const trace = { ...known, delivery };
    const results = this.#chats.get(known.chat) ?? [];
    this.#chats.set(
      known.chat,
      results.map((one) => (one.trace === known ? { ...one, trace } : one)),
    );
    return trace;
  }

  /** Newest first. */
  traces(chat: string | undefined, limit: number): readonly Trace[] {
    const results = chat === undefined ? [...this.#chats.values()].flat() : (this.#chats.get(chat) ?? []);
    // Later ones first before sorting, so that of two in one millisecond the later is the newer.
    return [...results]
      .reverse()
      .map((result) => result.trace)
      .sort((a, b) => b.at - a.at)
      .slice(0, limit);
  }
}
