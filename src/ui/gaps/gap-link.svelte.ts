import type { LorehearthClient } from '../../server/client';
import type { WireGap } from '../../server/contract/wire-gaps';
import type { WireEntry } from '../../server/contract/wire-lore';
import { bodyOf, type Failure } from '../failure';
import { ProposalModel } from '../proposals/proposal-model.svelte';
import { SingleTask } from '../single-task.svelte';
import { EntrySearch } from '../why/entry-search.svelte';

/** How an entry gets to know a name. */
export type LinkAs = 'keys' | 'aliases';

/** Links a gap to an entry: its title becomes a key or an alias there, as a proposal with its diff. */
export class GapLink {
  readonly search: EntrySearch;
  /** The entry that is meant; undefined until one is chosen. */
  entry = $state.raw<Pick<WireEntry, 'title' | 'path'>>();
  as = $state<LinkAs>('keys');
  /** The form of the name. */
  name = $state('');
  proposal = $state.raw<ProposalModel>();
  readonly #task = new SingleTask();

  constructor(
    private readonly client: LorehearthClient,
    readonly gap: WireGap,
    private readonly onchanged: () => void,
  ) {
    this.search = new EntrySearch(client);
    this.entry = gap.entry;
    this.name = gap.title;
  }

  /** Whether something that the user did is under way. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last thing that the user did. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }

  get names(): readonly string[] {
    return [this.gap.title, ...this.gap.otherTitles];
  }

  /** Proposes the change; where the settings let it, it is made at once. */
  async propose(): Promise<void> {
    const { entry, as, name, gap } = this;
    if (entry === undefined) return;
    const asked = await this.#task.run(async () => {
      const patch = {
        kind: 'change' as const,
        path: entry.path,
        operations: [{ kind: 'add-items' as const, name: as, items: [name] }],
      };
      const origin = { tool: 'gaps' as const, gap: gap.id, ...(gap.chat !== undefined && { chat: gap.chat }) };
      return bodyOf(await this.client.v1.proposals.$post({ json: { patch, origin } }));
    });
    if (asked.kind !== 'answer') return;
    this.proposal = new ProposalModel(this.client, asked.value.id, asked.value, this.onchanged);
    this.onchanged();
  }
}
