import type { LoreEntry } from '../../lore/lore-entry';
import { inEntry, type Finding } from '../finding';
import { isUsed } from '../health-input';
import type { ReferenceGraph } from './reference-graph';

/** Names that one entry may have in a gate before the check of each against each is left out. */
const MOST_NAMES = 100;

/** Whether the gates of an entry are asked at all. */
export function isGated(entry: LoreEntry): boolean {
  return !entry.constant && !entry.bootstrap;
}

/** What is contradictory in `requires` and `excludes` of one entry. */
export function* gateFindings(entry: LoreEntry, graph: ReferenceGraph): Iterable<Finding> {
  const requires = graph.named(entry, 'requires').slice(0, MOST_NAMES);
  const excludes = graph.named(entry, 'excludes').slice(0, MOST_NAMES);
  for (const { name, entries } of requires)
    if (entries[0] === entry && entries.length === 1)
      yield inEntry('requires-itself', entry, name, '', { property: 'requires' });
  for (const { name, entries } of excludes)
    if (entries[0] === entry && entries.length === 1)
      yield inEntry('excludes-itself', entry, name, '', { property: 'excludes' });
  if (!isGated(entry)) return;
  const required = new Map(requires.flatMap(({ name, entries }) => entries.map((one) => [one, name] as const)));
  for (const { name, entries } of excludes) {
    const both = entries.find((one) => one !== entry && required.has(one));
    if (both) yield inEntry('requires-and-excludes', entry, name, '', { property: 'excludes' });
    const constant = entries.find((one) => one !== entry && one.constant && isUsed(one));
    if (constant && !both) yield inEntry('excludes-constant', entry, name, '', { property: 'excludes' });
    if (both || constant) continue;
    const ofNewChats = entries.some((one) => one !== entry && one.bootstrap && isUsed(one));
    if (ofNewChats) yield inEntry('excludes-bootstrap', entry, name, '', { property: 'excludes' });
  }
  for (const [other, name] of required) {
    if (other === entry || !isGated(other)) continue;
    const excluded = graph
      .named(other, 'excludes')
      .slice(0, MOST_NAMES)
      .flatMap(({ entries }) => entries)
      .find((one) => one !== other && (one === entry || required.has(one)));
    if (excluded) yield inEntry('requires-excluded', entry, name, excluded.title, { property: 'requires' });
  }
}
