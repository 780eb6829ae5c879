import type { EntryId } from '../base/entry-id';

/** The entry's text was injected. */
export const INJECTED = 1;
/** The entry was woken by its own trigger in this turn. */
export const FIRED = 2;
/** The entry was held over from an earlier turn (sticky, keep). */
export const HELD = 4;

/**
 * What one generation injected, stored on the reply message it made and sent back with later requests, so that
 * everything that needs history is a function of the chat itself.
 */
export interface InjectionRecord {
  readonly v: 1;
  /** The generation's id: messages with the same one are one turn. */
  readonly g: string;
  /** Entry id, flags (`INJECTED` | `FIRED` | `HELD`) and content hash of each entry. */
  readonly e: readonly (readonly [EntryId, number, string])[];
}

/** A record and the index of the message that carries it. */
export type RecordAt = readonly [number, InjectionRecord];
