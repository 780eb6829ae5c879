import { entryFields, fieldNames, writtenName, type EntryField, type FieldName } from '../../../core/lore/entry-fields';
import { foldPropertyName } from '../../../core/lore/property-name';
import type { LoreEngine } from '../../../core/engine/lore-engine';
import type { PropertyPlace } from './property-place';

/** One thing that may be written at a place. */
export interface PropertySuggestion {
  /** What is shown first. */
  readonly name: string;
  /** What it means, in one sentence; empty where the name says it. */
  readonly meaning: string;
  /** What is written in place of what was typed. */
  readonly text: string;
}

/** What the suggestions need of the engine. */
export type SuggestionSource = Pick<LoreEngine, 'entries' | 'entryFacets' | 'contextFields'>;

const MOST = 30;

/** What may be written at a place, best first. `written` are the folded names of properties that are there already. */
export function propertySuggestions(
  place: PropertyPlace,
  written: ReadonlySet<string>,
  source: SuggestionSource,
): readonly PropertySuggestion[] {
  switch (place.kind) {
    case 'name':
      return nameSuggestions(place.typed, written);
    case 'value':
      return valueSuggestions(place.field, place.typed, source);
    case 'other-value':
      return wordSuggestions(fieldValues(place.name, source), place.typed);
  }
}

function nameSuggestions(typed: string, written: ReadonlySet<string>): readonly PropertySuggestion[] {
  const wanted = foldPropertyName(typed);
  const rank = (name: FieldName): number => {
    const spellings = [name, ...entryFields[name].aliases].map(foldPropertyName);
    if (spellings.some((one) => written.has(one) && one !== wanted)) return -1;
    if (spellings[0]?.startsWith(wanted) === true) return 2;
    return spellings.some((one) => one.includes(wanted)) ? 1 : -1;
  };
  return fieldNames()
    .map((name) => ({ name, rank: rank(name) }))
    .filter((one) => one.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .slice(0, MOST)
    .map(({ name }) => {
      const { meaning, fallback } = entryFields[name];
      const without = fallback === '—' ? '' : ` Without it: ${fallback}.`;
      return { name: writtenName(name), meaning: `${meaning}${without}`, text: `${writtenName(name)}: ` };
    });
}

function valueSuggestions(field: FieldName, typed: string, source: SuggestionSource): readonly PropertySuggestion[] {
  const { kind }: EntryField<unknown> = entryFields[field];
  if (kind.words !== undefined) return wordSuggestions(kind.words, typed);
  if (kind.id === 'entries') return linkSuggestions(typed, source);
  if (field === 'type')
    return wordSuggestions(
      source.entryFacets().types.map(({ value }) => value),
      typed,
    );
  return wordSuggestions(fieldValues(writtenName(field), source), typed);
}

function fieldValues(name: string, source: SuggestionSource): readonly string[] {
  const folded = foldPropertyName(name);
  return source.contextFields().find((field) => foldPropertyName(field.name) === folded)?.values ?? [];
}

function wordSuggestions(words: readonly string[], typed: string): readonly PropertySuggestion[] {
  const wanted = typed.trim().toLowerCase();
  return words
    .filter((word) => word.toLowerCase().includes(wanted) && word.toLowerCase() !== wanted)
    .slice(0, MOST)
    .map((word) => ({ name: word, meaning: '', text: word }));
}

/** A link in quotes: without them YAML takes the brackets for lists. */
function linkSuggestions(typed: string, source: SuggestionSource): readonly PropertySuggestion[] {
  // The app itself suggests what follows two brackets.
  if (typed.includes('[[')) return [];
  return source.entries({ text: typed.trim() }, 0, MOST).items.map(({ title, path }) => {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
    return { name: title, meaning: path, text: `"[[${name}]]"` };
  });
}
