import { withoutThinking } from '../ai/answers/without-thinking';
import type { ModelAnswer } from '../ai/language-model';
import { ModelError } from '../ai/model-error';
import { modelErrorSentence } from '../ai/model-error-words';
import { isRecord } from '../base/json-value';
import { neutralizeText } from '../edits/neutralize-text';

/** A summary as a model wrote it, made harmless. */
export interface WrittenSummary {
  readonly text: string;
  /** Whether the model was cut off. */
  readonly isCut: boolean;
}

/** Longer texts are no summaries. In characters. */
const LONGEST = 60_000;
const FENCED = /^\s*(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/;
/** A word for the text, in place of the text. */
const LABEL =
  /^\s*(?:#{1,6}[ \t]+)?(?:\*\*)?(?:summary|session summary|here (?:is|'s|’s) (?:the|a) summary[^\n:]*):?(?:\*\*)?:?[ \t]*\n+/i;
/** At its very beginning rules would be read as the properties of the note. */
const RULES = /^(?:\s*-{3,}[ \t]*(?:\n|$))+/;
/** A tag in a text of a model would sort the note somewhere. */
const TAG = /(^|[\s(,;])#(?=[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-])/gu;
const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]*_]*(?=\s|$)/gu;

/**
 * The summary in an answer: without what the model thought, without a label, and such that it does nothing in a note
 * or a prompt. Errors: `ModelError` of kind `unusable` for an answer that says nothing.
 */
export function cleanSummary({ text, finish }: Pick<ModelAnswer, 'text' | 'finish'>): WrittenSummary {
  const isCut = finish === 'length';
  const thought = withoutThinking(text.slice(0, 4 * LONGEST)).replaceAll('\r\n', '\n');
  const plain = unwrapped(FENCED.exec(thought)?.[2] ?? thought)
    .replace(RULES, '')
    .replace(LABEL, '')
    .replace(RULES, '')
    .trim();
  const whole = (isCut ? toLastSentence(plain) : plain).slice(0, LONGEST).trim();
  if (!/[\p{L}\p{N}]/u.test(whole) || /^(?:null|none|\[\s*\]|\{\s*\})$/i.test(whole))
    throw new ModelError('unusable', modelErrorSentence('unusable'));
  return { text: neutralizeText(whole).text.replace(TAG, '$1\\#'), isCut };
}

/** Some models answer with an object whatever they were asked for. */
function unwrapped(text: string): string {
  if (!text.trim().startsWith('{')) return text;
  try {
    const value: unknown = JSON.parse(text);
    const texts = isRecord(value) ? Object.values(value).filter((one) => typeof one === 'string') : [];
    return texts.length === 1 ? (texts[0] ?? text) : text;
  } catch {
    return text;
  }
}

function toLastSentence(text: string): string {
  const end = [...text.matchAll(SENTENCE_END)].at(-1);
  return end === undefined ? text : text.slice(0, end.index + end[0].length);
}
