import type { EntryProperties } from '../lore/entry-fields';
import type { ChatSpan } from '../lore/field-kinds';

/** Both scales have their middle at 100. */
const MIRROR = 200;
/** What notes take for an order or a priority that is not written. */
const USUAL = 100;
/** Notes keep numbers between these bounds. */
const FARTHEST = 1_000_000_000;

/** A priority of a program in which bigger is stronger as ours, in which lower is stronger, and the other way round. */
export function mirrored(number: number): number {
  return whole(MIRROR - number);
}

/** The nearest whole number that notes can hold. */
export function whole(number: number): number {
  const rounded = Math.round(Math.min(Math.max(number, -FARTHEST), FARTHEST));
  // There is a negative zero.
  return rounded === 0 ? 0 : rounded;
}

/** A count of messages, levels or weights: whole and not negative. */
export function wholeCount(number: number): number {
  return Math.max(0, whole(number));
}

/** Rank and place, in our directions; what notes take for granted is left out. */
export function rankProperties(rank: { readonly priority?: number; readonly order?: number }): EntryProperties {
  const { priority = USUAL, order = priority } = rank;
  return { ...(priority === USUAL ? {} : { priority }), ...(order === priority ? {} : { order }) };
}

/** The rank and place of an entry of ours, with what holds where they are not written. */
export function rankOf({ priority = USUAL, order = priority }: EntryProperties): {
  readonly priority: number;
  readonly order: number;
} {
  return { priority, order };
}

/** A chance of so many percent; always is not written. */
export function percentProperty(percent: number | undefined): EntryProperties {
  if (percent === undefined || percent >= 100) return {};
  return { probability: Math.max(0, percent) / 100 };
}

/** A chance in percent, 100 where none is written. */
export function percentOf({ probability = 1 }: EntryProperties): number {
  return Number((probability * 100).toPrecision(12));
}

/** A delay of so many messages; none is not written. */
export function delayProperty(messages: number | undefined): EntryProperties {
  const count = wholeCount(messages ?? 0);
  const delay: ChatSpan = { count, unit: 'messages' };
  return count === 0 ? {} : { delay };
}
