import type { LorehearthClient } from '../../server/client';
import type { WireSettings } from '../ai/ai-setting-rows';
import { ask } from '../ask';
import { bodyOf, failureWords } from '../failure';
import { Loaded } from '../loaded.svelte';
import { sectionViews, type SettingValue, type SettingView } from '../settings/setting-view';

const POLICY = 'sameTitlePolicy';

/** The settings that have to do with vaults. */
export class VaultSettings {
  readonly loaded = new Loaded<WireSettings>();
  #problems = $state.raw<Readonly<Record<string, string>>>({});
  #last: Promise<unknown> = Promise.resolve();
  readonly #rows = $derived(
    this.loaded.value ? (sectionViews(this.loaded.value).find(({ id }) => id === 'vaults')?.rows ?? []) : [],
  );

  constructor(private readonly client: LorehearthClient) {}

  /** What becomes of entries of the same title; undefined until it is known. */
  get policy(): SettingView | undefined {
    return this.#rows.find(({ name }) => name === POLICY);
  }
  /** The other settings of the section. */
  get others(): readonly SettingView[] {
    return this.#rows.filter(({ name }) => name !== POLICY);
  }
  /** Why the last change of a setting was refused; undefined when it was not. */
  problemOf({ name }: SettingView): string | undefined {
    return this.#problems[name];
  }

  async refresh(): Promise<void> {
    await this.loaded.load(async (signal) => bodyOf(await this.client.v1.settings.$get({}, { init: { signal } })));
  }

  /** Changes a setting at once, one change after the other. */
  set({ name }: SettingView, value: SettingValue): Promise<void> {
    const done = this.#last.then(() => this.#send(name, value));
    this.#last = done.catch(() => undefined);
    return done;
  }

  clear(): void {
    this.loaded.clear();
    this.#problems = {};
  }

  async #send(name: string, value: SettingValue): Promise<void> {
    const asked = await ask(
      async () => bodyOf(await this.client.v1.settings.$patch({ json: { [name]: value } })),
      new AbortController().signal,
    );
    const { [name]: _, ...others } = this.#problems;
    this.#problems = others;
    if (asked.kind === 'answer') this.loaded.put(asked.value);
    if (asked.kind !== 'failure') return;
    const wrong = asked.failure.kind === 'refused' ? asked.failure.fields?.[0]?.message : undefined;
    this.#problems = { ...others, [name]: wrong ?? failureWords(asked.failure).detail };
  }
}
