const reasons: Readonly<Record<string, string>> = {
  constant: 'Always on',
  pin: 'Pinned in this chat',
  bootstrap: 'The chat is new',
  sticky: 'Stays from an earlier turn',
  kept: 'Was found once and stays',
  activate: 'Switched on by its note',
  key: 'Key found',
  character: 'About the active character',
  recursion: 'Key found in another entry',
  min_activations: 'Key found in older messages',
  cascade: 'Comes with another entry',
  fuzzy: 'Resembles the last messages',
  hook: 'Added by another plugin',
  'card-book:unknown': 'The card’s lorebook did not reach Lorehearth',
  'card-book:late': 'The card’s lorebook is still being read',
  'card-book:unreadable': 'The card’s lorebook cannot be read',
};

/** Reasons that stand without any word found; what was found besides would only confuse. */
const wordlessReasons: ReadonlySet<string> = new Set(['constant', 'pin', 'bootstrap', 'sticky', 'kept', 'activate']);

/** Why an entry was chosen, in words; a reason of a newer server is shown by its name. */
export function reasonText(reason: string): string {
  const spelled = reason.replaceAll('_', ' ').trim();
  return reasons[reason] ?? spelled.charAt(0).toUpperCase() + spelled.slice(1);
}

/** Whether the found words explain a reason. */
export function isExplainedByWords(reason: string): boolean {
  return !wordlessReasons.has(reason);
}
