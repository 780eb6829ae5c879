import { abortedError } from '../../ai/guard/unless-aborted';
import { quoted } from '../material';
import type { PlainCall } from '../plain-text/call-shape';
import { writtenCall } from '../plain-text/describe-tools';
import type { ProposedAction, ToolPart } from '../session/session';
import { refused, type ToolAnswer, type ToolDesk } from '../tools/tool';
import { toolCalled, toolTable } from '../tools/tool-table';
import type { AnswerDraft } from './answer-draft';
import type { CallNovelty, RepeatedCalls } from './repeated-calls';

/** More calls in one answer of the model are not done. */
const MOST_CALLS = 12;
/** The most of what one call gives to the model, whatever the tool does. In characters. */
const LONGEST_RESULT = 40_000;
/** The most of the arguments that is kept with a call. In characters. */
const LONGEST_INPUT = 100_000;

/** The name under which a call is kept that could not be read. */
export const UNREADABLE = 'unreadable_call';
const UNREAD = `Your call could not be read. Write it exactly in this form, with correct JSON:\n${writtenCall('search_lore', { queries: ['silver keep'] })}`;
const REPEATED =
  'You made this very call before, and its result stands above. Use it, try something else, or answer the user.';
const TOO_MANY = `These are too many calls at once. Only the first ${String(MOST_CALLS)} were done; make the others again if you still need them.`;
const CUT =
  'This call was cut off before its end, so nothing was done. Make it again, shorter: with less text, or in several steps.';

/** What calls are done with. */
export interface CallParts {
  readonly desk: ToolDesk;
  readonly draft: AnswerDraft;
  readonly repeated: RepeatedCalls;
  readonly newId: () => string;
  /** The answer reached the limit of tokens: its last call may lack its end. */
  readonly wasCut: boolean;
  readonly signal: AbortSignal;
}

/** Does the calls of one answer, one after the other. False when the model goes round in circles. */
export async function runCalls(calls: readonly PlainCall[], parts: CallParts): Promise<boolean> {
  let goesOn = true;
  for (const [at, call] of calls.entries()) {
    if (parts.signal.aborted) throw abortedError(parts.signal);
    const tool = toolCalled(call.tool);
    // Providers take letters, digits, `_` and `-` alone when the conversation is sent back.
    const known = tool?.name ?? (call.tool.replace(/[^\w-]/g, '_').slice(0, 60) || 'unknown');
    const novelty = at < MOST_CALLS ? parts.repeated.look(known, call.input) : 'new';
    const begun: ToolPart = {
      kind: 'tool',
      id: parts.newId(),
      step: parts.draft.steps,
      tool: known,
      input: keptInput(call.input),
      state: 'running',
      summary: '',
      result: '',
    };
    parts.draft.call(begun);
    const isCut = call.isCut || (parts.wasCut && at === calls.length - 1);
    const answer = refusalOf(call, novelty, at, isCut) ?? (await done(call, parts.desk));
    finish(begun, answer, parts);
    goesOn = goesOn && novelty !== 'stuck';
    if (at >= MOST_CALLS) break;
  }
  return goesOn;
}

function refusalOf(
  { tool: name }: PlainCall,
  novelty: CallNovelty,
  at: number,
  isCut: boolean,
): ToolAnswer | undefined {
  if (name === UNREADABLE) return refused(UNREAD, 'The call could not be read');
  const tool = toolCalled(name);
  if (tool === undefined) {
    const names = toolTable.map((one) => one.name).join(', ');
    return refused(`There is no tool "${quoted(name, 60)}". There are ${names}.`, `No tool “${quoted(name, 60)}”`);
  }
  if (at >= MOST_CALLS) return refused(TOO_MANY, 'Too many calls at once');
  if (novelty !== 'new') return refused(REPEATED, 'The same call again');
  return isCut && tool.proposes ? refused(CUT, 'The call was cut off') : undefined;
}

async function done({ tool: name, input }: PlainCall, desk: ToolDesk): Promise<ToolAnswer> {
  const tool = toolCalled(name);
  return tool === undefined ? refused('There is no such tool.') : tool.call(input, desk);
}

function finish(begun: ToolPart, answer: ToolAnswer, { draft, repeated }: CallParts): void {
  const { text, summary, isRefused = false, proposal } = answer;
  const result = text.length > LONGEST_RESULT ? `${text.slice(0, LONGEST_RESULT)}… (cut)` : text;
  draft.result({ ...begun, state: isRefused ? 'refused' : 'done', summary, result });
  if (proposal === undefined) return;
  repeated.renew();
  const { id, patch, title, path } = proposal;
  const action: ProposedAction = patch.kind;
  draft.proposal({ kind: 'proposal', call: begun.id, proposal: id, action, title, path });
}

function keptInput(input: unknown): unknown {
  const text = input === undefined ? '' : JSON.stringify(input);
  return text.length > LONGEST_INPUT ? `${text.slice(0, LONGEST_INPUT)}… (cut)` : input;
}
