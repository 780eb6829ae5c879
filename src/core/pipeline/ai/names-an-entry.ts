import { createKeywordMatcher, type KeywordMatcher } from '../../search/keyword-matcher';
import type { LoreIndex } from '../../search/lore-index';
import type { TurnContext } from '../turn-context';
import { namedPatterns, turnNames } from '../turn-names';

/** Titles and aliases of each index that was asked, in one matcher. */
const matchers = new WeakMap<LoreIndex, KeywordMatcher>();

/** Whether a text holds a key, the title or an alias of any entry. */
export function namesAnEntry(text: string, context: TurnContext): boolean {
  const { index, request, patterns } = context;
  const names = turnNames(request);
  if (index.keys.match(text, names).length > 0) return true;
  if (namedPatterns(index.patterns.all, names).some((pattern) => patterns.find(pattern, text).length > 0)) return true;
  return titleMatcher(index).match(text).length > 0;
}

function titleMatcher(index: LoreIndex): KeywordMatcher {
  const known = matchers.get(index);
  if (known) return known;
  const texts = [...index.entries.values()].flatMap((entry) => [entry.title, ...(entry.properties.aliases ?? [])]);
  const made = createKeywordMatcher(texts.map((title) => ({ text: title, caseSensitive: false, wholeWords: true })));
  matchers.set(index, made);
  return made;
}
