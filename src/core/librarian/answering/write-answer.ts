import { ModelError } from '../../ai/model-error';
import { modelErrorSentence } from '../../ai/model-error-words';
import { spentOn } from '../../ai/guard/spent';
import { conversationMessages } from '../conversation/conversation-messages';
import { systemPrompt } from '../conversation/system-prompt';
import type { LibrarianModel, LibrarianSettings } from '../ports';
import type { AnswerState, Protocol, SessionMessage } from '../session/session';
import type { ToolDesk } from '../tools/tool';
import type { AnswerDraft } from './answer-draft';
import { askModel, type ModelStep } from './ask-model';
import type { ProtocolChoice } from './protocol-choice';
import { RepeatedCalls } from './repeated-calls';
import { runCalls, UNREADABLE } from './run-calls';

/** What an answer is written with. */
export interface AnswerParts {
  readonly model: LibrarianModel;
  readonly protocol: ProtocolChoice;
  readonly desk: ToolDesk;
  readonly draft: AnswerDraft;
  /** Everything that was said before the answer. */
  readonly messages: readonly SessionMessage[];
  /** What became of proposals since. */
  readonly news: string;
  readonly settings: LibrarianSettings;
  readonly newId: () => string;
  readonly signal: AbortSignal;
}

/** Asks the model again and again, and does what it calls for, until it only says something or a limit is reached. Errors: `ModelError`. */
export async function writeAnswer(parts: AnswerParts): Promise<AnswerState> {
  const { draft, settings } = parts;
  const repeated = new RepeatedCalls();
  for (;;) {
    const limit = limitReached(draft, settings);
    if (limit !== undefined) return limited(limit, draft);
    const step = await nextStep(parts);
    if (step.finish === 'refusal') throw new ModelError('refusal', modelErrorSentence('refusal'));
    if (step.calls.length === 0 && !step.isBroken) return finished(step, draft);
    const calls = step.isBroken ? [{ tool: UNREADABLE, input: {}, isCut: false }] : step.calls;
    const wasCut = step.finish === 'length';
    const { desk, newId, signal } = parts;
    if (!(await runCalls(calls, { desk, draft, repeated, newId, wasCut, signal }))) return limited(CIRCLE, draft);
  }
}

const CIRCLE = 'The model made the same calls again and again, so it was stopped. Say what it should do otherwise.';

/** One question, in the other protocol when the model does not take the first, and once more when nothing came. */
async function nextStep(parts: AnswerParts): Promise<ModelStep> {
  const { protocol } = parts;
  const asked = protocol.current;
  try {
    const step = await once(parts, asked);
    protocol.worked(asked);
    return step;
  } catch (error) {
    if (!protocol.fallsBack(error) && !isEmptyAnswer(error)) throw error;
    const step = await once(parts, protocol.current);
    protocol.worked(protocol.current);
    return step;
  }
}

function once(parts: AnswerParts, protocol: Protocol): Promise<ModelStep> {
  const { model, desk, draft, messages, news, settings, signal } = parts;
  draft.asks(model.name, protocol);
  draft.step();
  return askModel({
    model,
    protocol,
    signal,
    messages: conversationMessages({
      system: systemPrompt({ desk, protocol, instructions: settings.librarianInstructions }),
      messages: [...messages, draft.message],
      protocol,
      memory: settings.librarianMemory,
      news,
    }),
    text: draft.text(),
    spend: (use) => draft.spend(spentOn(use, model.price)),
  });
}

/** An answer with nothing in it, as smaller models give it now and then. */
function isEmptyAnswer(error: unknown): boolean {
  return error instanceof ModelError && error.kind === 'unusable';
}

function limitReached({ steps, spent }: AnswerDraft, settings: LibrarianSettings): string | undefined {
  const { librarianSteps, librarianTokens } = settings;
  if (steps >= librarianSteps)
    return `It was stopped after ${String(steps)} steps, the limit in the settings. Say “go on” to let it continue.`;
  const tokens = spent.input + spent.output;
  if (tokens >= librarianTokens)
    return `It was stopped after ${String(tokens)} tokens, the limit in the settings. Say “go on” to let it continue.`;
  return undefined;
}

function limited(sentence: string, draft: AnswerDraft): AnswerState {
  draft.notice('warning', sentence);
  return 'limited';
}

function finished({ finish, text }: ModelStep, draft: AnswerDraft): AnswerState {
  if (finish === 'length')
    draft.notice(
      'warning',
      'The answer was cut off at the most tokens of this channel. Say “go on”, or raise them in the settings.',
    );
  else if (text === '' && draft.parts.length === 0) throw new ModelError('unusable', modelErrorSentence('unusable'));
  return 'done';
}
