import { inVault, type Finding } from '../finding';
import { eachUsed, knownBudget, type HealthInput } from '../health-input';
import type { LoreEntry } from '../../lore/lore-entry';

/** Constants that leave no room for anything else. */
export async function constantFindings(
  input: HealthInput,
  tokens: (entry: LoreEntry) => number,
): Promise<readonly Finding[]> {
  const constants: LoreEntry[] = [];
  await eachUsed(input, (entry) => {
    if (entry.constant) constants.push(entry);
  });
  const limited = constants.filter(({ properties }) => properties.ignoreBudget !== true);
  return [...(await overBudget(limited, input, tokens)), ...overLimit(limited, input)];
}

async function overBudget(
  constants: readonly LoreEntry[],
  input: HealthInput,
  tokens: (entry: LoreEntry) => number,
): Promise<readonly Finding[]> {
  const budget = knownBudget(input);
  if (budget === undefined) return [];
  let sum = 0;
  for (const entry of constants) {
    sum += tokens(entry);
    await input.give();
  }
  if (sum <= budget) return [];
  return [inVault('constants-over-budget', String(sum), String(budget), { setting: 'tokenBudget' })];
}

function overLimit(constants: readonly LoreEntry[], { settings: { entryLimit } }: HealthInput): readonly Finding[] {
  if (entryLimit === 0 || constants.length < entryLimit) return [];
  return [inVault('constants-over-limit', String(constants.length), String(entryLimit), { setting: 'entryLimit' })];
}
