import { answerLists, numbersIn, textIn } from '../answers/answer-items';
import type { JsonRecord } from '../../base/json-value';
import { findingKinds, type Fact, type Finding, type FindingKind } from '../job';

/** What a model says of some entries. */
interface ReviewAnswer {
  readonly findings: readonly Finding[];
  readonly facts: readonly Pick<Fact, 'entries' | 'text'>[];
}

const ENTRIES = ['entries', 'entry', 'ids', 'id', 'numbers', 'number'];
const text = { type: 'string' };
const numbers = { type: 'array', items: { type: 'integer' } };

/** The form of the answer. */
export const reviewForm = {
  name: 'review',
  schema: {
    type: 'object',
    properties: {
      findings: list({ kind: { type: 'string', enum: [...findingKinds] }, entries: numbers, text, advice: text }),
      facts: list({ entries: numbers, text }),
    },
    required: ['findings', 'facts'],
    additionalProperties: false,
  },
};

/**
 * Reads the answer. What names no entry that was shown is left out. Errors: `ModelError` of kind `unusable`.
 *
 * @param shown Tells whether an entry of a number was shown.
 */
export function readReviewAnswer(answer: string, shown: (number: number) => boolean): ReviewAnswer {
  const lists = answerLists(answer, [
    ['findings', 'finding', 'issues', 'problems', 'contradictions', 'results'],
    ['facts', 'fact', 'notes'],
  ]);
  const entriesOf = (item: JsonRecord): readonly number[] =>
    numbersIn(item, ENTRIES)
      .map((number) => number - 1)
      .filter(shown);
  return {
    findings: lists('findings').flatMap((item) => {
      const said = textIn(item, ['text', 'finding', 'issue', 'problem', 'description'], 2_000);
      const entries = entriesOf(item);
      const kind = kindOf(textIn(item, ['kind', 'type', 'category'], 40));
      const advice = textIn(item, ['advice', 'suggestion', 'fix', 'what_to_do'], 1_000);
      return said === '' || entries.length === 0 ? [] : [{ kind, entries, text: said, advice }];
    }),
    facts: lists('facts').flatMap((item) => {
      const said = textIn(item, ['text', 'fact', 'facts'], 600);
      const entries = entriesOf(item);
      return said === '' || entries.length === 0 ? [] : [{ entries, text: said }];
    }),
  };
}

function kindOf(written: string): FindingKind {
  const word = written.toLowerCase();
  return findingKinds.find((kind) => word.startsWith(kind.slice(0, 6))) ?? 'unclear';
}

function list(properties: Readonly<Record<string, unknown>>) {
  const item = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { type: 'array', items: item };
}
