import type { FieldDefinition, GatingOperator, GatingTolerance } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import { entryFields, fieldsByFoldedName } from '../lore/entry-fields';
import { foldPropertyName } from '../lore/property-name';

/** Values of context fields of a chat, by the fields' context keys. */
export type ContextValues = Readonly<Record<string, readonly string[]>>;

/**
 * Why the chat's situation refuses an entry, or undefined. An entry without a value always passes; one with a value in
 * a chat that says nothing passes unless the field is strict; where both say something the operator decides.
 */
export function contextRefusal(
  entry: LoreEntry,
  fields: readonly FieldDefinition[],
  context: ContextValues,
  tolerance: GatingTolerance,
): string | undefined {
  for (const field of fields) {
    if (!field.gating) continue;
    const own = entryValues(entry, field.name);
    if (own.length === 0) continue;
    const given = valuesOf(context, field.contextKey);
    const complaint = fieldRefusal(field, own, given, field.tolerance ?? tolerance);
    if (complaint !== undefined) return complaint;
  }
  return undefined;
}

function fieldRefusal(
  field: FieldDefinition,
  own: readonly string[],
  given: readonly string[],
  tolerance: GatingTolerance,
): string | undefined {
  if (given.length === 0) {
    return tolerance === 'strict'
      ? `${field.label} must be ${own.join(' or ')}, but is not set in this chat.`
      : undefined;
  }
  const isSoft = tolerance === 'lenient' && (field.operator === 'match_any' || field.operator === 'match_all');
  if (isSoft || agrees(field.operator, own, given)) return undefined;
  return `${field.label} is ${given.join(', ')} in this chat; the entry has ${own.join(', ')}.`;
}

function agrees(operator: GatingOperator, own: readonly string[], given: readonly string[]): boolean {
  const isGiven = (value: string): boolean => given.some((one) => fold(one) === fold(value));
  const holds = (relation: (own: number, given: number) => boolean): boolean =>
    own.some((value) => given.some((one) => relation(Number(value), Number(one))));
  switch (operator) {
    case 'match_any':
      return own.some(isGiven);
    case 'match_all':
      return own.every(isGiven);
    case 'not_any':
      return !own.some(isGiven);
    case 'eq':
      return own.some(isGiven) || holds((a, b) => a === b);
    case 'gt':
      return holds((a, b) => a > b);
    case 'lt':
      return holds((a, b) => a < b);
    case 'exists':
      return true;
    case 'not_exists':
      return false;
  }
}

/** The values that an entry has for a context field. */
export function entryValues(entry: LoreEntry, name: string): readonly string[] {
  const folded = foldPropertyName(name);
  const known = fieldsByFoldedName.get(folded);
  if (known !== undefined && entryFields[known].kind.id === 'values') {
    const value = entry.properties[known];
    return Array.isArray(value) ? value.map(String) : [];
  }
  const other = Object.keys(entry.otherProperties).find((property) => foldPropertyName(property) === folded);
  return other === undefined ? [] : (entry.otherProperties[other] ?? []).filter((value) => value.trim() !== '');
}

function valuesOf(context: ContextValues, key: string): readonly string[] {
  const folded = foldPropertyName(key);
  const name = Object.keys(context).find((one) => foldPropertyName(one) === folded);
  return name === undefined ? [] : (context[name] ?? []);
}

function fold(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase();
}

/** The chat's context, changed so that every field of an entry agrees, as far as a value can. */
export function contextAgreeing(
  entry: LoreEntry,
  fields: readonly FieldDefinition[],
  context: ContextValues,
): ContextValues {
  const changed: Record<string, readonly string[]> = { ...context };
  for (const field of fields) {
    const own = field.gating ? entryValues(entry, field.name) : [];
    if (own.length === 0) continue;
    const folded = foldPropertyName(field.contextKey);
    const known = Object.keys(context).find((name) => foldPropertyName(name) === folded);
    changed[known ?? field.contextKey] = agreeingValues(field.operator, own);
  }
  return changed;
}

/** Values of the chat with which an operator holds for those of an entry; none where it holds without a value only. */
function agreeingValues(operator: GatingOperator, own: readonly string[]): readonly string[] {
  const numbers = own.map(Number).filter((value) => !Number.isNaN(value));
  switch (operator) {
    case 'match_any':
    case 'match_all':
    case 'eq':
    case 'exists':
      return own;
    case 'gt':
      return numbers.length > 0 ? [String(Math.max(...numbers) - 1)] : [];
    case 'lt':
      return numbers.length > 0 ? [String(Math.min(...numbers) + 1)] : [];
    case 'not_any':
    case 'not_exists':
      return [];
  }
}
