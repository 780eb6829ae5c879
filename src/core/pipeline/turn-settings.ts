import type { DecoratorMode } from '../lore/book';
import type { Position, Role } from '../lore/entry-fields';
import type { SelectionSettings } from './ai/selection-settings';
import type { NotepadMode } from '../notepad/notepad-use';
import type { GatingTolerance } from '../lore/field-definitions';

/** The settings a turn depends on. A host's settings are a superset. */
export interface TurnSettings extends SelectionSettings {
  /** Messages searched where an entry does not say it. */
  readonly scanDepth: number;
  readonly speakerNames: boolean;
  readonly activeCharacter: boolean;
  /** A chat counts as new up to this many messages. */
  readonly newChatThreshold: number;
  readonly neverTag: string;
  /** Path of the note of books. */
  readonly bookDefinitions: string;
  /** How `@@` lines are read where no book says it. */
  readonly decorators: DecoratorMode;
  readonly recursion: boolean;
  /** How many times texts of entries are searched; 0 for none. */
  readonly recursionSteps: number;
  /** Entries to reach by searching older messages; 0 for off. */
  readonly minActivations: number;
  /** The most messages that may be searched for that; 0 for all. */
  readonly minActivationsDepth: number;
  readonly groupScoring: boolean;
  /** Turns for which an injected entry is left out; 0 for off. */
  readonly reinjectionCooldown: number;
  readonly contextTolerance: GatingTolerance;
  readonly fuzzy: boolean;
  /** Percent of the best score, 1–100. */
  readonly fuzzyThreshold: number;
  readonly budgetKind: 'tokens' | 'percent' | 'unlimited';
  readonly tokenBudget: number;
  /** Percent of the context size, 1–100. */
  readonly budgetPercent: number;
  /** The most tokens of such a share; 0 for no cap. */
  readonly budgetCap: number;
  /** Tokens of the budget that only constants may use; 0 for none. */
  readonly constantsReserve: number;
  /** The most entries; 0 for no limit. */
  readonly entryLimit: number;
  /** Percent of the context size that lore never exceeds, 1–100. */
  readonly safeShare: number;
  readonly position: Position;
  readonly depth: number;
  readonly role: Role;
  readonly template: string;
  /** Whether embedded entries are written out. */
  readonly expandEmbeds: boolean;
  /** The place of a chat's notebook where the chat does not say it. */
  readonly notebookPosition: Position;
  readonly notebookDepth: number;
  readonly notebookRole: Role;
  /** Which summaries stand in every turn, how long together, and where. */
  readonly scribeInject: 'off' | 'last' | 'story';
  readonly scribeTokens: number;
  readonly scribePosition: Position;
  readonly scribeDepth: number;
  readonly scribeRole: Role;
  /** How the AI that writes keeps notes, how many of them it sees, and where. */
  readonly notepadMode: NotepadMode;
  readonly notepadTag: string;
  /** Empty for the built-in ones. */
  readonly notepadInstructions: string;
  readonly notepadTokens: number;
  readonly notepadPosition: Position;
  readonly notepadDepth: number;
  readonly notepadRole: Role;
  /** Whether each entry is an injection of its own. */
  readonly separateEntries: boolean;
  readonly stableOrder: boolean;
  /** Whether an entry that does not fit is cut at a sentence's end. */
  readonly truncate: boolean;
}
