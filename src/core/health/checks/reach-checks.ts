import type { LoreEntry } from '../../lore/lore-entry';
import { inEntry, type Finding } from '../finding';
import { eachUsed, isUsed, type HealthInput } from '../health-input';
import { gateFindings, isGated } from './gate-checks';
import type { Named, ReferenceGraph } from './reference-graph';

/** Findings after which an entry can never go in. */
const DEADLY: ReadonlySet<string> = new Set(['requires-and-excludes', 'requires-excluded']);

/**
 * Entries that can never go in because of what they require: it is switched off, contradicts itself, or requires such an
 * entry in turn. What is missing altogether is told where the name stands.
 */
export async function reachFindings(input: HealthInput, graph: ReferenceGraph): Promise<readonly Finding[]> {
  const gates: Finding[] = [];
  await eachUsed(input, (entry) => gates.push(...gateFindings(entry, graph)));
  const contradictory = new Set(gates.flatMap(({ code, entry }) => (entry && DEADLY.has(code) ? [entry] : [])));
  const dead = new Set(contradictory);
  const waiting = new Map<LoreEntry, LoreEntry[]>();
  const queue: LoreEntry[] = [...dead];
  const found = new Map<LoreEntry, Finding>();
  const judge = (entry: LoreEntry): void => {
    if (dead.has(entry)) return;
    const broken = graph.named(entry, 'requires').find((named) => isBroken(named, dead));
    if (!broken) return;
    if (broken.entries.length > 0) found.set(entry, unreachable(entry, broken));
    dead.add(entry);
    queue.push(entry);
  };
  await eachUsed(input, (entry) => {
    if (!isGated(entry)) return;
    for (const { entries } of graph.named(entry, 'requires'))
      for (const target of entries) append(waiting, target, entry);
    judge(entry);
  });
  for (let next = queue.pop(); next; next = queue.pop()) for (const one of waiting.get(next) ?? []) judge(one);
  // A contradiction is told instead of what follows from it.
  return [...gates, ...[...found].flatMap(([entry, finding]) => (contradictory.has(entry) ? [] : [finding]))];
}

function isBroken({ entries }: Named, dead: ReadonlySet<LoreEntry>): boolean {
  return entries.every((one) => !isUsed(one) || dead.has(one));
}

function unreachable(entry: LoreEntry, { name, entries }: Named): Finding {
  const why = entries.every((one) => !one.enabled)
    ? 'which is switched off'
    : entries.every((one) => !isUsed(one))
      ? 'which is never injected'
      : 'which can never go in itself';
  return inEntry('requires-unreachable', entry, name, why, { property: 'requires' });
}

function append(map: Map<LoreEntry, LoreEntry[]>, key: LoreEntry, value: LoreEntry): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
