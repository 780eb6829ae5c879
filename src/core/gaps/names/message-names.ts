import { casedMentions, type CasedMention } from './cased-mentions';
import { plainText } from './plain-text';
import { uncasedMentions, type UncasedMention } from './uncased-mentions';
import { casedWords } from './words';

/** What may be names in one message. Depends on its text alone. */
export interface MessageNames {
  readonly cased: readonly CasedMention[];
  readonly uncased: readonly UncasedMention[];
  /** Words without a capital, folded, and how often each stands there. */
  readonly lower: ReadonlyMap<string, number>;
}

/** Reads what may be names in the text of a message. Takes time in proportion to its length. */
export function readMessageNames(text: string): MessageNames {
  const plain = plainText(text);
  const words = casedWords(plain);
  const lower = new Map<string, number>();
  for (const { folded, isCapital } of words) if (!isCapital) lower.set(folded, (lower.get(folded) ?? 0) + 1);
  return { cased: casedMentions(words), uncased: uncasedMentions(plain), lower };
}
