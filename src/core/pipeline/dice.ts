import { seededUnit } from '../base/content-hash';
import type { EntryId } from '../base/entry-id';

/** What a roll is for: one entry may roll for several things in a turn. */
export type RollPurpose = 'probability' | 'group';

/** Chance that is no chance: the same chat, turn and entry roll the same on every swipe and regenerate. */
export interface Dice {
  /** A number in [0, 1). */
  roll(purpose: RollPurpose, subject: EntryId): number;
}

/** The dice of one turn of one chat. */
export function seededDice(chat: string, turn: number): Dice {
  return { roll: (purpose, subject) => seededUnit(chat, turn, subject, purpose) };
}
