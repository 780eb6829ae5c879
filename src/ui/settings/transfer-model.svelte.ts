import type { LorehearthClient } from '../../server/client';
import { ask } from '../ask';
import { bodyOf, failureWords } from '../failure';
import { readSettingsFile } from './settings-file';

/** The largest file that is read, in bytes. */
const LARGEST_FILE = 1_000_000;

/** What a file of settings would do. */
export interface SettingsPlan {
  readonly file: string;
  /** Values that differ from those that hold. */
  readonly changes: Readonly<Record<string, unknown>>;
  readonly unknown: readonly string[];
  /** A newer version of Lorehearth wrote the file. */
  readonly isNewer: boolean;
  readonly problems: readonly { readonly name: string; readonly message: string }[];
}

/** Settings that were taken from a file, and what held before. */
interface TakenOver {
  readonly file: string;
  readonly before: Readonly<Record<string, unknown>>;
}

type Change = (values: Readonly<Record<string, unknown>>) => Promise<Readonly<Record<string, string>> | undefined>;

/** Takes settings from a file: a look at what would change comes first, and it can be taken back. */
export class TransferModel {
  plan = $state.raw<SettingsPlan>();
  /** Why a file could not be used, or a change not be made. */
  problem = $state('');
  taken = $state.raw<TakenOver>();
  isBusy = $state(false);

  constructor(
    private readonly client: LorehearthClient,
    private readonly change: Change,
  ) {}

  /** Reads a file and asks what it would change. */
  async open(file: File): Promise<void> {
    this.clear();
    if (file.size > LARGEST_FILE) {
      this.problem = `${file.name} is too large for a file of settings.`;
      return;
    }
    const reading = readSettingsFile(await file.text());
    if (reading.kind === 'refused') {
      this.problem = `${file.name}: ${reading.sentence}`;
      return;
    }
    const asked = await ask(async (signal) => {
      const reply = await this.client.v1.settings.check.$post({ json: { ...reading.settings } }, { init: { signal } });
      return bodyOf(reply);
    }, new AbortController().signal);
    if (asked.kind === 'answer') this.plan = { file: file.name, isNewer: reading.isNewer, ...asked.value };
    else if (asked.kind === 'failure') this.problem = failureWords(asked.failure).detail;
  }

  /** Makes the changes of the plan. `values` are the settings that hold now. */
  async apply(values: Readonly<Record<string, unknown>>): Promise<void> {
    const { plan } = this;
    if (plan === undefined) return;
    const before = Object.fromEntries(Object.keys(plan.changes).map((name) => [name, values[name]]));
    if (!(await this.#make(plan.changes))) return;
    this.plan = undefined;
    this.taken = { file: plan.file, before };
  }

  /** Brings back what held before. */
  async undo(): Promise<void> {
    if (this.taken !== undefined && (await this.#make(this.taken.before))) this.taken = undefined;
  }

  clear(): void {
    this.plan = undefined;
    this.taken = undefined;
    this.problem = '';
  }

  async #make(values: Readonly<Record<string, unknown>>): Promise<boolean> {
    this.isBusy = true;
    const problems = await this.change(values);
    this.isBusy = false;
    this.problem = problems === undefined ? '' : Object.values(problems).join(' ');
    return problems === undefined;
  }
}
