import type { LorehearthClient } from '../server/client';
import { AnalyticsModel } from './analytics/analytics-model.svelte';
import { BrowseModel } from './browse-model.svelte';
import { ChannelsModel } from './channels-model.svelte';
import { HealthModel } from './health/health-model.svelte';
import { GapsModel } from './gaps/gaps-model.svelte';
import { GrowModel } from './grow/grow-model.svelte';
import { GraphModel } from './graph/graph-model.svelte';
import { HomeModel } from './home-model.svelte';
import { ImportModel } from './import-model.svelte';
import { KeptDrafts, type TextPlace } from './librarian/kept-drafts';
import { LibrarianModel } from './librarian/librarian-model.svelte';
import { LabModel } from './lab/lab-model.svelte';
import type { PanelEvent, PanelModel } from './panel-model';
import type { PanelName, PanelTarget } from './panels';
import { ChangesModel } from './proposals/changes-model.svelte';
import { ScribeModel } from './scribe/scribe-model.svelte';
import { SettingsModel } from './settings/settings-model.svelte';
import { VaultsModel } from './vaults/vaults-model.svelte';
import { WhyModel } from './why/why-model.svelte';

/** What a panel may know of others. A host that shows them one by one tells it itself. */
export interface Neighbours {
  /** The text that is being tried; empty for none. */
  readonly triedText?: () => string;
  /** Id of the chat of the last turn. */
  readonly lastChat?: () => string | undefined;
  /** Where messages to the Librarian are kept that were not sent yet; without it they go with the page. */
  readonly drafts?: TextPlace;
}

function createModels(client: LorehearthClient, neighbours: Neighbours) {
  const home = new HomeModel(client);
  const lab = new LabModel(client);
  return {
    home,
    why: new WhyModel(client),
    lab,
    browse: new BrowseModel(client),
    analytics: new AnalyticsModel(client),
    graph: new GraphModel(client, neighbours.lastChat ?? (() => home.status.value?.lastTurn?.chat)),
    health: new HealthModel(client),
    librarian: new LibrarianModel(client, new KeptDrafts(neighbours.drafts)),
    gaps: new GapsModel(client),
    scribe: new ScribeModel(client),
    grow: new GrowModel(client),
    changes: new ChangesModel(client),
    import: new ImportModel(client),
    vaults: new VaultsModel(client),
    settings: new SettingsModel(client),
    ai: new ChannelsModel(client, {
      triedText: neighbours.triedText ?? (() => lab.text.text),
      lastChat: neighbours.lastChat ?? (() => home.status.value?.lastTurn?.chat),
    }),
  } satisfies Record<PanelName, PanelModel>;
}

/** The models of all panels, by the panel's name. Making them asks nothing of the server. */
export class PanelModels {
  readonly of: ReturnType<typeof createModels>;
  readonly #all: readonly PanelModel[];
  #seenMark = '';

  constructor(client: LorehearthClient, neighbours: Neighbours = {}) {
    this.of = createModels(client, neighbours);
    this.#all = Object.values(this.of);
  }

  /** Opens what a link names, in the model of its panel. */
  show(target: PanelTarget): void {
    const model: PanelModel = this.of[target.panel];
    model.show?.(target);
  }

  /** What a link would have to name to come back to what a panel shows now. */
  placeOf(panel: PanelName): PanelTarget {
    const model: PanelModel = this.of[panel];
    return { ...model.place, panel };
  }

  /** Passes on to a panel that is shown what happened on the server. */
  follow(panel: PanelName, event: PanelEvent): void {
    const model: PanelModel = this.of[panel];
    if (event.kind === 'index-changed') model.followIndex?.();
    model.followEvent?.(event);
  }

  /** The server was away and answers again: what panels show is loaded again. */
  recover(): void {
    for (const model of this.#all) {
      if (model.recover) model.recover();
      else model.followIndex?.();
    }
  }

  /** Forgets everything that an earlier token showed. */
  clear(): void {
    for (const model of this.#all) model.clear();
    this.#seenMark = '';
  }

  /** Loads again what panels show of the index, when the mark says that it changed since the last call. */
  followIndex(mark: string): void {
    const isChanged = mark !== '' && this.#seenMark !== '' && mark !== this.#seenMark;
    this.#seenMark = mark;
    if (isChanged) for (const model of this.#all) model.followIndex?.();
  }
}
