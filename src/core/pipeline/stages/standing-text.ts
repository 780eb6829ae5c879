import type { Position, Role } from '../../lore/entry-fields';
import type { Injection } from '../injection';

/** A text that stands in every turn of a chat, whatever entries were chosen. */
export interface StandingText extends Pick<Injection, 'key' | 'text' | 'position' | 'depth' | 'role'> {
  /** What it is, at the beginning of a sentence. */
  readonly name: string;
}

/** Where a text is wished to stand. */
interface WishedPlace {
  readonly position: Position;
  readonly depth: number;
  readonly role: Role;
}

/** The place of a text that stands in every turn. Such a text names no outlet. */
export function standingPlace({
  position: wished,
  depth,
  role,
}: WishedPlace): Pick<Injection, 'position' | 'depth' | 'role'> {
  const position = wished === 'outlet' ? 'after' : wished;
  return position === 'in_chat' ? { position, depth, role } : { position, depth: undefined, role: undefined };
}
