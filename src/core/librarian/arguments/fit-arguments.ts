import { salvageJson } from '../../ai/answers/json-salvage';
import type { JsonSchema } from '../../ai/language-model';
import { isRecord, listOf, type JsonRecord } from '../../base/json-value';

/** Names that models put around the arguments themselves. */
const WRAPPERS = ['arguments', 'args', 'input', 'parameters', 'params'] as const;
/** Wrappers in wrappers are opened so often. */
const DEEPEST = 4;

/** Other names under which models send an argument, by its own name. */
export type ArgumentAliases = Readonly<Record<string, readonly string[]>>;

/**
 * Arguments as models send them, brought as near to a schema as can be done without guessing: texts for numbers, JSON
 * in texts, one item for a list, other spellings of names. What still does not fit is left for the schema to refuse.
 */
export function fitArguments(schema: JsonSchema, aliases: ArgumentAliases, sent: unknown): unknown {
  const names = Object.keys(propertiesOf(schema));
  return fitObject(schema, unwrapped(sent, names, aliases, 0), aliases);
}

function unwrapped(sent: unknown, names: readonly string[], aliases: ArgumentAliases, depth: number): unknown {
  if (sent === null || sent === undefined) return {};
  if (typeof sent === 'string') return fromText(sent, names, aliases, depth);
  // A list around the one object.
  if (Array.isArray(sent) && sent.length === 1 && isRecord(sent[0])) return unwrapped(sent[0], names, aliases, depth);
  if (!isRecord(sent) || depth >= DEEPEST || hasOwnNames(sent, names, aliases)) return sent;
  const wrapper = WRAPPERS.find((name) => isRecord(sent[name]) || typeof sent[name] === 'string');
  return wrapper === undefined ? sent : unwrapped(sent[wrapper], names, aliases, depth + 1);
}

/** A text that is no JSON is the one argument that there is. */
function fromText(text: string, names: readonly string[], aliases: ArgumentAliases, depth: number): unknown {
  if (text.trim() === '') return {};
  const found = depth < DEEPEST ? objectIn(text) : undefined;
  if (found !== undefined) return unwrapped(found, names, aliases, depth + 1);
  const [first] = names;
  return first === undefined ? {} : { [first]: text };
}

function hasOwnNames(sent: JsonRecord, names: readonly string[], aliases: ArgumentAliases): boolean {
  const known = new Set(names.flatMap((name) => [name, ...(aliases[name] ?? [])]).map(plainName));
  return Object.keys(sent).some((name) => known.has(plainName(name)));
}

function fitObject(schema: JsonSchema, sent: unknown, aliases: ArgumentAliases): unknown {
  if (!isRecord(sent)) return sent;
  const byPlainName = new Map(Object.entries(sent).map(([name, value]) => [plainName(name), value]));
  const fields = Object.entries(propertiesOf(schema)).flatMap(([name, inner]) => {
    const spelled = [name, ...(aliases[name] ?? [])].map(plainName).find((one) => byPlainName.has(one));
    const value = spelled === undefined ? undefined : fitValue(inner, byPlainName.get(spelled), aliases);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}

function fitValue(schema: JsonSchema, value: unknown, aliases: ArgumentAliases): unknown {
  if (value === null || value === undefined) return undefined;
  switch (schema['type']) {
    case 'string':
      return fitText(schema, value);
    case 'integer':
    case 'number':
      return fitNumber(schema, value);
    case 'boolean':
      return fitFlag(value);
    case 'array':
      return fitList(schema, value, aliases);
    case 'object':
      return fitRecord(schema, value, aliases);
    default:
      return value;
  }
}

function fitText(schema: JsonSchema, value: unknown): unknown {
  const text =
    typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
        ? value.join('\n')
        : value;
  if (typeof text !== 'string') return text;
  const options = listOf(schema['enum']).filter((one): one is string => typeof one === 'string');
  if (options.length === 0) return text;
  return options.find((option) => plainName(option) === plainName(text)) ?? (text.trim() === '' ? undefined : text);
}

/** Numbers beyond the limits become the limit: a model that wants 1,000 hits is content with the most. */
function fitNumber(schema: JsonSchema, value: unknown): unknown {
  const number = typeof value === 'string' ? Number(value.trim().replace(/[,_](?=\d{3}\b)/g, '')) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return value;
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const [least, most] = [schema['minimum'], schema['maximum']];
  const whole = schema['type'] === 'integer' ? Math.round(number) : number;
  return Math.min(typeof most === 'number' ? most : whole, Math.max(typeof least === 'number' ? least : whole, whole));
}

function fitFlag(value: unknown): unknown {
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== 'string') return value;
  if (/^\s*(?:true|yes|on|1)\s*$/i.test(value)) return true;
  return /^\s*(?:false|no|off|0)\s*$/i.test(value) ? false : value;
}

function fitList(schema: JsonSchema, value: unknown, aliases: ArgumentAliases): unknown {
  const items = isRecord(schema['items']) ? schema['items'] : {};
  const list = Array.isArray(value) ? (value as readonly unknown[]) : listFrom(value, items);
  return list
    .map((item) => fitValue(items, item, aliases))
    .filter((item) => item !== undefined && !(typeof item === 'string' && item.trim() === ''));
}

/** A list in a text: as JSON, else parted by line breaks or commas where its items are texts. */
function listFrom(value: unknown, items: JsonRecord): readonly unknown[] {
  if (typeof value !== 'string') return [value];
  if (/^\s*(?:```\w*\s*)?[[{]/.test(value)) {
    const salvaged = salvageJson(value);
    const found = salvaged.kind === 'found' ? salvaged.values[0]?.value : undefined;
    if (Array.isArray(found)) return found as readonly unknown[];
    if (isRecord(found)) return [found];
  }
  if (items['type'] !== 'string') return [value];
  return value.split(value.includes('\n') ? /\r?\n/ : /[,;]/).map((item) => item.replace(/^\s*[-*•]\s+/, '').trim());
}

function fitRecord(schema: JsonSchema, value: unknown, aliases: ArgumentAliases): unknown {
  const record = typeof value === 'string' ? (objectIn(value) ?? value) : value;
  return isRecord(schema['properties']) ? fitObject(schema, record, aliases) : record;
}

function objectIn(text: string): JsonRecord | undefined {
  if (!text.includes('{')) return undefined;
  const salvaged = salvageJson(text);
  const values = salvaged.kind === 'found' ? salvaged.values.map(({ value }) => value) : [];
  return values
    .flatMap((value) => (Array.isArray(value) && value.length === 1 ? [value[0] as unknown] : [value]))
    .find(isRecord);
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const properties = schema['properties'];
  if (!isRecord(properties)) return {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, inner]) => (isRecord(inner) ? [[name, inner]] : [])),
  );
}

/** A name without what spellings differ in: `topK`, `top-k` and `Top K` are `topk`. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
