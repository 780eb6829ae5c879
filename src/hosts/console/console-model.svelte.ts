import type { LorehearthClient } from '../../server/client';
import type { TextPlace } from '../../ui/librarian/kept-drafts';
import { PanelModels } from '../../ui/panel-models.svelte';
import type { PanelName, PanelTarget } from '../../ui/panels';

/** The panels of the page and which one is shown. */
export class ConsoleModel {
  readonly panels: PanelModels;
  panel = $state<PanelName>('home');
  /** What was just done, as a sentence; empty for nothing. */
  said = $state('');

  constructor(
    readonly client: LorehearthClient,
    /** Where messages are kept that were not sent yet. */
    private readonly drafts: TextPlace,
  ) {
    this.panels = new PanelModels(client, { drafts });
  }

  /** The user leaves this browser: nothing of his stays in it. */
  forget(): void {
    this.drafts.write(undefined);
  }

  show(target: PanelTarget): void {
    this.panel = target.panel;
    this.panels.show(target);
  }
}
