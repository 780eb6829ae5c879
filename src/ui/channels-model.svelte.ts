import type { LorehearthClient } from '../server/client';
import { ChannelOverview } from './ai/channel-overview.svelte';
import { ChannelTest } from './ai/channel-test.svelte';
import type { Channel, ChannelId, ChannelMode, ChannelSetting } from './ai/ai-types';
import { ConnectionsModel } from './ai/connections-model.svelte';
import { SelectionModel, type SelectionSurroundings } from './ai/selection-model.svelte';
import { failureWords, type Failure } from './failure';
import { Poller } from './poller';

const PAUSE_MS = 5_000;
const OFFLINE_PAUSE_MS = 10_000;

/** The models that Lorehearth may ask: channels, connections, and how the AI selects. */
export class ChannelsModel {
  readonly overview: ChannelOverview;
  readonly connections: ConnectionsModel;
  readonly selection: SelectionModel;
  #problems = $state.raw<Readonly<Record<string, string>>>({});
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- It is filled while drawing, where nothing reactive may change; its members are reactive.
  readonly #tests = new Map<ChannelId, ChannelTest>();
  readonly #poller: Poller;

  constructor(
    private readonly client: LorehearthClient,
    surroundings: SelectionSurroundings,
  ) {
    this.overview = new ChannelOverview(client);
    this.connections = new ConnectionsModel(client, this.overview);
    this.selection = new SelectionModel(client, surroundings);
    this.#poller = new Poller(
      () => this.overview.refresh(),
      () => this.#pauseMs(),
    );
  }

  /** Keeps states and used tokens fresh from now on. */
  resume(): void {
    if (this.selection.settings.phase === 'idle') void this.selection.refresh();
    this.#poller.resume();
  }

  pause(): void {
    this.#poller.pause();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.overview.refresh(), this.selection.refresh()]);
  }

  /** The test of a channel. */
  testOf(id: ChannelId): ChannelTest {
    const known = this.#tests.get(id);
    if (known) return known;
    const test = new ChannelTest(this.client, id, () => void this.overview.refresh());
    this.#tests.set(id, test);
    return test;
  }

  /** Sets a setting of a channel at once; null unsets it, so that the inherited value or the default holds again. */
  set(channel: Channel, setting: ChannelSetting, value: string | number | null): Promise<void> {
    return this.#change(channel, setting, { [setting]: value });
  }

  /** Sets the mode of a channel. What names a connection in one mode names a profile in another, so it is unset then. */
  setMode(channel: Channel, mode: ChannelMode): Promise<void> {
    const { connection, mode: before } = channel.own;
    const isOther = connection !== undefined && mode !== before && (mode === 'direct' || mode === 'sillytavern');
    return this.#change(channel, 'mode', { mode, ...(isOther && { connection: null, model: null }) });
  }

  /** Why the last change of a setting was refused; undefined when it was not. */
  problemOf(channel: Channel, setting: ChannelSetting): string | undefined {
    return this.#problems[problemKey(channel, setting)];
  }

  recover(): void {
    if (this.overview.loaded.phase !== 'idle') void this.refresh();
  }

  /** Forgets everything that an earlier token showed. */
  clear(): void {
    this.pause();
    this.overview.loaded.clear();
    this.selection.clear();
    this.connections.clear();
    for (const test of this.#tests.values()) test.cancel();
    this.#tests.clear();
    this.#problems = {};
  }

  async #change(
    channel: Channel,
    setting: ChannelSetting,
    change: Readonly<Record<string, string | number | null>>,
  ): Promise<void> {
    const failure = await this.overview.change({ channels: { [channel.id]: { ...change } } });
    const { [problemKey(channel, setting)]: _, ...others } = this.#problems;
    this.#problems = failure ? { ...others, [problemKey(channel, setting)]: wrongWords(failure) } : others;
  }

  #pauseMs(): number {
    return this.overview.loaded.failure === undefined ? PAUSE_MS : OFFLINE_PAUSE_MS;
  }
}

function wrongWords(failure: Failure): string {
  const wrong = failure.kind === 'refused' ? failure.fields?.[0]?.message : undefined;
  return wrong ?? failureWords(failure).detail;
}

const problemKey = ({ id }: Channel, setting: ChannelSetting): string => `${id}.${setting}`;
