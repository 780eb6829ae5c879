import type { EntryId } from '../base/entry-id';
import type { Position, Role } from '../lore/entry-fields';

/** A block of text with a place. */
export interface Injection {
  /** Stable name of the place, `lorehearth/` first. */
  readonly key: string;
  readonly position: Position;
  /** For `in_chat`: messages from the end. */
  readonly depth: number | undefined;
  /** For `in_chat`. */
  readonly role: Role | undefined;
  /** For `outlet`. */
  readonly outlet: string | undefined;
  readonly text: string;
  readonly tokens: number;
  readonly entries: readonly EntryId[];
}
