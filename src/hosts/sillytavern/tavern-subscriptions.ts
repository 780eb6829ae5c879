import type { ReadContext } from './tavern-context';

type Listener = (...values: readonly unknown[]) => void;

/** Listeners to SillyTavern's events that can all be taken back at once. */
export class TavernSubscriptions {
  readonly #context: ReadContext;
  readonly #undo: (() => void)[] = [];

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** Listens to an event by its upper-case name; one that this version of SillyTavern does not know never comes. */
  event(name: string, listener: Listener): void {
    const { eventSource, eventTypes } = this.#context();
    const event = eventTypes[name];
    if (event === undefined) return;
    eventSource.on(event, listener);
    this.#undo.push(() => eventSource.removeListener(event, listener));
  }

  stop(): void {
    for (const undo of this.#undo.splice(0)) undo();
  }
}
