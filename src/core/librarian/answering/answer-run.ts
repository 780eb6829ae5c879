import { ModelError, type ModelErrorKind } from '../../ai/model-error';
import { modelErrorMessage } from '../../ai/model-error-words';
import type { Clock, Timer } from '../../ports/clock';
import type { Log } from '../../ports/log';
import type { AnswerState, AssistantMessage } from '../session/session';
import { AnswerDraft } from './answer-draft';
import type { LibrarianEvent } from './librarian-event';

/** Why an answer is ended before its end. */
export type StopReason = 'user' | 'alone' | 'time' | 'closing';

/** What an answer that is being written is made of. */
export interface AnswerRunParts {
  readonly session: string;
  /** Its place in the conversation. */
  readonly place: number;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
  /** The most seconds that it may take. */
  readonly seconds: number;
  /** Whether it goes on when nobody reads it any more. */
  readonly goesOn: boolean;
  readonly write: (draft: AnswerDraft, signal: AbortSignal) => Promise<AnswerState>;
  /** Keeps the answer as it is now. */
  readonly keep: (answer: AssistantMessage) => void;
}

const stopStates: Readonly<Record<StopReason, AnswerState>> = {
  user: 'stopped',
  alone: 'stopped',
  time: 'limited',
  closing: 'interrupted',
};

/** An answer that is being written, for everybody who wants to read along. */
export class AnswerRun {
  readonly session: string;
  readonly place: number;
  /** Fulfilled when it has ended, however that was. Never rejects. */
  readonly ended: Promise<void>;
  readonly #parts: AnswerRunParts;
  readonly #draft: AnswerDraft;
  readonly #abort: { readonly signal: AbortSignal; abort(reason?: unknown): void };
  readonly #listeners = new Set<(event: LibrarianEvent) => void>();
  #stopped: StopReason | undefined;
  #isOver = false;

  constructor(parts: AnswerRunParts) {
    this.#parts = parts;
    this.session = parts.session;
    this.place = parts.place;
    this.#abort = parts.newAbort();
    this.#draft = new AnswerDraft(parts.clock, (event) => this.#tell(event));
    parts.keep(this.#draft.message);
    this.ended = this.#run();
  }

  /** The answer as it stands. */
  get answer(): AssistantMessage {
    return this.#draft.message;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Reads along from now on. The returned function ends that; when nobody is left the answer may be stopped. */
  listen(listener: (event: LibrarianEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      const wasThere = this.#listeners.delete(listener);
      if (wasThere && this.#listeners.size === 0 && !this.#parts.goesOn) this.stop('alone');
    };
  }

  /** Ends it at once; what was written stays. */
  stop(reason: StopReason): void {
    if (this.#isOver || this.#stopped !== undefined) return;
    this.#stopped = reason;
    this.#abort.abort(new Error(`stopped: ${reason}`));
  }

  async #run(): Promise<void> {
    const { timer, seconds, write } = this.#parts;
    const cancel = timer.after(seconds * 1_000, () => this.stop('time'));
    // The first reader comes before the first event.
    await Promise.resolve();
    try {
      const state = await write(this.#draft, this.#abort.signal);
      this.#end(state, { kind: 'done' });
    } catch (error) {
      this.#fail(error);
    } finally {
      cancel();
    }
  }

  #fail(error: unknown): void {
    if (this.#stopped !== undefined) {
      if (this.#stopped === 'time') this.#draft.notice('warning', timeIsUp(this.#parts.seconds));
      this.#end(stopStates[this.#stopped], { kind: 'done' });
      return;
    }
    const kind: ModelErrorKind | undefined = error instanceof ModelError ? error.kind : undefined;
    if (kind === undefined) this.#parts.log.warn('The Librarian could not answer.', error);
    const sentence = kind === undefined ? OWN_FAULT : modelErrorMessage(error);
    this.#draft.notice('error', sentence);
    this.#end('failed', { kind: 'error', error: kind, sentence });
  }

  #end(state: AnswerState, event: LibrarianEvent): void {
    this.#draft.end(state);
    this.#isOver = true;
    this.#tell(event);
  }

  #tell(event: LibrarianEvent): void {
    this.#parts.keep(this.#draft.message);
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#parts.log.warn('A reader of the Librarian failed.', error);
      }
    }
  }
}

const OWN_FAULT = 'Something unexpected went wrong in Lorehearth. The log says what. What was written so far is kept.';

function timeIsUp(seconds: number): string {
  return `It was stopped after ${String(seconds)} seconds, the limit in the settings. Say “go on” to let it continue.`;
}
