import type { LorehearthClient } from '../../server/client';
import { ask } from '../ask';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { DoctorModel } from './doctor-model.svelte';
import { setupSteps, type SetupStep } from './setup-steps';

/**
 * The first steps. Where they stand follows from what the doctor finds; kept is only whether they are to be shown, and
 * that ends by itself when all are done.
 */
export class SetupModel {
  /** What an entry can say, as Markdown. */
  readonly format = new Loaded<string>();
  /** The user wants to see them again. */
  isAsked = $state(false);
  /** They were done while somebody looked. */
  isFinished = $state(false);
  readonly #steps = $derived.by(() => {
    const report = this.doctor.report.value;
    return report ? setupSteps(report) : [];
  });

  constructor(
    private readonly client: LorehearthClient,
    private readonly doctor: DoctorModel,
  ) {}

  get steps(): readonly SetupStep[] {
    return this.#steps;
  }

  get isDone(): boolean {
    return this.#steps.length > 0 && this.#steps.every(({ state }) => state === 'done');
  }

  /** Whether the steps are to be seen. */
  get isShown(): boolean {
    return this.isAsked || this.isFinished || this.doctor.report.value?.wantsSteps === true;
  }

  /** Looks how far the steps are, as long as they are shown; the last one that is done lets them go. */
  async follow(): Promise<void> {
    await this.doctor.refresh();
    if (!this.isDone || this.doctor.report.value?.wantsSteps !== true) return;
    this.isFinished = true;
    await this.#keep(false);
  }

  /** Shows the steps, done or not. */
  ask(): void {
    this.isAsked = true;
  }

  /** The user does not want to see them. */
  async hide(): Promise<void> {
    this.isAsked = false;
    this.isFinished = false;
    if (this.doctor.report.value?.wantsSteps === true) await this.#keep(false);
    await this.doctor.refresh();
  }

  async loadFormat(): Promise<void> {
    if (this.format.value !== undefined) return;
    await this.format.load(async (signal) => {
      const reply = await this.client.v1['entry-format'].$get({}, { init: { signal } });
      return (await bodyOf(reply)).markdown;
    });
  }

  clear(): void {
    this.isAsked = false;
    this.isFinished = false;
    this.format.clear();
  }

  async #keep(isShown: boolean): Promise<void> {
    await ask(async () => {
      const reply = await this.client.v1.settings.$patch({ json: { setupSteps: isShown } });
      await bodyOf(reply);
    }, new AbortController().signal);
  }
}
