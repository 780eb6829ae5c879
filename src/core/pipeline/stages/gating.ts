import type { EntryId } from '../../base/entry-id';
import { vaultOfPath } from '../../base/mounted-path';
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

/** A name in `requires`, for all entries that have it. */
interface Requirement {
  readonly exists: boolean;
  /** Selected entries that it means. */
  present: number;
  readonly dependents: Candidate[];
}

class Gate {
  readonly refusals: Refusal[] = [];
  readonly #present: Map<EntryId, Candidate>;
  readonly #requirements = new Map<string, Requirement>();
  /** What is asked again when an entry leaves. */
  readonly #requirementsOf = new Map<EntryId, Requirement[]>();

  constructor(
    selected: readonly Candidate[],
    private readonly context: TurnContext,
  ) {
    this.#present = new Map(selected.map((candidate) => [candidate.entry.id, candidate]));
    for (const candidate of selected)
      for (const name of candidate.entry.properties.requires ?? [])
        this.#requirement(name, candidate).dependents.push(candidate);
  }

  has(candidate: Candidate): boolean {
    return this.#present.has(candidate.entry.id);
  }

  /** Takes out those of the candidates whose requirements are not met, and whoever required them. */
  settleRequirements(candidates: readonly Candidate[]): void {
    const queue = [...candidates];
    for (let next = queue.pop(); next; next = queue.pop()) {
      const refused = this.#isAsked(next) ? this.#missingRequirement(next) : undefined;
      if (refused) for (const dependent of this.#remove(refused)) queue.push(dependent);
    }
  }

  settleExclusions(candidate: Candidate): void {
    const refused = this.#isAsked(candidate) ? this.#exclusion(candidate) : undefined;
    if (refused) this.settleRequirements(this.#remove(refused));
  }

  #isAsked(candidate: Candidate): boolean {
    return this.has(candidate) && !EXEMPT.includes(candidate.reason);
  }

  /** Returns those whose requirement is not met now. */
  #remove(refused: Refusal): readonly Candidate[] {
    const { id } = refused.candidate.entry;
    this.#present.delete(id);
    this.refusals.push(refused);
    return (this.#requirementsOf.get(id) ?? []).flatMap((requirement) => {
      requirement.present--;
      return requirement.present === 0 ? requirement.dependents : [];
    });
  }

  /** What a name requires; thousands of entries may ask for the same name, and a name may mean thousands. */
  #requirement(name: string, candidate: Candidate): Requirement {
    // A name may mean something else in another vault.
    const written = `${vaultOfPath(candidate.entry.path)}\u0000${name}`;
    const known = this.#requirements.get(written);
    if (known) return known;
    const ids = this.#idsOf(name, candidate);
    const present = ids.filter((id) => this.#present.has(id));
    const requirement: Requirement = { exists: ids.length > 0, present: present.length, dependents: [] };
    this.#requirements.set(written, requirement);
    for (const id of present) {
      const others = this.#requirementsOf.get(id);
      if (others) others.push(requirement);
      else this.#requirementsOf.set(id, [requirement]);
    }
    return requirement;
  }

  #idsOf(name: string, { entry }: Candidate): readonly EntryId[] {
    return this.context.index.resolve(name, entry.path);
  }

  #missingRequirement(candidate: Candidate): Refusal | undefined {
    for (const name of candidate.entry.properties.requires ?? []) {
      const { exists, present } = this.#requirement(name, candidate);
      if (!exists)
        return refusal(candidate, 'gating', 'requires_missing', `It requires “${name}”, which does not exist.`);
      if (present === 0) {
        return refusal(candidate, 'gating', 'requires', `It requires “${name}”, which is not selected.`);
      }
    }
    return undefined;
  }

  #exclusion(candidate: Candidate): Refusal | undefined {
    for (const name of candidate.entry.properties.excludes ?? []) {
      const id = this.#idsOf(name, candidate).find((one) => one !== candidate.entry.id && this.#present.has(one));
      const other = id === undefined ? undefined : this.#present.get(id);
      if (other)
        return refusal(candidate, 'gating', 'excludes', `It excludes ${other.entry.title}, which is selected.`);
    }
    return undefined;
  }
}
