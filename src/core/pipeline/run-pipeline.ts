import { ReplyHistory } from '../chat/reply-history';
import { BookShelf } from '../lore/book-shelf';
import { buildTrace } from './build-trace';
import { cardWarnings } from './card-lore';
import { seededDice } from './dice';
import type { PipelineInput } from './pipeline-input';
import { placeEntries } from './place-entries';
import type { Retrieval } from './retrieval';
import type { RetrievalResult } from './retrieval-result';
import { selectEntries } from './select-entries';
import { StageClock } from './stage-clock';
import { injectionRecord } from './stages/record';
import { traceTexts } from './trace-texts';
import type { TurnContext } from './turn-context';
import type { TurnSettings } from './turn-settings';

/** Runs one turn: windows → candidates → filters → AI → gates → budget → places → record and trace. The same input gives the same lore. */
export async function runPipeline(input: PipelineInput): Promise<RetrievalResult> {
  const { request, settings } = input;
  const time = new StageClock(input.clock);
  const context = turnContext(input);
  const selected = await selectEntries(input, context, time);
  const { injections, ...placed } = await placeEntries(selected.entries, input, context, time);
  const empty = selected.empty.map((refused) => refused.candidate);
  const record = time.measure('record', () => injectionRecord(request.generationId, placed.inOrder, empty));
  const refusals = [...selected.refusals, ...selected.empty, ...placed.refusals];
  const judged = [...selected.admitted, ...refusals.map((refused) => refused.candidate)];
  const trace = buildTrace({
    request,
    window: windowIndexes(request, settings),
    texts: traceTexts(judged, input),
    books: input.cards?.books,
    admitted: selected.admitted,
    hooks: [...selected.hooks, ...placed.hooks],
    kept: placed.kept,
    refusals,
    injections,
    record,
    budget: placed.budget,
    mode: input.select ? settings.selectionMode : 'keywords',
    ai: selected.ai.report,
    degraded: [...input.degraded, ...selected.ai.degraded],
    warnings: [...cardWarnings(input.cards), ...selected.ai.warnings, ...placed.warnings],
    started: time.started,
    milliseconds: time.elapsed(),
    timings: time.timings,
  });
  return { injections, record, trace };
}

/** What the stages of a turn see. */
export function turnContext(input: PipelineInput): TurnContext {
  const { request } = input;
  return {
    ...input,
    history: new ReplyHistory(request.records, request.turn, input.currentId),
    books: input.books ?? BookShelf.empty,
    dice: input.dice ?? seededDice(request.chat.id, request.turn),
    storySummary: input.storySummary ?? '',
    story: input.story ?? [],
    now: () => input.clock.now(),
  };
}

/** Indexes of the messages in the window of an entry without a scan depth of its own. */
function windowIndexes(request: Retrieval, settings: TurnSettings): readonly number[] {
  const visible = request.messages.filter((message) => !message.hidden).map((message) => message.index);
  return settings.scanDepth === 0 ? [] : visible.slice(-settings.scanDepth).reverse();
}
