import type { CommandCall, LoreCommand } from './lore-command';

/** The value that every command takes by name. */
export const quietArgument = 'quiet';

type Given = readonly (readonly [name: string, value: string])[];

/**
 * A call as it was meant. SillyTavern takes every `word=` at the begin for a value by name; those that a command does
 * not have belong to its text. What the command before has handed on is no text where there is one already.
 */
export function readCall(
  command: Pick<LoreCommand, 'named' | 'takesAnyName'>,
  named: Readonly<Record<string, unknown>>,
  unnamed: unknown,
): CommandCall {
  const given: Given = Object.entries(named)
    .filter(([name]) => !name.startsWith('_') && name !== quietArgument)
    .map(([name, value]) => [name, plain(value)]);
  const known = new Set((command.named?.() ?? []).map(({ name }) => name));
  const isValue = ([name]: Given[number]): boolean => command.takesAnyName === true || known.has(name);
  const stray = given.filter((one) => !isValue(one)).map(([name, value]) => `${name}=${value}`);
  const text = plain(unnamed).trim();
  const isPiped = text !== '' && text === pipeOf(named);
  return {
    text: stray.length === 0 ? text : [...stray, isPiped ? '' : text].join(' ').trim(),
    isPiped: isPiped && stray.length === 0,
    values: new Map(given.filter(isValue)),
  };
}

/** What the command before has handed on; also in the scope of a call that has a text of its own. */
function pipeOf(named: Readonly<Record<string, unknown>>): string | undefined {
  const scope = named['_scope'];
  const pipe: unknown = typeof scope === 'object' && scope !== null ? Reflect.get(scope, 'pipe') : undefined;
  return typeof pipe === 'string' ? pipe.trim() : undefined;
}

/** Closures cannot be meant here and count as nothing. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.filter((part) => typeof part === 'string').join(' ');
  return typeof value === 'string' ? value : '';
}
