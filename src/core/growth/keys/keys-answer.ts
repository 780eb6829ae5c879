import { answerLists, textIn } from '../answers/answer-items';
import { isRecord, listOf } from '../../base/json-value';
import { salvageJson } from '../../ai/answers/json-salvage';

/** A key that a model wants, or wants to be gone. */
interface SaidKey {
  readonly key: string;
  readonly reason: string;
}

/** What a model says of the keys of an entry. */
export interface KeysAnswer {
  readonly keys: readonly SaidKey[];
  readonly removed: readonly SaidKey[];
}

const KEY = ['key', 'keyword', 'text', 'value', 'word', 'name'];
const REASON = ['reason', 'why', 'because', 'rationale', 'explanation'];
const LONGEST_KEY = 100;
const LONGEST_REASON = 300;

/** The form of the answer. */
export const keysForm = {
  name: 'keys',
  schema: {
    type: 'object',
    properties: { keys: saidKeys('Every key that the entry is to have.'), removed: saidKeys('Keys of today that go.') },
    required: ['keys', 'removed'],
    additionalProperties: false,
  },
};

/** Reads the answer; lists of plain texts are taken, too. Errors: `ModelError` of kind `unusable`. */
export function readKeysAnswer(text: string): KeysAnswer {
  const plain = plainKeys(text);
  if (plain) return { keys: plain, removed: [] };
  const lists = answerLists(text, [
    ['keys', 'keywords', 'newkeys', 'suggested', 'suggestions', 'proposed'],
    ['removed', 'dropped', 'remove', 'drop', 'rejected'],
  ]);
  const read = (name: 'keys' | 'removed'): readonly SaidKey[] =>
    lists(name).map((item) => ({
      key: textIn(item, KEY, LONGEST_KEY + 1),
      reason: textIn(item, REASON, LONGEST_REASON),
    }));
  return { keys: read('keys'), removed: read('removed') };
}

/** `["fox", "den"]` or `{"keys":["fox"]}`. */
function plainKeys(text: string): readonly SaidKey[] | undefined {
  const salvage = salvageJson(text);
  const value = salvage.kind === 'found' ? salvage.values[0]?.value : undefined;
  const list = listOf(isRecord(value) ? (value['keys'] ?? value['keywords']) : value);
  const texts = list.filter((item): item is string => typeof item === 'string');
  return texts.length > 0 && texts.length === list.length ? texts.map((key) => ({ key, reason: '' })) : undefined;
}

function saidKeys(description: string) {
  return {
    type: 'array',
    description,
    items: {
      type: 'object',
      properties: { key: { type: 'string' }, reason: { type: 'string', description: 'Why, in a few words.' } },
      required: ['key', 'reason'],
      additionalProperties: false,
    },
  };
}
