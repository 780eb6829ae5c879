import type { LorehearthClient } from '../../server/client';
import type { WireSettings } from '../ai/ai-setting-rows';
import { ask } from '../ask';
import { bodyOf, failureWords } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelModel } from '../panel-model';
import type { PanelTarget } from '../panels';
import { ClientsModel } from './clients-model.svelte';
import { narrowed, sectionViews, type SectionView, type SettingValue, type SettingView } from './setting-view';
import { TransferModel } from './transfer-model.svelte';

/** All settings, and who may use the server. */
export class SettingsModel implements PanelModel {
  readonly settings = new Loaded<WireSettings>();
  readonly clients: ClientsModel;
  readonly transfer: TransferModel;
  /** What is looked for. */
  text = $state('');
  onlyChanged = $state(false);
  #problems = $state.raw<Readonly<Record<string, string>>>({});
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;
  readonly #all = $derived(this.settings.value ? sectionViews(this.settings.value) : []);
  readonly #shown = $derived(narrowed(this.#all, this.text, this.onlyChanged));

  constructor(private readonly client: LorehearthClient) {
    this.clients = new ClientsModel(client);
    this.transfer = new TransferModel(client, (values) => this.change(values));
  }

  /** The sections and settings that pass the search and the filter. */
  get sections(): readonly SectionView[] {
    return this.#shown;
  }

  /** How many settings differ from their defaults. */
  get changed(): number {
    return this.#all.reduce((sum, { rows }) => sum + rows.filter(({ isChanged }) => isChanged).length, 0);
  }

  /** Why the last change of a setting was refused; undefined when it was not. */
  problemOf(name: string): string | undefined {
    return this.#problems[name];
  }

  show({ search }: PanelTarget): void {
    if (search === undefined) return;
    this.text = search;
    this.onlyChanged = false;
  }

  async refresh(): Promise<void> {
    // The answer to a change is newer than what a question beside it would bring.
    if (this.#underWay === 0) await this.settings.load((signal) => this.#read(signal));
    if (this.settings.failure === undefined) await this.clients.refresh();
  }

  /** Changes a setting at once. */
  async set({ name }: SettingView, value: SettingValue): Promise<void> {
    const problems = await this.change({ [name]: value });
    const { [name]: _, ...others } = this.#problems;
    this.#problems = problems === undefined ? others : { ...others, [name]: problems[name] ?? problems[''] ?? '' };
  }

  /** Brings the default of a setting back. */
  reset(row: SettingView): Promise<void> {
    return this.set(row, row.defaultValue);
  }

  /** Changes settings, one change after the other; what was wrong by name (`''` for all of it), else undefined. */
  change(values: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>> | undefined> {
    this.#underWay += 1;
    const done = this.#last.then(() => this.#send(values)).finally(() => (this.#underWay -= 1));
    this.#last = done.catch(() => undefined);
    return done;
  }

  recover(): void {
    if (this.settings.phase !== 'idle') void this.refresh();
  }

  clear(): void {
    this.settings.clear();
    this.clients.clear();
    this.transfer.clear();
    this.text = '';
    this.onlyChanged = false;
    this.#problems = {};
  }

  async #read(signal: AbortSignal): Promise<WireSettings> {
    const reply = await this.client.v1.settings.$get({}, { init: { signal } });
    return bodyOf(reply);
  }

  async #send(values: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, string>> | undefined> {
    const asked = await ask(async () => {
      const reply = await this.client.v1.settings.$patch({ json: { ...values } });
      return bodyOf(reply);
    }, new AbortController().signal);
    if (asked.kind === 'answer') this.settings.put(asked.value);
    if (asked.kind !== 'failure') return undefined;
    const { failure } = asked;
    const fields = failure.kind === 'refused' ? (failure.fields ?? []) : [];
    return { '': failureWords(failure).detail, ...Object.fromEntries(fields.map((one) => [one.path, one.message])) };
  }
}
