import { looseForm } from '../../ai/answers/title-forms';
import type { Candidate, News } from '../job';

/** Candidates of the same name become one, with what each of them says. */
export function mergeCandidates(candidates: readonly Candidate[]): readonly Candidate[] {
  return merged(candidates, joined);
}

/** What several parts of a chat say of one entry becomes one text. */
export function mergeNews(news: readonly News[]): readonly News[] {
  return merged(news, (one, other) => ({ ...one, text: withParagraph(one.text, other.text) }));
}

function merged<Item extends { readonly title: string }>(
  items: readonly Item[],
  join: (one: Item, other: Item) => Item,
): readonly Item[] {
  const byName = new Map<string, Item>();
  for (const item of items) {
    const name = looseForm(item.title) || item.title;
    const known = byName.get(name);
    byName.set(name, known === undefined ? item : join(known, item));
  }
  return [...byName.values()];
}

function joined(one: Candidate, other: Candidate): Candidate {
  return {
    title: one.title,
    type: one.type || other.type,
    keys: [...new Set([...one.keys, ...other.keys])],
    summary: one.summary || other.summary,
    content: withParagraph(one.content, other.content),
  };
}

/** A text with another one below it, unless it says that already. */
function withParagraph(text: string, more: string): string {
  if (text.includes(more)) return text;
  return more.includes(text) ? more : `${text.trimEnd()}\n\n${more}`;
}
