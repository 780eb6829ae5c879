import { isRecord, type JsonRecord } from '../base/json-value';
import { parseDocument } from 'yaml';
import { isNestedTooDeeply } from './yaml-depth';

/** How an entry's value and the chat's value of a field are compared. */
export const gatingOperators = ['match_any', 'match_all', 'not_any', 'exists', 'not_exists', 'eq', 'gt', 'lt'] as const;
export type GatingOperator = (typeof gatingOperators)[number];

/** What happens when the chat says nothing about a field, and how exactly values must agree. */
export const gatingTolerances = ['strict', 'moderate', 'lenient'] as const;
export type GatingTolerance = (typeof gatingTolerances)[number];

/** A field by which entries are gated on the chat's situation. */
export interface FieldDefinition {
  /** Name of the property in notes. */
  readonly name: string;
  readonly label: string;
  readonly type: 'string' | 'number' | 'boolean';
  readonly multi: boolean;
  readonly gating: boolean;
  readonly operator: GatingOperator;
  /** Undefined: the setting decides. */
  readonly tolerance: GatingTolerance | undefined;
  /** Suggested values. */
  readonly values: readonly string[];
  /** Name of the value in the chat's context. */
  readonly contextKey: string;
}

/** The definitions, and what of the file was not understood, a sentence each. */
export interface FieldDefinitions {
  readonly fields: readonly FieldDefinition[];
  readonly problems: readonly string[];
  /** Vault-relative path of the file that they come from; the default ones come from none. */
  readonly path?: string;
}

const field = (name: string, label: string): FieldDefinition => ({
  name,
  label,
  type: 'string',
  multi: true,
  gating: true,
  operator: 'match_any',
  tolerance: undefined,
  values: [],
  contextKey: name,
});

/** The fields everybody starts with. */
export const defaultFields: readonly FieldDefinition[] = [
  field('era', 'Era'),
  field('location', 'Location'),
  field('scene_type', 'Scene type'),
  field('character_present', 'Character present'),
];

const MOST_FIELDS = 100;
const NAME = /^[\p{L}][\p{L}\p{N}_ -]{0,63}$/u;

/**
 * Reads a file of field definitions: a map or list under `fields`, or a bare map or list. A file that cannot be read as
 * a whole gives no fields of its own but the default ones, with the reason; a field that is wrong is left out.
 */
export function readFieldDefinitions(source: string): FieldDefinitions {
  const unusable = (reason: string): FieldDefinitions => ({
    fields: defaultFields,
    problems: [`The field definitions cannot be read: ${reason}`],
  });
  if (isNestedTooDeeply(source)) return unusable('they are nested too deeply.');
  const document = parseDocument(source, { schema: 'core', prettyErrors: true });
  const [error] = document.errors;
  if (error) return unusable(error.message.split('\n')[0] ?? '');
  let content: unknown;
  try {
    content = document.toJS({ maxAliasCount: 100 });
  } catch (cause) {
    return unusable(cause instanceof Error ? cause.message : 'they repeat themselves without end.');
  }
  const rows = rowsOf(isRecord(content) && 'fields' in content ? content['fields'] : content);
  if (!rows)
    return {
      fields: defaultFields,
      problems: ['The field definitions hold no list of fields. Write them under "fields:".'],
    };
  const fields: FieldDefinition[] = [];
  const problems: string[] = [];
  for (const row of rows.slice(0, MOST_FIELDS)) {
    const reading = readField(row, problems);
    if (reading && !fields.some((one) => one.name === reading.name)) fields.push(reading);
    else if (reading) problems.push(`The field "${reading.name}" is defined twice; the first is used.`);
  }
  if (rows.length > MOST_FIELDS) problems.push(`Only the first ${String(MOST_FIELDS)} fields are used.`);
  return { fields, problems };
}

function rowsOf(content: unknown): readonly JsonRecord[] | undefined {
  if (Array.isArray(content)) return content.filter(isRecord);
  if (!isRecord(content)) return undefined;
  return Object.entries(content).map(([name, value]) => ({ name, ...(isRecord(value) ? value : {}) }));
}

function readField(row: JsonRecord, problems: string[]): FieldDefinition | undefined {
  const name = typeof row['name'] === 'string' ? row['name'].trim() : '';
  if (!NAME.test(name)) {
    problems.push(
      `A field has no usable name: "${name}". Names begin with a letter and hold letters, digits, _ and -.`,
    );
    return undefined;
  }
  const gating = isRecord(row['gating']) ? row['gating'] : row;
  const pick = <Word extends string>(property: string, from: JsonRecord, words: readonly Word[]): Word | undefined => {
    const written = from[property];
    if (written === undefined || written === null) return undefined;
    const shown = typeof written === 'string' ? written : JSON.stringify(written);
    const word = words.find((one) => one === shown.toLowerCase());
    if (word === undefined)
      problems.push(`Field "${name}": ${property} is "${shown}", but one of ${words.join(', ')} is expected.`);
    return word;
  };
  const isOn = (from: JsonRecord, property: string, fallback: boolean): boolean =>
    typeof from[property] === 'boolean' ? from[property] : fallback;
  const values = row['values'];
  return {
    name,
    label: typeof row['label'] === 'string' ? row['label'] : name,
    type: pick('type', row, ['string', 'number', 'boolean'] as const) ?? 'string',
    multi: isOn(row, 'multi', false),
    gating: isRecord(row['gating']) ? isOn(gating, 'enabled', true) : row['gating'] !== false,
    operator: pick('operator', gating, gatingOperators) ?? 'match_any',
    tolerance: pick('tolerance', gating, gatingTolerances),
    values: Array.isArray(values) ? values.map(String) : [],
    contextKey: typeof row['contextKey'] === 'string' ? row['contextKey'] : name,
  };
}
