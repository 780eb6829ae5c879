import type { LorehearthClient } from '../../server/client';
import { keysEvents } from '../../server/contract/read-lab-events';
import type { WireKeyFinding, WireKeysEvent } from '../../server/contract/wire-coverage';
import { bodyOf, type Failure } from '../failure';
import { MadeOnce } from '../proposals/made-once';
import { ProposalModel } from '../proposals/proposal-model.svelte';
import { SingleTask } from '../single-task.svelte';
import { ChatSources } from './chat-sources.svelte';
import { LabRun } from './lab-run.svelte';

type Progress = Extract<WireKeysEvent, { kind: 'progress' }>;
type Done = Extract<WireKeysEvent, { kind: 'done' }>;
export type KeyKind = WireKeyFinding['kind'];

/** Keys that are drawn at a time. */
const STEP = 100;

/** Keys that do less than they seem to, over many chats, and what mends them. */
export class LabKeys {
  readonly sources: ChatSources;
  readonly run = new LabRun();
  progress = $state.raw<Progress>();
  done = $state.raw<Done>();
  /** The only kind that is shown; undefined for all. */
  kind = $state<KeyKind>();
  text = $state('');
  #shown = $state(STEP);
  readonly #task = new SingleTask();
  readonly #proposals = new MadeOnce<ProposalModel>();
  /** The proposal that was made of each key. */
  #made = $state.raw<Readonly<Record<string, string>>>({});
  readonly #found = $derived.by(() => {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    return (this.done?.items ?? []).filter(
      ({ kind, key, entry }) =>
        (this.kind === undefined || kind === this.kind) &&
        words.every((word) => `${key}\n${entry.title}\n${entry.path}`.toLowerCase().includes(word)),
    );
  });

  constructor(private readonly client: LorehearthClient) {
    this.sources = new ChatSources(client);
  }

  /** Those that pass the filters. */
  get found(): readonly WireKeyFinding[] {
    return this.#found;
  }
  /** Those of them that are drawn. */
  get shown(): readonly WireKeyFinding[] {
    return this.#found.slice(0, this.#shown);
  }
  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last change that was to be proposed. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }

  count(kind: KeyKind): number {
    return (this.done?.items ?? []).filter((one) => one.kind === kind).length;
  }

  showMore(): void {
    this.#shown += STEP;
  }

  async start(): Promise<void> {
    this.progress = undefined;
    this.#shown = STEP;
    await this.run.start(
      (signal) => this.client.v1.lab.keys.$post({ json: this.sources.request }, { init: { signal } }),
      async (reply, signal) => {
        for await (const event of keysEvents(reply, signal)) {
          if (signal.aborted) return undefined;
          if (event.kind === 'error') return event.message;
          if (event.kind === 'progress') this.progress = event;
          else {
            this.done = event;
            this.#made = {};
          }
        }
        return undefined;
      },
    );
  }

  /** The proposal that mends a key, once it was asked for. */
  proposalOf(finding: WireKeyFinding): ProposalModel | undefined {
    const id = this.#made[nameOf(finding)];
    return id === undefined ? undefined : this.#proposals.of(id, () => new ProposalModel(this.client, id));
  }

  /** Proposes the change that mends a key. */
  async propose(finding: WireKeyFinding): Promise<void> {
    const { fix, entry } = finding;
    if (!fix) return;
    const patch = { kind: 'change' as const, path: entry.path, operations: fix.operations };
    const origin = { tool: 'health' as const };
    const asked = await this.#task.run(async (signal) =>
      bodyOf(await this.client.v1.proposals.$post({ json: { patch, origin } }, { init: { signal } })),
    );
    if (asked.kind === 'answer') this.#made = { ...this.#made, [nameOf(finding)]: asked.value.id };
  }

  clear(): void {
    this.run.clear();
    this.sources.clear();
    this.#task.cancel();
    this.#proposals.clear();
    this.#made = {};
    this.progress = undefined;
    this.done = undefined;
    this.kind = undefined;
    this.text = '';
  }
}

function nameOf({ entry, key, kind }: WireKeyFinding): string {
  return JSON.stringify([entry.id, kind, key]);
}
