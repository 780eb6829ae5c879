import type { LorehearthClient } from '../../server/client';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { TryTextModel } from '../try-text-model.svelte';
import { LabCounting } from './lab-counting.svelte';
import { LabKeys } from './lab-keys.svelte';
import { LabPlay } from './lab-play.svelte';
import { LabReplay } from './lab-replay.svelte';
import { LabTests } from './lab-tests.svelte';

/** What the lab shows, in the order of its tabs. */
export const labViews = [
  { name: 'text', label: 'Text' },
  { name: 'chat', label: 'Chat' },
  { name: 'replay', label: 'Replay' },
  { name: 'coverage', label: 'Coverage' },
  { name: 'keys', label: 'Keys' },
  { name: 'tests', label: 'Tests' },
] as const;
export type LabView = (typeof labViews)[number]['name'];

/** Texts, chats, kept turns and tests, tried against the lore. */
export class LabModel {
  readonly text: TryTextModel;
  readonly play: LabPlay;
  readonly replay: LabReplay;
  readonly counting: LabCounting;
  readonly keys: LabKeys;
  readonly tests: LabTests;
  view = $state<LabView>('text');

  constructor(client: LorehearthClient) {
    this.text = new TryTextModel(client);
    this.play = new LabPlay(client);
    this.replay = new LabReplay(client);
    this.counting = new LabCounting(client);
    this.keys = new LabKeys(client);
    this.tests = new LabTests(client);
  }

  /** The name of a view opens it; `replay` with a generation plays that turn again. */
  show({ search, generation }: PanelTarget): void {
    const view = labViews.find(({ name }) => name === search)?.name;
    if (view !== undefined) this.view = view;
    // Before the panel is seen nothing is asked: there may be no token yet.
    if (view === 'replay') this.replay.wanted = generation;
  }

  followIndex(): void {
    this.text.followIndex();
    this.replay.followIndex();
  }

  /** Tests that ran by themselves are shown as they went, where tests were looked at. */
  followEvent({ kind, data }: PanelEvent): void {
    if (kind === 'lore-tests-finished' && isByThemselves(data)) void this.tests.followRun();
  }

  clear(): void {
    this.text.clear();
    this.play.clear();
    this.replay.clear();
    this.counting.clear();
    this.keys.clear();
    this.tests.clear();
    this.view = 'text';
  }
}

function isByThemselves(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Reflect.get(data, 'byThemselves') === true;
}
