import type { LoreEntry, SharedTitle } from './lore-entry';

/** The entry as its note alone says. */
export function aloneOf(entry: LoreEntry): LoreEntry {
  return entry.sharedTitle?.alone ?? entry;
}

/** Why an entry is left out because of one of the same title, in one sentence; undefined where it is not. */
export function leftOutSentence({ sharedTitle }: LoreEntry): string | undefined {
  const { policy, instead } = sharedTitle ?? {};
  if (!instead) return undefined;
  return policy === 'merge'
    ? `Its keys and its text are part of ${instead.path} in the vault ${instead.vault}, which has the same title.`
    : `The vault ${instead.vault} has an entry of the same title (${instead.path}), which is used instead.`;
}

/** What becomes of entries of one title, in one sentence, told at the one that is used. */
export function sameTitleSentence({ policy, others }: SharedTitle): string {
  const paths = others.join(', ');
  switch (policy) {
    case 'all':
      return `All are used, those of further vaults under the name of their vault (${paths}).`;
    case 'first':
      return `That of the first vault is used; left out: ${paths}.`;
    case 'last':
      return `That of the last vault is used; left out: ${paths}.`;
    case 'merge':
      return `They are one entry; the others are ${paths}.`;
  }
}
