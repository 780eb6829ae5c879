import type { EntryId } from '../base/entry-id';
import type { Candidate } from './candidate';
import { chooseFromGroups } from './choose-from-groups';
import { filterRefusal } from './filters';
import { byPriority } from './importance';
import type { AdmissionReason } from './reasons';
import { refusal, type Refusal } from './refusal';
import type { TurnContext } from './turn-context';

/** Candidates whose chance is not rolled. */
const NOT_ROLLED: readonly AdmissionReason[] = ['pin', 'sticky', 'kept'];

/**
 * The entries of a turn as they are admitted, wave by wave. Every wave passes the filters, its chances and the choice of
 * groups before its texts may wake others: what is refused wakes, cascades and counts for nothing.
 */
export class Admission {
  readonly #admitted = new Map<EntryId, Candidate>();
  readonly #settled = new Map<EntryId, Refusal>();
  readonly #overruled = new Map<EntryId, Refusal>();

  constructor(private readonly context: TurnContext) {}

  get admitted(): readonly Candidate[] {
    return [...this.#admitted.values()];
  }

  has(id: EntryId): boolean {
    return this.#admitted.has(id);
  }

  /** Whether an entry can no longer be admitted this turn, or is already. */
  isDecided(id: EntryId): boolean {
    return this.#admitted.has(id) || this.#settled.has(id);
  }

  /** Refusals that stand at the end: an entry that came in after all is not refused. */
  get refusals(): readonly Refusal[] {
    const overruled = [...this.#overruled].filter(([id]) => !this.isDecided(id)).map(([, refused]) => refused);
    return [...this.#settled.values(), ...overruled];
  }

  /** Notes that an entry's keys were found but overruled. A later text may still bring it in. */
  overrule(refused: Refusal): void {
    this.#overruled.set(refused.candidate.entry.id, refused);
  }

  /** Whether a candidate would come in as far as filters and chance decide it. */
  wouldPass(candidate: Candidate): boolean {
    return filterRefusal(candidate, this.context) === undefined && rollRefusal(candidate, this.context) === undefined;
  }

  /** Puts more knowledge in the place of an entry that came in. */
  replace(candidate: Candidate): void {
    if (this.#admitted.has(candidate.entry.id)) this.#admitted.set(candidate.entry.id, candidate);
  }

  /** Takes entries out again that came in before: they block no group and pull nothing in any more. */
  withdraw(refusals: readonly Refusal[]): void {
    for (const refused of refusals) {
      this.#admitted.delete(refused.candidate.entry.id);
      this.#settled.set(refused.candidate.entry.id, refused);
    }
  }

  /** Lets a wave of candidates in as far as they pass; returns those that came in, by priority. */
  wave(candidates: readonly Candidate[]): readonly Candidate[] {
    const fresh = firstOfEach(candidates.filter((candidate) => !this.isDecided(candidate.entry.id)));
    const passed = fresh.sort(byPriority).filter((candidate) => this.#passes(candidate));
    const { kept, refusals } = chooseFromGroups(passed, this.admitted, this.context);
    for (const refused of refusals) this.#settled.set(refused.candidate.entry.id, refused);
    for (const candidate of kept) this.#admitted.set(candidate.entry.id, candidate);
    return kept;
  }

  #passes(candidate: Candidate): boolean {
    const refused = filterRefusal(candidate, this.context) ?? rollRefusal(candidate, this.context);
    if (refused) this.#settled.set(candidate.entry.id, refused);
    return refused === undefined;
  }
}

function rollRefusal(candidate: Candidate, { dice }: TurnContext): Refusal | undefined {
  const { probability } = candidate.entry.properties;
  if (probability === undefined || NOT_ROLLED.includes(candidate.reason)) return undefined;
  const roll = dice.roll('probability', candidate.entry.id);
  if (roll <= probability) return undefined;
  const detail = `Its chance is ${percent(probability)}; the roll of this turn was ${percent(roll)}.`;
  return refusal(candidate, 'filters', 'probability', detail);
}

function percent(share: number): string {
  return `${String(Math.round(share * 1000) / 10)}%`;
}

/** An entry that came in several ways is one candidate: the first way counts, the matched words of all are kept. */
function firstOfEach(candidates: readonly Candidate[]): Candidate[] {
  const first = new Map<EntryId, Candidate>();
  for (const candidate of candidates) {
    const known = first.get(candidate.entry.id);
    if (!known) first.set(candidate.entry.id, candidate);
    else if (known.matched.length === 0 && candidate.matched.length > 0) {
      const { matched, newestAge, score } = candidate;
      first.set(candidate.entry.id, { ...known, matched, newestAge, score });
    }
  }
  return [...first.values()];
}
