import type { LorehearthClient } from '../../server/client';
import type { WireChannels } from '../../server/contract/wire-channels';

/** One of the six channels, as the server tells it. */
export type Channel = WireChannels['channels'][number];
export type Connection = WireChannels['connections'][number];
export type ConnectionState = WireChannels['states'][number];
export type ProviderPreset = WireChannels['presets'][number];

export type ChannelId = Parameters<LorehearthClient['v1']['channels'][':id']['test']['$post']>[0]['param']['id'];
/** A setting of a channel. */
export type ChannelSetting = keyof Channel['own'];
export type ChannelMode = NonNullable<Channel['own']['mode']>;
