import type { EntryId } from '../../base/entry-id';
import type { Candidate } from '../candidate';
import { byImportance } from '../importance';
import type { AdmissionReason } from '../reasons';
import { refusal, type Refusal } from '../refusal';
import type { TurnContext } from '../turn-context';

/** Candidates whose `requires` and `excludes` are not asked; for others' gates they count as selected. */
const EXEMPT: readonly AdmissionReason[] = ['constant', 'pin', 'bootstrap'];

/**
 * Takes out every entry that requires one that is not selected, then every entry that excludes a selected one, until
 * nothing changes. Of two that exclude each other the more important stays. A target that does not exist cannot be
 * selected: a requirement of it fails.
 */
export function gateSelection(
  selected: readonly Candidate[],
  context: TurnContext,
): { readonly kept: readonly Candidate[]; readonly refusals: readonly Refusal[] } {
  const gate = new Gate(selected, context);
  gate.settleRequirements(selected);
  for (const candidate of [...selected].sort(byImportance).reverse()) gate.settleExclusions(candidate);
  return { kept: selected.filter((candidate) => gate.has(candidate)), refusals: gate.refusals };
}

class Gate {
  readonly refusals: Refusal[] = [];
  readonly #present: Map<EntryId, Candidate>;
  /** Who requires an entry: asked again when it leaves. */
  readonly #dependents = new Map<EntryId, Candidate[]>();

  constructor(
    selected: readonly Candidate[],
    private readonly context: TurnContext,
  ) {
    this.#present = new Map(selected.map((candidate) => [candidate.entry.id, candidate]));
    for (const candidate of selected) {
      for (const name of candidate.entry.properties.requires ?? []) {
        for (const id of this.#idsOf(name)) this.#dependents.set(id, [...(this.#dependents.get(id) ?? []), candidate]);
      }
    }
  }

  has(candidate: Candidate): boolean {
    return this.#present.has(candidate.entry.id);
  }

  /** Takes out those of the candidates whose requirements are not met, and whoever required them. */
  settleRequirements(candidates: readonly Candidate[]): void {
    const queue = [...candidates];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const refused = this.#isAsked(next) ? this.#missingRequirement(next) : undefined;
      if (refused) queue.push(...this.#remove(refused));
    }
  }

  settleExclusions(candidate: Candidate): void {
    const refused = this.#isAsked(candidate) ? this.#exclusion(candidate) : undefined;
    if (refused) this.settleRequirements(this.#remove(refused));
  }

  #isAsked(candidate: Candidate): boolean {
    return this.has(candidate) && !EXEMPT.includes(candidate.reason);
  }

  /** Returns those that required what is gone now. */
  #remove(refused: Refusal): readonly Candidate[] {
    const { id } = refused.candidate.entry;
    this.#present.delete(id);
    this.refusals.push(refused);
    return this.#dependents.get(id) ?? [];
  }

  #idsOf(name: string): readonly EntryId[] {
    return this.context.index.names.resolve(name);
  }

  #missingRequirement(candidate: Candidate): Refusal | undefined {
    for (const name of candidate.entry.properties.requires ?? []) {
      const ids = this.#idsOf(name);
      if (ids.length === 0)
        return refusal(candidate, 'gating', 'requires_missing', `It requires “${name}”, which does not exist.`);
      if (!ids.some((id) => this.#present.has(id))) {
        return refusal(candidate, 'gating', 'requires', `It requires “${name}”, which is not selected.`);
      }
    }
    return undefined;
  }

  #exclusion(candidate: Candidate): Refusal | undefined {
    for (const name of candidate.entry.properties.excludes ?? []) {
      const id = this.#idsOf(name).find((one) => one !== candidate.entry.id && this.#present.has(one));
      const other = id === undefined ? undefined : this.#present.get(id);
      if (other)
        return refusal(candidate, 'gating', 'excludes', `It excludes ${other.entry.title}, which is selected.`);
    }
    return undefined;
  }
}
