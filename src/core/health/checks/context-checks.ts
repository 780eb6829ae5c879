import type { FieldDefinition, GatingOperator } from '../../lore/field-definitions';
import type { LoreEntry } from '../../lore/lore-entry';
import { entryValues } from '../../pipeline/context-gate';
import { foldName } from '../../search/name-table';
import { inEntry, type Finding } from '../finding';
import { eachUsed, type HealthInput } from '../health-input';
import { isGated } from './gate-checks';
import type { ReferenceGraph } from './reference-graph';

/** Operators under which the chat must have one of the values. */
const WANTING: ReadonlySet<GatingOperator> = new Set(['match_any', 'match_all', 'eq']);

/** What no situation of a chat lets in: for nobody at all, or bound to an entry of another situation. */
export async function contextFindings(input: HealthInput, graph: ReferenceGraph): Promise<readonly Finding[]> {
  const { fields, settings } = input;
  const asked = fields.filter(
    ({ gating, operator, tolerance = settings.contextTolerance }) =>
      gating && WANTING.has(operator) && tolerance !== 'lenient',
  );
  const found: Finding[] = [];
  await eachUsed(input, (entry) => {
    found.push(...forNobody(entry));
    if (isGated(entry) && entry.properties.requires !== undefined) found.push(...apart(entry, asked, graph));
  });
  return found;
}

function* forNobody(entry: LoreEntry): Iterable<Finding> {
  const { characters, charactersExclude, characterTags, characterTagsExclude } = entry.properties;
  if (isWithin(characters, charactersExclude))
    yield inEntry('characters-contradict', entry, 'characters', 'characters_exclude', {
      property: 'charactersExclude',
    });
  if (isWithin(characterTags, characterTagsExclude))
    yield inEntry('characters-contradict', entry, 'character_tags', 'character_tags_exclude', {
      property: 'characterTagsExclude',
    });
}

function isWithin(wanted: readonly string[] = [], unwanted: readonly string[] = []): boolean {
  const left = new Set(unwanted.map(foldName));
  return wanted.length > 0 && wanted.every((name) => left.has(foldName(name)));
}

/** Only where the name means one entry: of several, one may be at home where the entry is. */
function* apart(entry: LoreEntry, fields: readonly FieldDefinition[], graph: ReferenceGraph): Iterable<Finding> {
  for (const { name, entries } of graph.named(entry, 'requires')) {
    const [other] = entries;
    if (!other || entries.length > 1 || other === entry || !isGated(other)) continue;
    const field = fields.find((one) => isApart(entryValues(entry, one.name), entryValues(other, one.name)));
    if (!field) continue;
    const [own, its] = [entry, other].map((one) => entryValues(one, field.name).join(', '));
    const detail = `${field.label} is ${own ?? ''} here and ${its ?? ''} there`;
    yield inEntry('requires-other-context', entry, name, detail, { property: 'requires' });
  }
}

function isApart(own: readonly string[], others: readonly string[]): boolean {
  if (own.length === 0 || others.length === 0) return false;
  const known = new Set(others.map(foldName));
  return !own.some((value) => known.has(foldName(value)));
}
