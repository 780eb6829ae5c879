import { channelTable } from '../../core/ai/channels/channel-table';
import { providerPresets } from '../../core/ai/channels/provider-presets';
import type { ResolvedChannel } from '../../core/ai/channels/resolve-channel';
import { builtInInstructions } from '../../core/ai/selection/selection-prompt';
import type { AiOverview } from '../../core/engine/ai-administration';
import type { WireChannels } from '../contract/wire-channels';

/** Channels and connections as clients see them: whether a key is there, never the key. */
export function writeChannels(overview: AiOverview): WireChannels {
  return {
    channels: overview.channels.map((channel) => writeChannel(channel, overview)),
    connections: overview.settings.connections.map((connection) => ({
      ...connection,
      headers: { ...connection.headers },
      hasKey: overview.keys.has(connection.id),
    })),
    states: overview.states.map(({ opensAgainAt, lastError, ...state }) => ({
      ...state,
      ...(opensAgainAt !== undefined && { opensAgainAt }),
      ...(lastError && { lastError: lastError.sentence }),
    })),
    relays: overview.relays,
    presets: [...providerPresets],
    instructions: builtInInstructions,
  };
}

function writeChannel(
  resolved: ResolvedChannel,
  { settings, usedToday }: AiOverview,
): WireChannels['channels'][number] {
  const { channel: id, maxTokens, timeoutMs, temperature, dailyTokens, origins } = resolved;
  const { label, sentence, needsTools } = channelTable[id];
  return {
    id,
    label,
    sentence,
    needsTools,
    own: { ...settings.channels[id] },
    state: resolved.kind,
    ...(resolved.kind === 'no-connection' && { complaint: resolved.sentence }),
    ...(resolved.kind === 'usable' && { place: writePlace(resolved.place) }),
    maxTokens,
    timeoutMs,
    ...(temperature !== undefined && { temperature }),
    ...(dailyTokens !== undefined && { dailyTokens }),
    origins: { ...origins },
    usedToday: usedToday[id],
  };
}

function writePlace(
  place: Extract<ResolvedChannel, { kind: 'usable' }>['place'],
): NonNullable<WireChannels['channels'][number]['place']> {
  return place.mode === 'direct'
    ? { mode: 'direct', connection: place.connection.id, model: place.model }
    : { mode: 'sillytavern', connection: place.profile, ...(place.model !== undefined && { model: place.model }) };
}
