import type { LorehearthClient } from '../../server/client';
import type { WireIndexReport } from '../../server/contract/wire-vaults';
import { ask } from '../ask';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

/** Reports of which the panel tells. */
const MOST = 50;

/** What changed in the index since the host started, the newest first. */
export class IndexReports {
  readonly loaded = new Loaded<readonly WireIndexReport[]>();
  /** Path of an entry that a link named and that is not there any more. */
  gone = $state('');

  constructor(private readonly client: LorehearthClient) {}

  async refresh(): Promise<void> {
    await this.loaded.load(async (signal) => {
      const query = { limit: String(MOST) };
      return (await bodyOf(await this.client.v1['index-reports'].$get({ query }, { init: { signal } }))).items;
    });
  }

  /** Public id of the entry that has a path now; undefined when there is none, or nobody answers. */
  async entryAt(path: string): Promise<string | undefined> {
    const query = { name: path };
    const asked = await ask(
      async (signal) => bodyOf(await this.client.v1['entry-names'].$get({ query }, { init: { signal } })),
      new AbortController().signal,
    );
    const names = asked.kind === 'answer' ? asked.value.items : [];
    const id = (names.find((one) => one.path === path) ?? names[0])?.id;
    this.gone = id === undefined && asked.kind === 'answer' ? path : '';
    return id;
  }

  clear(): void {
    this.loaded.clear();
    this.gone = '';
  }
}
