import type { EntryId } from '../base/entry-id';
import { leftOutSentence } from '../lore/shared-title';
import { sameAsAnother } from './card-lore';
import type { RefusalReason } from './reasons';
import type { PipelineInput } from './pipeline-input';
import { runPipeline } from './run-pipeline';
import type { SingleChange } from './single-change';
import { changesFor, changesForUnnoticed } from './suggest-changes';
import { refusalReasons } from './reasons';
import type { Trace } from './trace';

/** Why an entry is not in a turn, and the smallest change that would let it in. */
export interface WhyNot {
  readonly entry: EntryId;
  /** It is in the turn. */
  readonly isInjected: boolean;
  /** The first reason that refused it; undefined when nothing brought it in the first place. */
  readonly reason: RefusalReason | undefined;
  /** The facts, in one sentence. */
  readonly detail: string;
  /** A change that was tried and lets the entry in; undefined when no single one does. */
  readonly change: Omit<SingleChange, 'apply'> | undefined;
}

/** Explains an entry's absence by running the turn again with one change at a time. Undefined for an unknown entry. */
export async function whyNot(id: EntryId, input: PipelineInput, trace: Trace): Promise<WhyNot | undefined> {
  const entry = input.index.entries.get(id);
  if (!entry) return undefined;
  if (isInjected(trace, id))
    return { entry: id, isInjected: true, reason: undefined, detail: 'It is in this turn.', change: undefined };
  const same = sameAsAnother(id, input);
  if (same !== undefined) return { entry: id, isInjected: false, reason: 'duplicate', detail: same, change: undefined };
  const leftOut = leftOutSentence(entry);
  if (leftOut !== undefined)
    return { entry: id, isInjected: false, reason: 'same_title', detail: leftOut, change: undefined };
  const refused = trace.decisions.find((decision) => decision.entry === id && decision.verdict === 'refused');
  const reason = refused && isRefusal(refused.reason) ? refused.reason : undefined;
  const detail = refused?.detail ?? 'None of its keys stands in the scanned text, and nothing else brought it in.';
  const changes = reason === undefined ? changesForUnnoticed(entry, input) : changesFor(reason, entry, input);
  return { entry: id, isInjected: false, reason, detail, change: await firstThatHelps(changes, id, input) };
}

function isRefusal(reason: string): reason is RefusalReason {
  return reason in refusalReasons;
}

function isInjected(trace: Trace, id: EntryId): boolean {
  return trace.entries.some((entry) => entry.id === id && entry.injected);
}

async function firstThatHelps(
  changes: readonly SingleChange[],
  id: EntryId,
  input: PipelineInput,
): Promise<WhyNot['change']> {
  for (const change of changes) {
    const { trace } = await runPipeline(change.apply(input));
    const { apply: _apply, ...told } = change;
    if (isInjected(trace, id)) return told;
  }
  return undefined;
}
