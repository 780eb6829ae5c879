import { defaultMode, type AiSettings, type ChannelSettings } from './ai-settings';
import { channelTable, type ChannelId } from './channel-table';
import type { Connection } from './connection';

/** Where a value comes from: set for the channel itself, taken from AI Search, or nobody set it. */
export type ValueOrigin = 'own' | 'search' | 'default';

/** Where the model of a channel is. */
export type ModelPlace =
  | { readonly mode: 'direct'; readonly connection: Connection; readonly model: string }
  /** `model` undefined: the profile's own. */
  | { readonly mode: 'sillytavern'; readonly profile: string; readonly model: string | undefined };

/** What holds for a channel, and where each value comes from. */
export interface ChannelValues {
  readonly channel: ChannelId;
  readonly maxTokens: number;
  readonly timeoutMs: number;
  readonly temperature: number | undefined;
  readonly dailyTokens: number | undefined;
  readonly origins: Readonly<Record<keyof ChannelSettings, ValueOrigin>>;
}

/** A channel that can be used. */
export interface UsableChannel extends ChannelValues {
  readonly kind: 'usable';
  readonly place: ModelPlace;
}

/** A channel that is switched off. */
export interface ChannelOff extends ChannelValues {
  readonly kind: 'off';
}

/** A channel that is switched on and lacks something. */
export interface ChannelIncomplete extends ChannelValues {
  readonly kind: 'no-connection';
  /** The setting that is missing or wrong, and the channel where it is set. */
  readonly missing: { readonly setting: 'mode' | 'connection' | 'model'; readonly channel: ChannelId };
  /** Names the setting, and says what to do. */
  readonly sentence: string;
}

export type ResolvedChannel = UsableChannel | ChannelOff | ChannelIncomplete;

/** What holds for a channel, or what it lacks. Asks nobody. */
export function resolveChannel(settings: AiSettings, id: ChannelId): ResolvedChannel {
  const own = settings.channels[id];
  const isInherited = id !== 'search' && (own.mode ?? defaultMode(id)) === 'inherit';
  const source = isInherited ? 'search' : id;
  const values = valuesOf(id, own, settings.channels[source], isInherited);
  const set = settings.channels[source];
  const mode = set.mode ?? defaultMode(source);
  if (mode === 'direct') return direct(values, settings, source);
  if (mode === 'sillytavern') return throughSillyTavern(values, set, source);
  return isInherited ? nothingToInherit(values) : { ...values, kind: 'off' };
}

function valuesOf(id: ChannelId, own: ChannelSettings, source: ChannelSettings, isInherited: boolean): ChannelValues {
  const { maxTokens, timeoutMs } = channelTable[id];
  const ownOrigin = (name: keyof ChannelSettings): ValueOrigin => (own[name] === undefined ? 'default' : 'own');
  const placeOrigin = (name: keyof ChannelSettings): ValueOrigin =>
    isInherited && source[name] !== undefined ? 'search' : isInherited ? 'default' : ownOrigin(name);
  return {
    channel: id,
    maxTokens: own.maxTokens ?? maxTokens,
    timeoutMs: own.timeoutMs ?? timeoutMs,
    temperature: own.temperature,
    dailyTokens: own.dailyTokens,
    origins: {
      mode: placeOrigin('mode'),
      connection: placeOrigin('connection'),
      model: placeOrigin('model'),
      maxTokens: ownOrigin('maxTokens'),
      timeoutMs: ownOrigin('timeoutMs'),
      temperature: ownOrigin('temperature'),
      dailyTokens: ownOrigin('dailyTokens'),
    },
  };
}

function direct(values: ChannelValues, { channels, connections }: AiSettings, source: ChannelId): ResolvedChannel {
  const { connection: id, model } = channels[source];
  const { label } = channelTable[source];
  if (id === undefined) return lacks(values, source, 'connection', `Choose a connection for ${label} in the settings.`);
  const connection = connections.find((one) => one.id === id);
  if (connection === undefined) {
    const sentence = `The connection “${id}” of ${label} does not exist (any more). Choose another one in the settings.`;
    return lacks(values, source, 'connection', sentence);
  }
  if (model === undefined) return lacks(values, source, 'model', `Choose a model for ${label} in the settings.`);
  return { ...values, kind: 'usable', place: { mode: 'direct', connection, model } };
}

function throughSillyTavern(values: ChannelValues, set: ChannelSettings, source: ChannelId): ResolvedChannel {
  const { connection: profile, model } = set;
  if (profile !== undefined) return { ...values, kind: 'usable', place: { mode: 'sillytavern', profile, model } };
  const sentence = `Choose a connection profile of SillyTavern for ${channelTable[source].label} in the settings.`;
  return lacks(values, source, 'connection', sentence);
}

function nothingToInherit(values: ChannelValues): ChannelIncomplete {
  const { label } = channelTable[values.channel];
  const search = channelTable.search.label;
  const sentence = `${label} takes its model from ${search}, which is off. Set up ${search}, or choose a mode for ${label}.`;
  return lacks(values, 'search', 'mode', sentence);
}

function lacks(
  values: ChannelValues,
  channel: ChannelId,
  setting: ChannelIncomplete['missing']['setting'],
  sentence: string,
): ChannelIncomplete {
  return { ...values, kind: 'no-connection', missing: { setting, channel }, sentence };
}
