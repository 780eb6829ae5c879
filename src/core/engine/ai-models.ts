import { channelIds, channelTable, type ChannelId } from '../ai/channels/channel-table';
import { connectionSecret, modelOf, type Connection } from '../ai/channels/connection';
import { resolveChannel, type ResolvedChannel, type UsableChannel } from '../ai/channels/resolve-channel';
import { ConnectionGuards } from '../ai/guard/connection-guards';
import { guardModel, type GuardedModel } from '../ai/guard/guard-model';
import type { GuardPorts } from '../ai/guard/guard-ports';
import { SpendLedger } from '../ai/guard/spend-ledger';
import type { PriceTable } from '../ai/guard/spent';
import type { LanguageModel } from '../ai/language-model';
import { ModelError } from '../ai/model-error';
import type { ModelMaker } from '../ai/model-maker';
import type { RelayHub } from '../ai/relay/relay-hub';
import { relayModel } from '../ai/relay/relay-model';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { RandomSource } from '../ports/random';
import type { SecretStore } from '../ports/secret-store';
import { AiSettingsStore } from './ai-settings-store';

/** What asking models needs of the host. */
export interface AiPorts extends GuardPorts {
  readonly store: DocumentStore;
  readonly log: Log;
  readonly random: RandomSource;
  readonly secrets: SecretStore;
  readonly models: ModelMaker;
  readonly minutesEast?: () => number;
}

/** A model that is ready to be asked, with what its channel says. */
export interface ChannelModel {
  /** Names connection and model. */
  readonly id: string;
  readonly channel: UsableChannel;
  readonly model: GuardedModel;
}

const JOB_ID_BYTES = 12;

/** The models of all channels: settings, keys, guards and the count of tokens. */
export class AiModels {
  readonly settings: AiSettingsStore;
  readonly guards: ConnectionGuards;
  readonly spend: SpendLedger;

  constructor(
    private readonly ports: AiPorts,
    private readonly relay: RelayHub,
    /** What a million tokens cost now, by the name of the model. */
    readonly prices: () => PriceTable = () => ({}),
  ) {
    this.settings = new AiSettingsStore(ports.store, ports.log);
    this.guards = new ConnectionGuards(ports);
    this.spend = new SpendLedger(ports, { prices, ...(ports.minutesEast && { minutesEast: ports.minutesEast }) });
  }

  async load(): Promise<void> {
    await Promise.all([this.settings.load(), this.spend.load()]);
  }

  /** Stores what was counted. */
  async close(): Promise<void> {
    await this.spend.flush();
  }

  /** What holds for each channel. */
  channels(): readonly ResolvedChannel[] {
    return channelIds.map((id) => resolveChannel(this.settings.settings, id));
  }

  /** What holds for one channel. */
  channel(id: ChannelId): ResolvedChannel {
    return resolveChannel(this.settings.settings, id);
  }

  /**
   * The guarded model of a channel. Errors: `ModelError` of kind `no-connection` that names the missing setting.
   *
   * @param tries How often a request is sent at most when the provider says "later"; as usual when left out.
   */
  async of(id: ChannelId, chat?: string, tries?: number): Promise<ChannelModel> {
    const channel = this.channel(id);
    if (channel.kind === 'off')
      throw new ModelError('no-connection', `${channelTable[id].label} is off. Choose a mode for it in the settings.`);
    if (channel.kind === 'no-connection') throw new ModelError('no-connection', channel.sentence);
    const { place } = channel;
    const connection = place.mode === 'direct' ? place.connection.id : guardOfProfile(place.profile);
    const name = place.model ?? '';
    const model = guardModel({
      model: place.mode === 'direct' ? await this.#direct(place.connection, name) : this.#relayed(place.profile),
      modelName: name,
      connection: this.guards.of(connection),
      channel: id,
      chat,
      timeoutMs: channel.timeoutMs,
      tries,
      dailyTokens: channel.dailyTokens,
      ledger: this.spend,
      ports: this.ports,
    });
    return { id: `${connection}\n${name}\n${String(channel.temperature ?? '')}`, channel, model };
  }

  /** Whether a key of the connection is kept on this device. */
  async hasKey(connection: string): Promise<boolean> {
    return (await this.ports.secrets.read(connectionSecret(connection))) !== undefined;
  }

  /** Keeps a key; empty to forget it. Errors: a sentence when this device cannot. */
  async keepKey(connection: string, key: string): Promise<void> {
    await this.ports.secrets.write(connectionSecret(connection), key.trim());
    this.guards.reset(connection);
  }

  /** The names of the models of a connection. Errors: `ModelError`. */
  async list(connection: Connection, signal: AbortSignal): Promise<readonly string[]> {
    return this.ports.models.list(modelOf(connection, ''), await this.#keyOf(connection), signal);
  }

  async #direct(connection: Connection, model: string): Promise<LanguageModel> {
    return this.ports.models.make(modelOf(connection, model), await this.#keyOf(connection));
  }

  #relayed(profile: string): LanguageModel {
    return relayModel(this.relay, profile, () => this.ports.random.token(JOB_ID_BYTES));
  }

  #keyOf({ id }: Connection): Promise<string | undefined> {
    return this.ports.secrets.read(connectionSecret(id));
  }
}

/** The name under which a profile of SillyTavern is guarded: no connection has such an id. */
export function guardOfProfile(profile: string): string {
  return `sillytavern:${profile}`;
}
