/** An event as a client gets it. */
export interface NumberedEvent {
  /** Ascending from 1 within one mailbox. */
  readonly id: number;
  readonly kind: string;
  readonly data: unknown;
}

/** Events kept for a client that is away. */
const MOST_EVENTS = 500;

/** The events of one client, kept until they are too many: a client that was away for a moment misses nothing. */
export class Mailbox {
  #events: NumberedEvent[] = [];
  #next = 1;
  #wake = new Set<() => void>();

  put(kind: string, data: unknown): void {
    this.#events.push({ id: this.#next++, kind, data });
    if (this.#events.length > MOST_EVENTS) this.#events = this.#events.slice(-MOST_EVENTS);
    for (const wake of [...this.#wake]) wake();
  }

  /** What came after an event, oldest first. */
  since(id: number): readonly NumberedEvent[] {
    return this.#events.filter((event) => event.id > id);
  }

  /** The id of the newest event; 0 before the first. */
  get newest(): number {
    return this.#next - 1;
  }

  /** Calls back for every new event, until the returned function is called. */
  onNew(wake: () => void): () => void {
    this.#wake.add(wake);
    return () => this.#wake.delete(wake);
  }
}
