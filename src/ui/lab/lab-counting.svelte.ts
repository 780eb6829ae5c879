import type { LorehearthClient } from '../../server/client';
import { coverageEvents } from '../../server/contract/read-lab-events';
import type { WireCoverage, WireCoverageEvent } from '../../server/contract/wire-coverage';
import { ChatSources } from './chat-sources.svelte';
import { CoverageTable } from './coverage-table.svelte';
import { LabRun } from './lab-run.svelte';

type Progress = Extract<WireCoverageEvent, { kind: 'progress' }>;
type Done = Extract<WireCoverageEvent, { kind: 'done' }>;

/** What turns of many chats do with the entries. */
export class LabCounting {
  readonly sources: ChatSources;
  readonly run = new LabRun();
  readonly table = new CoverageTable();
  /** Whether turns count that were really played, and those of the lore tests. */
  kept = $state(false);
  tests = $state(false);
  progress = $state.raw<Progress>();
  done = $state.raw<Done>();

  constructor(private readonly client: LorehearthClient) {
    this.sources = new ChatSources(client);
  }

  get coverage(): WireCoverage | undefined {
    return this.done?.coverage;
  }

  get isNothingMeant(): boolean {
    return this.sources.count === 0 && !this.kept && !this.tests;
  }

  async start(): Promise<void> {
    this.progress = undefined;
    this.table.clear();
    const json = { ...this.sources.request, kept: this.kept, tests: this.tests };
    await this.run.start(
      (signal) => this.client.v1.lab.coverage.$post({ json }, { init: { signal } }),
      async (reply, signal) => {
        for await (const event of coverageEvents(reply, signal)) {
          if (signal.aborted) return undefined;
          if (event.kind === 'error') return event.message;
          if (event.kind === 'done') this.done = event;
          else this.progress = event;
        }
        return undefined;
      },
    );
  }

  clear(): void {
    this.run.clear();
    this.sources.clear();
    this.table.clear();
    this.progress = undefined;
    this.done = undefined;
  }
}
