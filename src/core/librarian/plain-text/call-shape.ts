import { isRecord, listOf, type JsonRecord } from '../../base/json-value';

/** A call as a model wrote it into its text. */
export interface WrittenCall {
  readonly tool: string;
  readonly input: unknown;
}

/** A call that stands in a text. */
export interface PlainCall extends WrittenCall {
  /** It ended in the middle: its arguments may lack something. */
  readonly isCut: boolean;
}

const NAMES = [
  'tool',
  'name',
  'tool_name',
  'toolName',
  'function',
  'function_name',
  'action',
  'recipient_name',
] as const;
const INPUTS = ['arguments', 'args', 'parameters', 'params', 'input', 'tool_input', 'action_input', 'kwargs'] as const;
const LISTS = ['tool_calls', 'toolCalls', 'calls', 'tools', 'tool_uses', 'function_call', 'tool_call'] as const;
/** Lists in lists are opened so often. */
const DEEPEST = 4;

/** The calls that a value is meant as. `isTool` knows the names that exist. */
export function callsIn(value: unknown, isTool: (name: string) => boolean, depth = 0): readonly WrittenCall[] {
  if (depth > DEEPEST) return [];
  if (Array.isArray(value)) return listOf(value).flatMap((item) => callsIn(item, isTool, depth + 1));
  if (!isRecord(value)) return [];
  const named = namedCall(value);
  if (named !== undefined && isTool(named.tool)) return [named];
  const list = LISTS.find((name) => typeof value[name] === 'object' && value[name] !== null);
  if (list !== undefined) return callsIn(value[list], isTool, depth + 1);
  if (isRecord(value['function'])) return callsIn(value['function'], isTool, depth + 1);
  return byKey(value, isTool);
}

/** The one call that a value looks like, whether or not there is such a tool. */
export function namedCall(value: unknown): WrittenCall | undefined {
  if (!isRecord(value)) return undefined;
  const name = NAMES.find((one) => typeof value[one] === 'string' && value[one] !== '');
  if (name === undefined) return undefined;
  const input = INPUTS.find((one) => value[one] !== undefined && value[one] !== null);
  const rest = Object.fromEntries(Object.entries(value).filter(([one]) => one !== name && !isMark(one)));
  return { tool: String(value[name]), input: input === undefined ? rest : value[input] };
}

/** `{"search_lore": {"queries": […]}}` */
function byKey(value: JsonRecord, isTool: (name: string) => boolean): readonly WrittenCall[] {
  const entries = Object.entries(value);
  if (entries.length === 0 || !entries.every(([name, input]) => isTool(name) && typeof input === 'object')) return [];
  return entries.map(([tool, input]) => ({ tool, input: input ?? {} }));
}

function isMark(name: string): boolean {
  return ['type', 'id', 'call_id', 'thought'].includes(name);
}
