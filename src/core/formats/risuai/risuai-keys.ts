import { escapePattern, patternParts } from '../foreign-keys';

/** A field of keys as RisuAI writes it. */
export interface RisuaiKeys {
  readonly text: string;
  /** Keys that it cannot hold. */
  readonly lost: readonly string[];
}

/** Keys as a text with commas. */
export function joinedKeys(keys: readonly string[]): RisuaiKeys {
  const lost = keys.filter((key) => key.includes(','));
  return { text: keys.filter((key) => !key.includes(',')).join(', '), lost };
}

/**
 * Keys as one pattern, which is all that an entry with patterns can have: the alternatives of those that have the flags
 * of the first. Plain texts ignore case.
 */
export function joinedPattern(keys: readonly string[]): RisuaiKeys {
  const parts = keys.map((key) => ({ key, ...(patternParts(key) ?? { source: escapePattern(key), flags: 'i' }) }));
  const [first] = parts;
  if (!first) return { text: '', lost: [] };
  const alike = parts.filter(({ flags }) => flags === first.flags);
  const sources = alike.map(({ source }) => source);
  const source = sources.length === 1 ? first.source : sources.map((one) => `(?:${one})`).join('|');
  const lost = parts.filter(({ flags }) => flags !== first.flags).map(({ key }) => key);
  return { text: `/${source}/${first.flags}`, lost };
}
