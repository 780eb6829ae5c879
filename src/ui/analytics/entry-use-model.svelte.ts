import type { LorehearthClient } from '../../server/client';
import type { WireEntryUse, WireUseCourse } from '../../server/contract/wire-analytics';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

/** The use of one entry. */
export interface OneUse {
  readonly use: WireEntryUse;
  /** Turns that were counted. */
  readonly turns: number;
  readonly course: WireUseCourse;
}

/** How the entry that is looked at is used. */
export class EntryUseModel {
  readonly loaded = new Loaded<OneUse | 'unknown'>();

  constructor(private readonly client: LorehearthClient) {}

  async load(entry: string): Promise<void> {
    await this.loaded.load(async (signal) => {
      const init = { init: { signal } };
      const [page, course] = await Promise.all([
        this.client.v1.analytics.$get({ query: { entry, limit: '1' } }, init).then(bodyOf),
        this.client.v1.analytics.course.$get({ query: { entry } }, init).then(bodyOf),
      ]);
      const [use] = page.items;
      return use === undefined ? 'unknown' : { use, turns: page.turns.turns, course };
    });
  }

  clear(): void {
    this.loaded.clear();
  }
}
