import { meteredModel, type MeteredUse } from '../../ai/guard/metered-model';
import type { Finish, ModelMessage } from '../../ai/language-model';
import { ModelError } from '../../ai/model-error';
import { modelErrorSentence } from '../../ai/model-error-words';
import type { PlainCall } from '../plain-text/call-shape';
import { readPlainAnswer } from '../plain-text/read-plain-answer';
import { VisibleStream } from '../plain-text/visible-stream';
import type { LibrarianModel } from '../ports';
import type { Protocol } from '../session/session';
import { modelTools, toolCalled } from '../tools/tool-table';
import type { TextDraft } from './answer-draft';

/** One question to the model. */
export interface ModelQuestion {
  readonly model: LibrarianModel;
  readonly messages: readonly ModelMessage[];
  readonly protocol: Protocol;
  readonly signal: AbortSignal;
  /** Where the text goes as it comes. */
  readonly text: TextDraft;
  readonly spend: (use: MeteredUse) => void;
}

/** What the model said, read. */
export interface ModelStep {
  readonly text: string;
  readonly calls: readonly PlainCall[];
  /** Something was meant as a call, and could not be read. */
  readonly isBroken: boolean;
  readonly finish: Finish;
}

/**
 * Asks the model and reads its answer while it comes. Calls are read from the text in each protocol: models that were
 * offered tools write them into their text, too. What was written stays when it fails. Errors: `ModelError`.
 */
export async function askModel(question: ModelQuestion): Promise<ModelStep> {
  const { model, messages, protocol, signal, text, spend } = question;
  const visible = new VisibleStream();
  let raw = '';
  const { maxTokens, temperature } = model;
  const request = { messages, maxTokens, signal, ...(temperature !== undefined && { temperature }) };
  const offered = protocol === 'tools' ? { ...request, tools: modelTools } : request;
  try {
    for await (const part of meteredModel(model.model, spend).stream(offered)) {
      if (part.kind === 'text') {
        raw += part.text;
        text.add(visible.push(part.text));
      } else
        return readStep(
          part.answer.text === '' ? raw : part.answer.text,
          part.answer.toolCalls,
          part.answer.finish,
          text,
        );
    }
  } catch (error) {
    text.end(readPlainAnswer(raw, isTool).text);
    throw error;
  }
  throw new ModelError('network', modelErrorSentence('network'));
}

function readStep(
  raw: string,
  given: readonly { readonly tool: string; readonly input: unknown }[],
  finish: Finish,
  draft: TextDraft,
): ModelStep {
  const { text, calls, isBroken } = readPlainAnswer(raw, isTool);
  draft.end(text);
  if (given.length > 0)
    return { text, calls: given.map(({ tool, input }) => ({ tool, input, isCut: false })), isBroken: false, finish };
  return { text, calls, isBroken: isBroken && calls.length === 0, finish };
}

function isTool(name: string): boolean {
  return toolCalled(name) !== undefined;
}
