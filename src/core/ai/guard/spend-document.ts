import { channelIds } from '../channels/channel-table';
import type { Spent, SpentByChannel } from './spent';

/** The version of the stored form that this program writes. */
export const SPEND_VERSION = 1;

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

/** The ledger as it is stored. */
export interface SpendDocument {
  readonly version: number;
  /** Oldest first. */
  readonly days: readonly DaySpend[];
  /** Longest unused first. */
  readonly chats: readonly ChatSpend[];
}

/** Whether a newer program wrote the document: then it must not be written over. */
export function isNewerSpend(stored: unknown): boolean {
  const version = field(stored, 'version');
  return typeof version === 'number' && version > SPEND_VERSION;
}

/** Reads what is stored; whatever is not as it should be is left out. */
export function readSpend(stored: unknown): SpendDocument {
  return {
    version: SPEND_VERSION,
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

function readSpent(stored: unknown): Spent {
  const amount = (name: keyof Spent): number => {
    const value = field(stored, name);
    return isAmount(value) ? value : 0;
  };
  return {
    requests: amount('requests'),
    input: amount('input'),
    output: amount('output'),
    cached: amount('cached'),
    cost: amount('cost'),
    unpriced: amount('unpriced'),
    estimated: amount('estimated'),
  };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
