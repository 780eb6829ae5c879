import type { EntryId } from '../../base/entry-id';
import { inEntry, type Finding } from '../finding';
import type { HealthInput } from '../health-input';

/** Of fewer turns nothing can be said. */
const FEWEST_TURNS = 20;

/** Keys that were found in almost every turn that is kept. */
export function playFindings({ index, settings, turns }: HealthInput): readonly Finding[] {
  if (turns.length < FEWEST_TURNS) return [];
  const found = new Map<string, { readonly entry: EntryId; readonly key: string; turns: number }>();
  for (const { decisions } of turns) {
    const ofTurn = new Map(
      decisions.flatMap(({ entry, matched }) => matched.map(({ key }) => [`${entry} ${key}`, { entry, key }] as const)),
    );
    for (const [name, one] of ofTurn) {
      const known = found.get(name);
      if (known) known.turns++;
      else found.set(name, { ...one, turns: 1 });
    }
  }
  return [...found.values()].flatMap(({ entry: id, key, turns: count }): readonly Finding[] => {
    const entry = index.entries.get(id);
    const isOften = (count / turns.length) * 100 > settings.frequentKeyShare;
    if (!entry || entry.constant || !isOften || !entry.keys.some(({ text }) => text === key)) return [];
    const detail = `${String(count)} of the last ${String(turns.length)} turns`;
    return [inEntry('key-fires-often', entry, key, detail, { property: 'keys' })];
  });
}
