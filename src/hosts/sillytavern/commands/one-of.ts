import { CommandProblem, type CommandCall } from './lore-command';

/** The value of an argument that takes some words only; `undefined` when it is not given. Throws a `CommandProblem`. */
export function oneOf<Value extends string>(
  argument: string,
  allowed: readonly Value[],
  values: CommandCall['values'],
): Value | undefined {
  const written = values.get(argument);
  const value = allowed.find((one) => one === written);
  if (written === undefined || value !== undefined) return value;
  throw new CommandProblem(`“${written}” is no ${argument}. There are: ${allowed.join(', ')}.`);
}
