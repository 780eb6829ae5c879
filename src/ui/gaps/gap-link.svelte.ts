import type { LorehearthClient } from '../../server/client';
import type { WireGap } from '../../server/contract/wire-gaps';
import type { WireEntry } from '../../server/contract/wire-lore';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { ProposalModel } from '../proposals/proposal-model.svelte';
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
  failure = $state.raw<Failure>();
  isWorking = $state(false);

  constructor(
    private readonly client: LorehearthClient,
    readonly gap: WireGap,
    private readonly onchanged: () => void,
  ) {
    this.search = new EntrySearch(client);
    this.entry = gap.entry;
    this.name = gap.title;
  }

  get names(): readonly string[] {
    return [this.gap.title, ...this.gap.otherTitles];
  }

  /** Proposes the change; where the settings let it, it is made at once. */
  async propose(): Promise<void> {
    const { entry, as, name, gap } = this;
    if (entry === undefined || this.isWorking) return;
    this.isWorking = true;
    this.failure = undefined;
    const asked = await ask(async () => {
      const patch = {
        kind: 'change' as const,
        path: entry.path,
        operations: [{ kind: 'add-items' as const, name: as, items: [name] }],
      };
      const origin = { tool: 'gaps' as const, gap: gap.id, ...(gap.chat !== undefined && { chat: gap.chat }) };
      return bodyOf(await this.client.v1.proposals.$post({ json: { patch, origin } }));
    }, new AbortController().signal);
    this.isWorking = false;
    if (asked.kind === 'failure') this.failure = asked.failure;
    if (asked.kind !== 'answer') return;
    this.proposal = new ProposalModel(this.client, asked.value.id, asked.value, this.onchanged);
    this.onchanged();
  }
}
