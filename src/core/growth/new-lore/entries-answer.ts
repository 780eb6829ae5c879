import { answerLists, textIn, textsIn } from '../answers/answer-items';
import type { JsonRecord } from '../../base/json-value';
import type { Candidate, News } from '../job';

/** What a model found in a part of a chat. */
export interface EntriesAnswer {
  readonly entries: readonly Candidate[];
  readonly updates: readonly News[];
}

const TITLE = ['title', 'name', 'entry', 'subject'];
const CONTENT = ['content', 'text', 'description', 'body', 'entry_text', 'details'];
const LONGEST_TITLE = 200;
const LONGEST_CONTENT = 20_000;
const MOST_KEYS = 12;

const text = { type: 'string' };

/** The form of the answer. */
export const entriesForm = {
  name: 'entries',
  schema: {
    type: 'object',
    properties: {
      entries: list({ title: text, type: text, keys: { type: 'array', items: text }, summary: text, content: text }),
      updates: list({ title: text, text }),
    },
    required: ['entries', 'updates'],
    additionalProperties: false,
  },
};

/** Reads the answer. Items without a title or a text are left out. Errors: `ModelError` of kind `unusable`. */
export function readEntriesAnswer(answer: string): EntriesAnswer {
  const lists = answerLists(answer, [
    ['entries', 'newentries', 'new', 'candidates', 'suggestions', 'lore', 'items', 'results'],
    ['updates', 'update', 'changes', 'known', 'existing'],
  ]);
  return {
    entries: lists('entries')
      .map(readCandidate)
      .filter(({ title, content }) => title !== '' && content !== ''),
    updates: lists('updates')
      .map(readNews)
      .filter(({ title, text: said }) => title !== '' && said !== ''),
  };
}

function readCandidate(item: JsonRecord): Candidate {
  return {
    title: line(textIn(item, TITLE, LONGEST_TITLE)).replace(/^#+\s*/, ''),
    type: line(textIn(item, ['type', 'kind', 'category'], 60)).toLowerCase(),
    keys: textsIn(item, ['keys', 'keywords', 'key', 'triggers', 'aliases'], 100).slice(0, MOST_KEYS),
    summary: line(textIn(item, ['summary', 'short', 'abstract'], 2_000)),
    content: textIn(item, CONTENT, LONGEST_CONTENT),
  };
}

function readNews(item: JsonRecord): News {
  return {
    title: line(textIn(item, TITLE, LONGEST_TITLE)),
    text: textIn(item, ['text', 'update', 'news', 'change', 'facts', 'new', ...CONTENT], 4_000),
  };
}

function line(written: string): string {
  return written.replace(/\s+/g, ' ').trim();
}

function list(properties: Readonly<Record<string, unknown>>) {
  const item = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { type: 'array', items: item };
}
