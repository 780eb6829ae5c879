import type { MissCause, TurnOutcome } from '../turn-outcome';

const missTexts: Readonly<Record<MissCause, string>> = {
  late: 'Lorehearth did not answer in time.',
  absent: 'Lorehearth is not reachable.',
  refused: 'The token is not accepted.',
  blocked: 'Lorehearth does not allow this page yet.',
  unpaired: 'This page is not paired with Lorehearth.',
  rejected: 'Lorehearth could not answer.',
};

/** Why a reply has no lore, in one or two sentences. */
export function missText({ cause, detail }: { readonly cause: MissCause; readonly detail: string }): string {
  return detail === '' ? missTexts[cause] : `${missTexts[cause]} ${detail}`;
}

/** How a turn went, in a few words. */
export function outcomeText(outcome: TurnOutcome): string {
  if (outcome.kind === 'miss') return `no lore. ${missText(outcome)}`;
  const { injected, tokens, milliseconds } = outcome;
  if (injected === 0) return `no entry matched · ${grouped(milliseconds)} ms`;
  return `${countOfEntries(injected)} · ${countOfTokens(tokens)} · ${grouped(milliseconds)} ms`;
}

export function countOfEntries(count: number): string {
  return count === 1 ? '1 entry' : `${grouped(count)} entries`;
}

export function countOfTokens(count: number): string {
  return count === 1 ? '1 token' : `${grouped(count)} tokens`;
}

/** A whole number as the reader's country writes it. */
export function grouped(count: number): string {
  return Math.round(count).toLocaleString();
}
