/** Chosen lore that is not in the prompt the model got. */
export interface UndeliveredLore {
  /** Where it should have stood, for the reader: `before`, `in chat at depth 4`. */
  readonly place: string;
  /** Why, in one sentence. */
  readonly cause: string;
  /** Ids of the entries. */
  readonly entries: readonly string[];
}

/** Chosen lore that SillyTavern would have dropped at its own place, and that was put elsewhere. */
export interface MovedLore extends UndeliveredLore {
  /** Where it stands instead, for the reader. */
  readonly to: string;
}
