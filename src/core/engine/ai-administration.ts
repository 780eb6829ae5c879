import type { AiSettings } from '../ai/channels/ai-settings';
import type { AiSettingProblem } from '../ai/channels/change-ai-settings';
import type { ChannelId } from '../ai/channels/channel-table';
import type { ResolvedChannel } from '../ai/channels/resolve-channel';
import type { ConnectionState } from '../ai/guard/connection-guards';
import type { RelayHub } from '../ai/relay/relay-hub';
import type { Clock } from '../ports/clock';
import type { AiModels } from './ai-models';
import { testChannel, type ChannelTest } from './test-channel';

/** Everything that is known of models: what is set, what holds, and how it goes. No secrets. */
export interface AiOverview {
  readonly settings: AiSettings;
  readonly channels: readonly ResolvedChannel[];
  /** Ids of the connections for which a key is kept on this device. */
  readonly keys: ReadonlySet<string>;
  /** Connections that were used since the host began. */
  readonly states: readonly ConnectionState[];
  /** Tokens of today by channel, sent and answered. */
  readonly usedToday: Readonly<Record<ChannelId, number>>;
  /** Clients of SillyTavern that can ask a model for us now. */
  readonly relays: number;
}

/** Who wants to know what is done with the models. */
export interface AiListeners {
  readonly changed: () => void;
  readonly tested: (test: ChannelTest) => void;
}

/** Sets up the models of a host and looks after them. */
export class AiAdministration {
  constructor(
    private readonly models: AiModels,
    private readonly relay: RelayHub,
    private readonly clock: Clock,
    private readonly listeners: AiListeners,
  ) {}

  async overview(): Promise<AiOverview> {
    const { settings } = this.models.settings;
    const ids = settings.connections.map(({ id }) => id);
    const known = await Promise.all(ids.map((id) => this.models.hasKey(id)));
    const channels = this.models.channels();
    return {
      settings,
      channels,
      keys: new Set(ids.filter((_, at) => known[at])),
      states: this.models.guards.states(),
      // Each channel has a place of its own.
      usedToday: Object.fromEntries(
        channels.map(({ channel }) => [channel, this.models.spend.usedToday(channel)]),
      ) as Record<ChannelId, number>,
      relays: this.relay.clients,
    };
  }

  /** Changes channels and connections; with problems nothing is changed. */
  async change(changes: unknown): Promise<readonly AiSettingProblem[]> {
    const before = this.models.settings.settings.connections;
    const problems = await this.models.settings.change(changes);
    if (problems.length > 0) return problems;
    const after = this.models.settings.settings.connections;
    for (const { id, baseUrl } of before) {
      const now = after.find((one) => one.id === id);
      // A key belongs to the server that it was given for: it must not be sent to another one.
      if (now === undefined || serverOf(now.baseUrl) !== serverOf(baseUrl)) await this.#forgetKey(id);
      this.models.guards.reset(id);
    }
    this.listeners.changed();
    return [];
  }

  /** Keeps the key of a connection on this device; an empty one is forgotten. False for a connection that is not set up. */
  async keepKey(connection: string, key: string): Promise<boolean> {
    if (!this.#has(connection)) return false;
    await this.models.keepKey(connection, key);
    this.listeners.changed();
    return true;
  }

  /** Asks the model of a channel something tiny. Never fails. */
  async test(channel: ChannelId, signal: AbortSignal): Promise<ChannelTest> {
    const test = await testChannel(channel, this.models, this.clock, signal);
    this.listeners.tested(test);
    return test;
  }

  /** The models that a connection offers; undefined for a connection that is not set up. Errors: `ModelError`. */
  async listModels(connection: string, signal: AbortSignal): Promise<readonly string[] | undefined> {
    const known = this.models.settings.settings.connections.find(({ id }) => id === connection);
    return known && this.models.list(known, signal);
  }

  /** Tries a connection again at once that was not asked for a while. */
  reset(connection: string): void {
    this.models.guards.reset(connection);
    this.listeners.changed();
  }

  /** What the environment of the program holds cannot be forgotten, and is no failure of the change. */
  async #forgetKey(connection: string): Promise<void> {
    await this.models.keepKey(connection, '').catch(() => undefined);
  }

  #has(connection: string): boolean {
    return this.models.settings.settings.connections.some(({ id }) => id === connection);
  }
}

/** Scheme, host and port of an address. */
function serverOf(address: string): string {
  return /^[a-z]+:\/\/[^/?#]*/i.exec(address)?.[0].toLowerCase() ?? address;
}
