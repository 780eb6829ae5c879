import type { LorehearthClient } from '../../server/client';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import { valueWords, type SuggestedChange } from './suggested-change';

/** A setting, and what it would become. */
export interface SettingStep {
  readonly name: string;
  readonly label: string;
  /** The value it has, as it is stored and in words. */
  readonly value: unknown;
  readonly from: string;
  readonly to: string;
}

/** The setting that a suggested change is about. */
export class SuggestedSetting {
  readonly step = new Loaded<SettingStep>();

  constructor(private readonly client: LorehearthClient) {}

  async load(change: SuggestedChange): Promise<void> {
    await this.step.load((signal) => this.#read(change, signal));
  }

  /** Makes the change; the result takes it back. */
  async apply({ name, value }: SuggestedChange, signal: AbortSignal): Promise<() => Promise<undefined>> {
    const before = (await bodyOf(await this.client.v1.settings.$get({}, { init: { signal } }))).values[name];
    await this.#write(name, value);
    return async () => {
      await this.#write(name, before);
      return undefined;
    };
  }

  clear(): void {
    this.step.clear();
  }

  async #read({ name, value }: SuggestedChange, signal: AbortSignal): Promise<SettingStep> {
    const { values, table } = await bodyOf(await this.client.v1.settings.$get({}, { init: { signal } }));
    const row = table[name] ?? {};
    const label = typeof row['label'] === 'string' ? row['label'] : name;
    const options = Object.fromEntries(
      Object.entries(row['options'] ?? {}).filter(
        (option): option is [string, string] => typeof option[1] === 'string',
      ),
    );
    return {
      name,
      label,
      value: values[name],
      from: valueWords(values[name], options),
      to: valueWords(value, options),
    };
  }

  async #write(name: string, value: unknown): Promise<void> {
    await bodyOf(await this.client.v1.settings.$patch({ json: { [name]: value } }));
  }
}
