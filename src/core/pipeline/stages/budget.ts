import type { PricedCandidate } from '../candidate';
import { byImportance } from '../importance';
import { refusal, type Refusal } from '../refusal';
import type { TurnContext } from '../turn-context';

/** The limits of one turn, in tokens of the client's model. */
export interface TurnBudget {
  /** The most tokens of lore; undefined for no limit but the context's. */
  readonly tokens: number | undefined;
  /** The most tokens whatever the budget says; undefined when the client did not tell its context size. */
  readonly hardLimit: number | undefined;
  /** The most entries; undefined for no limit. */
  readonly entries: number | undefined;
}

/** The limits that settings and request give. */
export function turnBudget({ settings, request }: Pick<TurnContext, 'settings' | 'request'>): TurnBudget {
  const share = (percent: number): number | undefined =>
    request.contextSize === undefined ? undefined : Math.floor((request.contextSize * percent) / 100);
  const hardLimit = share(settings.safeShare);
  return {
    tokens: smaller(wishedTokens(settings, share), hardLimit),
    hardLimit,
    entries: settings.entryLimit === 0 ? undefined : settings.entryLimit,
  };
}

function wishedTokens(
  settings: TurnContext['settings'],
  share: (percent: number) => number | undefined,
): number | undefined {
  switch (settings.budgetKind) {
    case 'unlimited':
      return undefined;
    case 'tokens':
      return settings.tokenBudget;
    case 'percent':
      // A share needs the context size: a client that does not send it gets the fixed number, never "no limit".
      return share(settings.budgetPercent) ?? settings.tokenBudget;
  }
}

function smaller(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.min(a, b);
}

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
 * the hard limit of the context; what they take is gone for those behind them.
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
  total = 0;

  add(candidate: PricedCandidate): void {
    this.kept.push(candidate);
    this.total += candidate.tokens;
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
  const left = Math.max(0, budget.tokens - taken.total);
  if (tokens <= left) return undefined;
  const isTooLarge = tokens > budget.tokens;
  const detail = isTooLarge
    ? `It needs ${String(tokens)} tokens; the whole budget is ${String(budget.tokens)}.`
    : `It needs ${String(tokens)} tokens; ${String(left)} were left.`;
  return { refusal: refusal(candidate, 'budget', isTooLarge ? 'too_large' : 'over_budget', detail), left };
}

function protectedOverflow(kept: readonly PricedCandidate[], budget: TurnBudget): readonly string[] {
  const needed = kept.filter(({ entry }) => entry.required).reduce((sum, { tokens }) => sum + tokens, 0);
  if (budget.tokens === undefined || needed <= budget.tokens) return [];
  return [
    `TOKEN_BUDGET_EXCEEDED: required entries alone need ${String(needed)} tokens of a budget of ${String(budget.tokens)}.`,
  ];
}
