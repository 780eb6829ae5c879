import type { Tone } from '../parts/tone';

/** States of use, with their words, tone and meaning. */
export const useStateRows = [
  ['hot', 'Hot', 'warning', 'It went in more often than most.'],
  ['warm', 'Warm', 'neutral', 'It went in about as often as most.'],
  ['cold', 'Cold', 'info', 'It went in less often than most.'],
  ['always', 'Always', 'accent', 'It is in every turn.'],
  ['never', 'Never in', 'neutral', 'No turn had it so far.'],
  ['off', 'Off', 'neutral', 'Its note keeps it out.'],
  ['gone', 'Not in the vault', 'neutral', 'Its note is not in the vault now, or it stands in a card.'],
] as const satisfies readonly (readonly [string, string, Tone, string])[];

/** The state of use that a badge shows. */
export function useState(state: string): { readonly words: string; readonly tone: Tone; readonly hint: string } {
  const [, words, tone, hint] = useStateRows.find(([name]) => name === state) ?? useStateRows[1];
  return { words, tone, hint };
}

/** What the table can be sorted by: name in requests, heading, and what it counts. */
export const useColumns = [
  ['injected', 'In', 'Turns that it went into'],
  ['matched', 'Matched', 'Turns in which something woke it'],
  ['selected', 'Wanted', 'Turns in which it was selected, whether or not there was room'],
  ['refused', 'Refused', 'Turns in which it was kept out'],
  ['tokens', 'Tokens', 'Tokens that it took, over all turns'],
] as const;
export type UseSort = (typeof useColumns)[number][0] | 'title' | 'last';
