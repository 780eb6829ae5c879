import { channelIds } from '../channels/channel-table';
import { isAmount, readSpent } from './read-spent';
import type { SpentByChannel } from './spent';

/** What was spent on one day. */
export interface DaySpend {
  /** Days since 1970-01-01, in the user's time zone. */
  readonly day: number;
  readonly channels: SpentByChannel;
}

/** What was spent in one chat. */
export interface ChatSpend {
  readonly chat: string;
  readonly channels: SpentByChannel;
}

/** What is stored of the ledger. */
export interface SpendDocument {
  /** Oldest first. */
  readonly days: readonly DaySpend[];
  /** Longest unused first. */
  readonly chats: readonly ChatSpend[];
}

/** Reads what is stored; whatever is not as it should be is left out. */
export function readSpend(stored: unknown): SpendDocument {
  return {
    days: list(field(stored, 'days')).flatMap((item) => {
      const day = field(item, 'day');
      return isAmount(day) ? [{ day, channels: readChannels(field(item, 'channels')) }] : [];
    }),
    chats: list(field(stored, 'chats')).flatMap((item) => {
      const chat = field(item, 'chat');
      return typeof chat === 'string' ? [{ chat, channels: readChannels(field(item, 'channels')) }] : [];
    }),
  };
}

function readChannels(stored: unknown): SpentByChannel {
  const known = channelIds.flatMap((id) => {
    const spent = field(stored, id);
    return spent === undefined ? [] : [[id, readSpent(spent)] as const];
  });
  return Object.fromEntries(known);
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
