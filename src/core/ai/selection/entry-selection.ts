import { readSelection } from '../answers/read-selection';
import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import type { Clock } from '../../ports/clock';
import type { Log } from '../../ports/log';
import { chooseCategories } from './choose-categories';
import { isConfident } from './confidence';
import { SelectionCache, selectionKey, type LearnedSelection } from './selection-cache';
import type { SelectionModel } from './selection-model';
import type { FailedSelection, SelectionOutcome } from './selection-outcome';
import { selectionForm, selectionMessages } from './selection-prompt';
import type { SelectionQuestion } from './selection-question';

/** What selections need of the host. */
export interface SelectionPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
}

/** How long a caller waits. */
export interface SelectionWait {
  /** Ends when the turn must be answered; the question goes on, so that its answer is there for the next try. */
  readonly due: AbortSignal;
  /** Ends when nobody wants the answer any more: the question is stopped too. */
  readonly stop?: AbortSignal | undefined;
  /** The turn is only prepared: nobody waits yet. */
  readonly isAhead?: boolean;
}

interface Running {
  readonly key: string;
  readonly lines: string;
  readonly isAhead: boolean;
  readonly abort: (reason: unknown) => void;
  readonly outcome: Promise<SelectionOutcome>;
}

/** Asks models which entries belong into turns, one question for each chat at a time, and remembers the answers. Never fails. */
export class EntrySelection {
  readonly #cache = new SelectionCache();
  readonly #running = new Map<string, Running>();

  constructor(private readonly ports: SelectionPorts) {}

  /** What is remembered for this question, without asking anybody. */
  remembered(question: SelectionQuestion, model: SelectionModel): SelectionOutcome | undefined {
    const found = this.#cache.find(question, selectionKey(question, model.id));
    if (!found) return undefined;
    return { ...found.learned, source: found.source, age: Math.max(0, this.ports.clock.now() - found.askedAt) };
  }

  /** Settles at once when the wait ends, whatever the model does. */
  async select(question: SelectionQuestion, model: SelectionModel, wait: SelectionWait): Promise<SelectionOutcome> {
    const remembered = this.remembered(question, model);
    if (remembered) return remembered;
    const running = this.#join(question, model, wait.isAhead === true);
    const stopping = (): void => running.abort(wait.stop?.reason);
    wait.stop?.addEventListener('abort', stopping, { once: true });
    try {
      return await firstOf(running.outcome, wait, () => lateness(running, wait));
    } finally {
      wait.stop?.removeEventListener('abort', stopping);
    }
  }

  /** The question that runs already, or a new one, which takes the place of an older one of the same chat. */
  #join(question: SelectionQuestion, model: SelectionModel, isAhead: boolean): Running {
    const key = selectionKey(question, model.id);
    const lines = JSON.stringify(question.lines);
    const known = this.#running.get(question.chat);
    if (known?.key === key && known.lines === lines) return known;
    known?.abort(new Error('The chat has moved on.'));
    const controller = this.ports.newAbort();
    const outcome = this.#ask(question, key, model, controller.signal).finally(() => {
      if (this.#running.get(question.chat) === running) this.#running.delete(question.chat);
    });
    const running: Running = { key, lines, isAhead, outcome, abort: (reason) => controller.abort(reason) };
    this.#running.set(question.chat, running);
    return running;
  }

  async #ask(
    question: SelectionQuestion,
    key: string,
    model: SelectionModel,
    signal: AbortSignal,
  ): Promise<SelectionOutcome> {
    const askedAt = this.ports.clock.now();
    try {
      const learned = await learn(question, model, signal);
      this.#cache.add(question, key, learned, askedAt);
      return { ...learned, source: 'model', age: 0 };
    } catch (error) {
      if (error instanceof ModelError) return failed(error.kind, error.message);
      this.ports.log.warn('A selection failed.', error);
      return failed('unusable', modelErrorSentence('unusable'));
    }
  }
}

async function learn(
  question: SelectionQuestion,
  model: SelectionModel,
  signal: AbortSignal,
): Promise<LearnedSelection> {
  const choice = question.categoryShare === undefined ? undefined : await chooseCategories(question, model, signal);
  const asked = choice ? { ...question, candidates: choice.candidates } : question;
  const { maxTokens, temperature } = model;
  const reading = await model.ask(
    {
      messages: selectionMessages(asked),
      form: selectionForm,
      maxTokens,
      signal,
      ...(temperature !== undefined && { temperature }),
    },
    (answer) => readSelection(answer.text, asked.candidates),
  );
  const confident = reading.picks.filter((pick) => isConfident(pick.confidence, question.threshold));
  return {
    kind: 'chosen',
    picks: question.mostPicks === undefined ? confident : confident.slice(0, question.mostPicks),
    unknown: reading.unknown,
    ambiguous: reading.ambiguous,
    isCutOff: reading.isCutOff,
    categories: choice?.report,
  };
}

function failed(error: FailedSelection['error'], sentence: string): FailedSelection {
  return { kind: 'failed', error, sentence };
}

function lateness({ isAhead }: Running, { stop }: SelectionWait): FailedSelection {
  if (stop?.aborted === true) return failed('aborted', modelErrorSentence('aborted'));
  return isAhead
    ? failed('late', 'The selection that was prepared ahead was not ready in time; keywords were used.')
    : failed('timeout', 'The AI had not answered when the reply was due. Its answer is kept for the next try.');
}

/** The outcome, or what `late` makes when one of the waits ends before. */
function firstOf(
  outcome: Promise<SelectionOutcome>,
  { due, stop }: SelectionWait,
  late: () => SelectionOutcome,
): Promise<SelectionOutcome> {
  return new Promise((resolve) => {
    const end = (): void => {
      due.removeEventListener('abort', end);
      stop?.removeEventListener('abort', end);
      resolve(late());
    };
    if (due.aborted || stop?.aborted === true) {
      end();
      return;
    }
    due.addEventListener('abort', end, { once: true });
    stop?.addEventListener('abort', end, { once: true });
    void outcome.then((value) => {
      due.removeEventListener('abort', end);
      stop?.removeEventListener('abort', end);
      resolve(value);
    });
  });
}
