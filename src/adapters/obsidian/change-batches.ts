import type { Timer } from '../../core/ports/clock';
import type { NoteChange, Stop } from '../../core/ports/note-source';

/** What batches are made with. */
export interface ChangeBatchesParts {
  readonly timer: Timer;
  /** Whether the notes are where they should be: when not, a removal is no removal. */
  readonly isReachable: () => Promise<boolean>;
  readonly deliver: (changes: readonly NoteChange[]) => void;
}

/** Changes are collected this long, in milliseconds: renaming a folder sends one event for each note in it. */
const PATIENCE = 50;

/** Collects single changes into batches, in order, until stopped. */
export class ChangeBatches {
  readonly #parts: ChangeBatchesParts;
  #waiting: NoteChange[] = [];
  #cancel: Stop | undefined;
  #delivery: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(parts: ChangeBatchesParts) {
    this.#parts = parts;
  }

  add(changes: readonly NoteChange[]): void {
    if (this.#isStopped) return;
    this.#waiting.push(...changes);
    if (this.#waiting.length > 0) this.#cancel ??= this.#parts.timer.after(PATIENCE, () => this.#flush());
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel?.();
    this.#waiting = [];
  }

  #flush(): void {
    this.#cancel = undefined;
    const batch = withoutRepeats(this.#waiting);
    this.#waiting = [];
    this.#delivery = this.#delivery.then(() => this.#deliver(batch));
  }

  async #deliver(batch: readonly NoteChange[]): Promise<void> {
    const hasRemovals = batch.some((change) => change.kind === 'removed');
    const isTrue = !hasRemovals || (await this.#parts.isReachable());
    const changes = isTrue ? batch : batch.filter((change) => change.kind !== 'removed');
    if (!this.#isStopped && changes.length > 0) this.#parts.deliver(changes);
  }
}

/** The app may report one move twice, with the folder and with the note; a note that is there again can move again. */
function withoutRepeats(changes: readonly NoteChange[]): readonly NoteChange[] {
  const moves = new Map<string, string>();
  return changes.filter((change) => {
    if (change.kind !== 'renamed') {
      moves.delete(change.path);
      return true;
    }
    if (moves.get(change.from) === change.to) return false;
    moves.delete(change.to);
    moves.set(change.from, change.to);
    return true;
  });
}
