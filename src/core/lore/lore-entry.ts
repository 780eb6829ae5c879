import type { EntryId } from '../base/entry-id';
import type { EntryDecorators } from './decorators';
import type { TextPart } from './embedded-text';
import type { EntryKey } from './entry-key';
import type { EntryProperties } from './entry-fields';
import type { EntryProblem } from './entry-problem';
import type { EntryReference } from './entry-references';
import type { SameTitlePolicy } from './same-title-policy';

/** One lore note, parsed. A value: a changed note is a new entry. */
export interface LoreEntry {
  readonly id: EntryId;
  /** Name of the vault it comes from. */
  readonly vault: string;
  /** Vault-relative path; the identity together with the vault. Of a card's entry it is none that a note can have. */
  readonly path: string;
  /** Name of the character in whose card it stands; undefined for a note. */
  readonly card?: string;
  readonly title: string;
  /** Hash of the note's whole source. */
  readonly contentHash: string;
  /** What the note says, decorators included: they are stronger than properties of the same meaning. */
  readonly properties: EntryProperties;
  /** What decorators say besides. */
  readonly decorators: EntryDecorators;
  /** Properties that are not ours, as written, by name: custom fields and those of other tools. */
  readonly otherProperties: Readonly<Record<string, readonly string[]>>;
  /** In order, each once; those that are no valid patterns included. */
  readonly keys: readonly EntryKey[];
  readonly refineKeys: readonly EntryKey[];
  readonly excludeKeys: readonly EntryKey[];
  /** Tags without `#`, lower case, the lore tag itself left out. */
  readonly tags: readonly string[];
  /** Folders of the path, outermost first. */
  readonly folders: readonly string[];
  readonly type: string | undefined;
  readonly enabled: boolean;
  /** Tagged as known but never to be injected. */
  readonly never: boolean;
  readonly constant: boolean;
  readonly required: boolean;
  readonly bootstrap: boolean;
  readonly seed: boolean;
  /** Lower is more important. */
  readonly priority: number;
  /** Lower comes first. */
  readonly order: number;
  /** What may be injected. */
  readonly text: string;
  /** The text in parts, if it embeds other notes; in `text` embeds are left out. */
  readonly parts?: readonly TextPart[];
  /** Targets of the wikilinks in the body, in order, each once. */
  readonly links: readonly string[];
  /** The entries that the note names in `requires`, `excludes`, `cascade_links` and, as links, in `known_by`. */
  readonly references: readonly EntryReference[];
  readonly problems: readonly EntryProblem[];
  /** Set where other vaults have entries of the same title. */
  readonly sharedTitle?: SharedTitle;
}

/** What entries of the same title in other vaults make of an entry. */
export interface SharedTitle {
  readonly policy: SameTitlePolicy;
  /** The entry as its note alone says. */
  readonly alone: LoreEntry;
  /** Paths of those in other vaults, by the order of the vaults. */
  readonly others: readonly string[];
  /** The entry that is used instead; undefined for one that is used. */
  readonly instead?: { readonly id: EntryId; readonly path: string; readonly vault: string };
}

/** A writing guide: only the Librarian reads it. Kept apart from entries, so that no path can inject it. */
export interface WritingGuide {
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** Why a note is no entry. */
export type SkipReason = 'no-lore-tag' | 'session-note' | 'template' | 'hidden-folder';

/** What reading a note gave. */
export type NoteReading =
  | { readonly kind: 'entry'; readonly entry: LoreEntry }
  | { readonly kind: 'guide'; readonly guide: WritingGuide; readonly problems: readonly EntryProblem[] }
  | { readonly kind: 'skipped'; readonly reason: SkipReason; readonly problems: readonly EntryProblem[] }
  /** The note is meant as lore but could not be read: it is listed, never silently dropped. */
  | { readonly kind: 'quarantined'; readonly problems: readonly EntryProblem[] };
