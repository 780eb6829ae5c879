import type { LoreEntry } from '../lore/lore-entry';
import { constantFindings } from './checks/budget-checks';
import { contextFindings } from './checks/context-checks';
import { cycleFindings } from './checks/cycle-checks';
import { entryChecks, type EntryContext } from './checks/entry-checks';
import { gapFindings } from './checks/gap-checks';
import { keyFindings } from './checks/key-checks';
import { linkFindings } from './checks/link-checks';
import { modelFindings } from './checks/model-checks';
import { playFindings } from './checks/play-checks';
import { reachFindings } from './checks/reach-checks';
import { ReferenceGraph } from './checks/reference-graph';
import { settingsFindings } from './checks/settings-checks';
import { sharedFindings } from './checks/shared-checks';
import { vaultFindings } from './checks/vault-checks';
import { wakeFindings } from './checks/wake-checks';
import type { Finding } from './finding';
import { eachUsed, knownBudget, type HealthInput } from './health-input';

/** Looks for everything that reading single notes cannot find. What was found in an entry alone is kept as long as the entry. */
export class ProblemFinder {
  readonly #tokens = new WeakMap<LoreEntry, number>();
  #ofEntries = new WeakMap<LoreEntry, readonly Finding[]>();
  /** What the kept findings depend on besides their entries. */
  #basis = '';

  /** Takes time that grows with the vault, and gives the host its turn in between. */
  async find(input: HealthInput): Promise<readonly Finding[]> {
    const graph = new ReferenceGraph(input.index);
    const tokens = (entry: LoreEntry): number => this.#count(entry, input);
    return [
      ...settingsFindings(input),
      ...vaultFindings(input),
      ...modelFindings(input),
      ...(await constantFindings(input, tokens)),
      ...(await this.#inEntries(input)),
      ...(await reachFindings(input, graph)),
      ...(await contextFindings(input, graph)),
      ...cycleFindings(input.index, graph),
      ...(await wakeFindings(input, graph)),
      ...(await sharedFindings(input)),
      ...(await linkFindings(input)),
      ...playFindings(input),
      ...gapFindings(input),
    ];
  }

  async #inEntries(input: HealthInput): Promise<readonly Finding[]> {
    const { settings } = input;
    const context: EntryContext = {
      settings,
      budget: knownBudget(input),
      tokens: (entry) => this.#count(entry, input),
    };
    const basis = JSON.stringify([settings, context.budget]);
    if (basis !== this.#basis) this.#ofEntries = new WeakMap();
    this.#basis = basis;
    const found: Finding[] = [];
    await eachUsed(input, (entry) => {
      const known = this.#ofEntries.get(entry) ?? inEntryAlone(entry, context);
      this.#ofEntries.set(entry, known);
      if (known.length > 0) found.push(...known);
    });
    return found;
  }

  #count(entry: LoreEntry, { tokens }: HealthInput): number {
    const known = this.#tokens.get(entry) ?? tokens(entry.text);
    this.#tokens.set(entry, known);
    return known;
  }
}

const NONE: readonly Finding[] = [];

function inEntryAlone(entry: LoreEntry, context: EntryContext): readonly Finding[] {
  const found = [...entryChecks.flatMap((check) => check(entry, context) ?? []), ...keyFindings(entry, context)];
  return found.length === 0 ? NONE : found;
}
