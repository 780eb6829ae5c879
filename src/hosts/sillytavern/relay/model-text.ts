import type { WireRelayResult } from '../../../server/contract/wire-stream';
import { countOf, listOf, objectOf, textOf } from '../json-value';
import { JobError } from './job-failure';

/** An answer as the server is told. */
export type JobAnswer = Extract<WireRelayResult, { text: string }>;

const refusals: ReadonlySet<unknown> = new Set(['content_filter', 'refusal', 'SAFETY', 'PROHIBITED_CONTENT']);

/**
 * The text of what a provider answered, in whichever of the shapes that SillyTavern hands on: of OpenAI and its kin, of
 * Anthropic, of Cohere, of text completion. Throws a `JobError` when the model refused or nothing can be read.
 */
export function readModelAnswer(raw: unknown): JobAnswer {
  const text = textIn(raw);
  if (text.trim() !== '') return { text, ...usageIn(raw) };
  if (isRefusal(raw)) throw new JobError('refusal', 'The model refused to answer.');
  throw new JobError('unusable', 'The answer of the model was empty. Raise the most tokens of this channel.');
}

function textIn(raw: unknown): string {
  if (typeof raw === 'string') return raw;
  const data = objectOf(Array.isArray(raw) ? raw[0] : raw);
  const choice = objectOf(listOf(data?.['choices'])[0]);
  const places = [
    objectOf(choice?.['message'])?.['content'],
    choice?.['text'],
    objectOf(data?.['message'])?.['content'],
    data?.['content'],
    data?.['response'],
    data?.['text'],
    objectOf(listOf(data?.['results'])[0])?.['text'],
  ];
  return places.map(written).find((text) => text !== '') ?? '';
}

/** A text, or the texts and forms of a list of parts. */
function written(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((item) => {
      const part = objectOf(item);
      if (part?.['type'] === 'tool_use') return JSON.stringify(part['input']);
      return part?.['type'] === 'thinking' ? '' : (textOf(part?.['text']) ?? '');
    })
    .join('');
}

function isRefusal(raw: unknown): boolean {
  const data = objectOf(raw);
  const choice = objectOf(listOf(data?.['choices'])[0]);
  const said = textOf(objectOf(choice?.['message'])?.['refusal']) ?? '';
  return said !== '' || refusals.has(choice?.['finish_reason']) || refusals.has(data?.['stop_reason']);
}

function usageIn(raw: unknown): Pick<JobAnswer, 'usage'> {
  const usage = objectOf(objectOf(raw)?.['usage']);
  const whole = (...names: readonly string[]): number =>
    Math.floor(names.map((name) => countOf(usage?.[name])).find((count) => count !== undefined) ?? 0);
  if (usage === undefined) return {};
  return {
    usage: { input: whole('prompt_tokens', 'input_tokens'), output: whole('completion_tokens', 'output_tokens') },
  };
}
