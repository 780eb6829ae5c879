import type { LorehearthClient } from '../../server/client';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { TryTextModel } from '../try-text-model.svelte';
import { LabPlay } from './lab-play.svelte';
import { LabTests } from './lab-tests.svelte';

/** What the lab shows: a text, a chat that is played again, or tests. */
export type LabView = 'text' | 'chat' | 'tests';

/** A text, a chat and tests, tried against the lore. */
export class LabModel {
  readonly text: TryTextModel;
  readonly play: LabPlay;
  readonly tests: LabTests;
  view = $state<LabView>('text');

  constructor(client: LorehearthClient) {
    this.text = new TryTextModel(client);
    this.play = new LabPlay(client);
    this.tests = new LabTests(client);
  }

  /** `tests` or `chat` opens that view. */
  show({ search }: PanelTarget): void {
    if (search === 'tests' || search === 'chat') this.view = search;
  }

  followIndex(): void {
    this.text.followIndex();
  }

  /** Tests that ran by themselves are shown as they went, where tests were looked at. */
  followEvent({ kind }: PanelEvent): void {
    if (kind === 'lore-tests-finished' && this.tests.run.phase !== 'idle') void this.tests.start();
  }

  clear(): void {
    this.text.clear();
    this.play.clear();
    this.tests.clear();
    this.view = 'text';
  }
}
