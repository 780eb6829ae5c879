import type { LorehearthClient } from '../../server/client';
import { PanelModels } from '../../ui/panel-models.svelte';
import type { PanelName, PanelTarget } from '../../ui/panels';

/** The panels of the page and which one is shown. */
export class ConsoleModel {
  readonly panels: PanelModels;
  panel = $state<PanelName>('home');
  /** What was just done, as a sentence; empty for nothing. */
  said = $state('');

  constructor(readonly client: LorehearthClient) {
    this.panels = new PanelModels(client);
  }

  show(target: PanelTarget): void {
    this.panel = target.panel;
    this.panels.show(target);
  }
}
