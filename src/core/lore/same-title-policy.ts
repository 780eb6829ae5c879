/**
 * What becomes of entries of one title in several vaults: all are used under names of their own, that of the first or the
 * last vault is used, or they are one.
 */
export type SameTitlePolicy = 'all' | 'first' | 'last' | 'merge';
