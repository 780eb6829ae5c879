import type { UndeliveredLore } from './undelivered-lore';

/** One block of lore on its way to the model. */
interface PlannedLore {
  /** The server's key of the injection. */
  readonly injection: string;
  /** The text as SillyTavern gets it. */
  readonly value: string;
  /** Where it belongs, for the reader. */
  readonly place: string;
  readonly entries: readonly string[];
  /** Where it stands instead, for the reader, and why. */
  readonly moved?: { readonly to: string; readonly cause: string };
}

/** A block that SillyTavern takes as a prompt of an extension. */
export interface PlannedPrompt extends PlannedLore {
  readonly key: string;
  /** SillyTavern's number: 0 after the main prompt, 1 in the chat, 2 before the main prompt. */
  readonly position: number;
  /** Messages from the end; read for prompts in the chat only. */
  readonly depth: number;
  /** SillyTavern's number: 0 system, 1 user, 2 assistant. */
  readonly role: number;
}

/** A block that SillyTavern takes as an entry of its World Info. */
export interface PlannedSlot extends PlannedLore {
  readonly slot: WorldInfoSlot;
  /** Empty but for outlets. */
  readonly outlet: string;
}

/** The places that only SillyTavern's World Info reaches. */
export type WorldInfoSlot =
  | 'before_char'
  | 'after_char'
  | 'author_note_top'
  | 'author_note_bottom'
  | 'examples_top'
  | 'examples_bottom'
  | 'outlet';

/** A block that cannot be handed over, or was not found in what was sent. */
export interface LostLore extends UndeliveredLore {
  /** The server's key of the injection. */
  readonly injection: string;
}

/** What goes into the prompt, and what cannot. */
export interface LorePlan {
  readonly prompts: readonly PlannedPrompt[];
  readonly slots: readonly PlannedSlot[];
  readonly undelivered: readonly LostLore[];
}
