import type { PricedCandidate } from '../candidate';
import { byImportance } from '../importance';
import { refusal, type Refusal } from '../refusal';
import type { TurnBudget } from './turn-budget';

/** What the budget left of the candidates. */
export interface BudgetResult {
  readonly kept: readonly PricedCandidate[];
  readonly refusals: readonly Refusal[];
  readonly warnings: readonly string[];
}

/** Cuts a candidate down to so many tokens, or says that it cannot be. */
export type Shorten = (candidate: PricedCandidate, tokens: number) => PricedCandidate | undefined;

/**
 * Takes candidates in order of importance while they fit. One that does not fit is refused whole (or, with `shorten`,
 * cut), and smaller ones behind it are still tried. Required entries, and those that ignore the budget, are taken up to
 * the hard limit of the context; what they take is gone for those behind them. Constants use the reserve first, and
 * what goes beyond it is shared with all others.
 */
export function applyBudget(
  candidates: readonly PricedCandidate[],
  budget: TurnBudget,
  shorten: Shorten = () => undefined,
): BudgetResult {
  const taken = new Taken();
  const refusals: Refusal[] = [];
  const warnings: string[] = [];
  for (const candidate of [...candidates].sort(byImportance)) {
    const refused = whyNot(candidate, budget, taken);
    const short = refused?.left === undefined ? undefined : shorten(candidate, refused.left);
    if (!refused) taken.add(candidate);
    else if (short) {
      taken.add(short);
      warnings.push(
        `${candidate.entry.title} was shortened from ${String(candidate.tokens)} to ${String(short.tokens)} tokens.`,
      );
    } else refusals.push(refused.refusal);
  }
  return { kept: taken.kept, refusals, warnings: [...warnings, ...protectedOverflow(taken.kept, budget)] };
}

class Taken {
  readonly kept: PricedCandidate[] = [];
  #constants = 0;
  #others = 0;

  get total(): number {
    return this.#constants + this.#others;
  }

  add(candidate: PricedCandidate): void {
    this.kept.push(candidate);
    if (candidate.entry.constant) this.#constants += candidate.tokens;
    else this.#others += candidate.tokens;
  }

  /** Tokens of a budget that are left for an entry. */
  left({ entry }: PricedCandidate, budget: number, reserve: number): number {
    const left = entry.constant
      ? Math.max(reserve, budget - this.#others) - this.#constants
      : budget - Math.max(reserve, this.#constants) - this.#others;
    return Math.max(0, left);
  }
}

interface BudgetRefusal {
  readonly refusal: Refusal;
  /** Tokens that were left, where a shorter text would have fitted. */
  readonly left?: number;
}

function whyNot(candidate: PricedCandidate, budget: TurnBudget, taken: Taken): BudgetRefusal | undefined {
  const { tokens, entry } = candidate;
  if (budget.hardLimit !== undefined && taken.total + tokens > budget.hardLimit) {
    const left = Math.max(0, budget.hardLimit - taken.total);
    const detail = `It needs ${String(tokens)} tokens; ${String(left)} are left of the context’s safe share.`;
    return { refusal: refusal(candidate, 'budget', 'context_limit', detail) };
  }
  if (entry.required) return undefined;
  if (budget.entries !== undefined && taken.kept.length >= budget.entries) {
    const detail = `The limit of ${String(budget.entries)} entries was reached.`;
    return { refusal: refusal(candidate, 'budget', 'entry_limit', detail) };
  }
  if (budget.tokens === undefined || entry.properties.ignoreBudget === true) return undefined;
  const left = taken.left(candidate, budget.tokens, budget.reserve);
  if (tokens <= left) return undefined;
  const isTooLarge = tokens > budget.tokens;
  const whose = budget.book === undefined ? '' : ` (that of the book ${budget.book})`;
  const detail = isTooLarge
    ? `It needs ${String(tokens)} tokens; the whole budget is ${String(budget.tokens)}${whose}.`
    : `It needs ${String(tokens)} tokens; ${String(left)} were left${reserved(candidate, budget)}.`;
  return { refusal: refusal(candidate, 'budget', isTooLarge ? 'too_large' : 'over_budget', detail), left };
}

function reserved({ entry }: PricedCandidate, { reserve }: TurnBudget): string {
  return reserve === 0 || entry.constant ? '' : ` beside the ${String(reserve)} reserved for constants`;
}

function protectedOverflow(kept: readonly PricedCandidate[], budget: TurnBudget): readonly string[] {
  const needed = kept.filter(({ entry }) => entry.required).reduce((sum, { tokens }) => sum + tokens, 0);
  if (budget.tokens === undefined || needed <= budget.tokens) return [];
  return [
    `TOKEN_BUDGET_EXCEEDED: required entries alone need ${String(needed)} tokens of a budget of ${String(budget.tokens)}.`,
  ];
}
