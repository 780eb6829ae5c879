import { KEY_MACRO } from '../lore/entry-key';
import { fillMacros, type MacroNames } from '../search/key-table';
import type { RegexKey } from '../search/regex-keys';
import type { Retrieval } from './retrieval';

/** The names that stand for `{{user}}` and `{{char}}` in a turn. */
export function turnNames({ personaName, character }: Retrieval): MacroNames {
  return { user: personaName, char: character.name };
}

/** The text as it will be read, with the names that are known. */
export function withNames(text: string, names: MacroNames): string {
  return text.replace(KEY_MACRO, (macro) => fillMacros(macro, names) ?? macro);
}

/** The patterns with names in them as plain text; one that needs a name that is not known is left out. */
export function namedPatterns(patterns: readonly RegexKey[], names: MacroNames): readonly RegexKey[] {
  const plain = { user: escaped(names.user), char: escaped(names.char) };
  return patterns.flatMap((pattern) => {
    const source = fillMacros(pattern.source, plain);
    if (source === undefined) return [];
    return source === pattern.source ? [pattern] : [{ ...pattern, source }];
  });
}

function escaped(name: string): string {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
