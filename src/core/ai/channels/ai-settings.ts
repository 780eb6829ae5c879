import { channelIds, type ChannelId } from './channel-table';
import type { Connection } from './connection';

/**
 * Where a channel's model is:
 * - `off`: the channel does nothing
 * - `direct`: at a connection of ours
 * - `sillytavern`: behind a connection profile of SillyTavern, which keeps the key
 * - `inherit`: where AI Search has its own
 */
export const channelModes = ['off', 'direct', 'sillytavern', 'inherit'] as const;
export type ChannelMode = (typeof channelModes)[number];

/** What is set for one channel; what is not there is not set. */
export interface ChannelSettings {
  readonly mode?: ChannelMode;
  /** Id of a connection; in mode `sillytavern` the name of the connection profile. */
  readonly connection?: string;
  /** The provider's name of the model. */
  readonly model?: string;
  /** The most tokens of an answer. */
  readonly maxTokens?: number;
  /** Time for a request. In milliseconds. */
  readonly timeoutMs?: number;
  /** 0–2. */
  readonly temperature?: number;
  /** The most tokens in one day, sent and answered. */
  readonly dailyTokens?: number;
}

/** The settings of all channels, and the connections that they may use. */
export interface AiSettings {
  readonly channels: Readonly<Record<ChannelId, ChannelSettings>>;
  readonly connections: readonly Connection[];
}

/** Nothing is set up. */
export const defaultAiSettings: AiSettings = {
  // Each channel has a place of its own.
  channels: Object.fromEntries(channelIds.map((id) => [id, {}])) as Record<ChannelId, ChannelSettings>,
  connections: [],
};

/** The mode of a channel for which none is set: AI Search is off until it is set up, the others follow it. */
export function defaultMode(id: ChannelId): ChannelMode {
  return id === 'search' ? 'off' : 'inherit';
}
