import type { LorehearthClient } from '../../server/client';
import type { WireCheck, WireDoctorReport, WireFix } from '../../server/contract/wire-doctor';
import { bodyOf, failureWords } from '../failure';
import { Loaded } from '../loaded.svelte';
import { SingleTask } from '../single-task.svelte';

/** A fix that the server carries out. */
export type ServerFix = Extract<WireFix, { kind: 'settings' | 'call' }>;

/** Whether each hop from the vault to the reply works, and what mends it. */
export class DoctorModel {
  readonly report = new Loaded<WireDoctorReport>();
  /** Whether everything is being checked because the user wants to know. */
  isExamining = $state(false);
  /** Whether the user asked for the checks. */
  wasAsked = $state(false);
  /** What a fix did, as a sentence; empty before. */
  said = $state('');
  /** Why a fix did not work; empty when it did. */
  problem = $state('');
  readonly #task = new SingleTask();

  constructor(private readonly client: LorehearthClient) {}

  get isMending(): boolean {
    return this.#task.isRunning;
  }

  get checks(): readonly WireCheck[] {
    return this.report.value?.checks ?? [];
  }

  /** Checks everything that costs nothing. */
  async refresh(): Promise<void> {
    if (this.isExamining) return;
    await this.report.load((signal) => this.#look(signal));
  }

  /** Checks everything; with an admin token that asks the model too. */
  async examine(mayAskModels: boolean): Promise<void> {
    this.wasAsked = true;
    this.isExamining = true;
    this.said = '';
    this.problem = '';
    await this.report.load((signal) => (mayAskModels ? this.#examine(signal) : this.#look(signal)));
    this.isExamining = false;
  }

  /** Closes the list of checks. */
  close(): void {
    this.wasAsked = false;
    this.said = '';
    this.problem = '';
  }

  /** Carries out a fix, and looks again. */
  async mend(fix: ServerFix): Promise<void> {
    await this.#do(() => this.#carryOut(fix));
  }

  /** Takes the example entry away again. */
  async undoExample(): Promise<void> {
    await this.#do(async () => {
      await bodyOf(await this.client.v1['example-entry'].$delete());
      return 'The example entry is gone again.';
    });
  }

  clear(): void {
    this.report.clear();
    this.#task.cancel();
    this.close();
  }

  async #do(wish: () => Promise<string>): Promise<void> {
    if (this.isMending) return;
    this.said = '';
    this.problem = '';
    const asked = await this.#task.run(async () => {
      try {
        return await wish();
      } finally {
        // What was mended is shown as mended before the next fix can be chosen.
        await this.refresh();
      }
    });
    if (asked.kind === 'answer') this.said = asked.value;
    if (asked.kind === 'failure') this.problem = failureWords(asked.failure).detail;
  }

  async #carryOut(fix: ServerFix): Promise<string> {
    if (fix.kind === 'settings') {
      await bodyOf(await this.client.v1.settings.$patch({ json: { ...fix.values } }));
      return 'Changed in the settings.';
    }
    switch (fix.route) {
      case 'refresh':
        await bodyOf(await this.client.v1.refresh.$post());
        return 'The vault was read again.';
      case 'example': {
        const { path } = await bodyOf(await this.client.v1['example-entry'].$post());
        return `Written: ${path}`;
      }
      case 'update-bridge':
        return (await bodyOf(await this.client.v1.bridge.$post())).sentence;
    }
  }

  async #look(signal: AbortSignal): Promise<WireDoctorReport> {
    const reply = await this.client.v1.doctor.$get({}, { init: { signal } });
    return bodyOf(reply);
  }

  async #examine(signal: AbortSignal): Promise<WireDoctorReport> {
    const reply = await this.client.v1.doctor.$post({}, { init: { signal } });
    return bodyOf(reply);
  }
}
