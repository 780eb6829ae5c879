import { sameTitleSentence } from '../../lore/shared-title';
import { inEntry, inVault, type Finding } from '../finding';
import type { HealthInput } from '../health-input';

/** Further vaults that cannot be reached, and titles that several vaults have. */
export function* vaultFindings({ index, unreachableVaults = [] }: HealthInput): Iterable<Finding> {
  for (const { name, reason } of unreachableVaults) yield inVault('further-vault-unreachable', name, reason);
  for (const entry of index.entries.values()) {
    const { sharedTitle } = entry;
    if (!sharedTitle) continue;
    // Each title is told once: at the entry that leads, or that stands first.
    const [first] = [entry.path, ...sharedTitle.others].sort();
    const isTold = sharedTitle.policy === 'all' ? first === entry.path : sharedTitle.instead === undefined;
    if (isTold) yield inEntry('titles-of-vaults', entry, sharedTitle.alone.title, sameTitleSentence(sharedTitle));
  }
}
