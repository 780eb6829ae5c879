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
import { withinWait, type SelectionWait } from './within-wait';

/** What selections need of the host. */
export interface SelectionPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
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
      return await withinWait(running.outcome, wait, () => lateness(running, wait));
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

/** What is said when a wait ends before its question; `isAhead`: it was asked before the turn came. */
export function lateness({ isAhead }: { readonly isAhead: boolean }, { stop }: SelectionWait): FailedSelection {
  if (stop?.aborted === true) return failed('aborted', modelErrorSentence('aborted'));
  return isAhead
    ? failed('late', 'The selection that was prepared ahead was not ready in time; keywords were used.')
    : failed('timeout', 'The AI had not answered when the reply was due. Its answer is kept for the next try.');
}
