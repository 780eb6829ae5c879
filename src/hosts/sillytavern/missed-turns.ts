import type { ReadContext, TavernMessage } from './tavern-context';
import type { MissedTurn } from './turn-outcome';

/** Remembers, until the page is left, which replies were written without lore and why. */
export class MissedTurns {
  readonly #context: ReadContext;
  readonly #missed = new WeakMap<TavernMessage, Map<number, MissedTurn>>();
  #pending: MissedTurn | undefined;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** The generation under way gets no lore. */
  begin(missed: MissedTurn): void {
    this.#pending = missed;
  }

  /** Nothing is under way any more. */
  reset(): void {
    this.#pending = undefined;
  }

  /** A message is complete. */
  messageReceived(index: unknown): void {
    const message = typeof index === 'number' ? this.#context().chat[index] : undefined;
    if (message === undefined || message.is_user || this.#pending === undefined) return;
    const swipes = this.#missed.get(message) ?? new Map<number, MissedTurn>();
    this.#missed.set(message, swipes.set(message.swipe_id ?? 0, this.#pending));
    this.reset();
  }

  /** Why the shown version of a reply has no lore; `undefined` when nothing is known. */
  of(message: TavernMessage): MissedTurn | undefined {
    return this.#missed.get(message)?.get(message.swipe_id ?? 0);
  }
}
