import type { LorehearthClient } from '../../server/client';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { ImportRun, UndoReport } from './import-types';

/** How undoing an import ended. */
type UndoOutcome =
  | { readonly kind: 'undone'; readonly id: string; readonly report: UndoReport }
  | { readonly kind: 'failed'; readonly id: string; readonly failure: Failure };

/** The imports that were made, and taking them back. */
export class ImportHistory {
  readonly runs = new Loaded<readonly ImportRun[]>();
  /** Of the last undoing. */
  outcome = $state.raw<UndoOutcome>();
  /** Id of the import that is being undone. */
  undoing = $state<string>();

  /** @param onUndone Something was taken back: other lists may be out of date. */
  constructor(
    private readonly client: LorehearthClient,
    private readonly onUndone: () => Promise<void>,
  ) {}

  async refresh(): Promise<void> {
    await this.runs.load(async (signal) => {
      const reply = await this.client.v1.imports.$get({}, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
  }

  /** Whether an import was undone, as far as the list says. */
  isUndone(id: string): boolean {
    return this.runs.value?.some((run) => run.id === id && run.state === 'undone') ?? false;
  }

  /** Takes an import back. Only one at a time. */
  async undo(id: string): Promise<void> {
    if (this.undoing !== undefined) return;
    this.undoing = id;
    this.outcome = undefined;
    const asked = await ask(async () => {
      const reply = await this.client.v1.imports[':id'].undo.$post({ param: { id } });
      return bodyOf(reply);
    }, new AbortController().signal);
    this.undoing = undefined;
    if (asked.kind === 'answer') this.outcome = { kind: 'undone', id, report: asked.value };
    else if (asked.kind === 'failure') this.outcome = { kind: 'failed', id, failure: asked.failure };
    await Promise.all([this.refresh(), this.onUndone()]);
  }

  clear(): void {
    this.runs.clear();
    this.outcome = undefined;
  }
}
