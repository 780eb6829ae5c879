import type { LorehearthClient } from '../../server/client';
import { BrowseModel } from '../../ui/browse-model.svelte';
import { ChannelsModel } from '../../ui/channels-model.svelte';
import { HomeModel } from '../../ui/home-model.svelte';
import type { PanelTarget } from '../../ui/host-actions';
import { ImportModel } from '../../ui/import-model.svelte';
import { ProblemsModel } from '../../ui/problems-model.svelte';
import { TryTextModel } from '../../ui/try-text-model.svelte';
import type { PanelName } from './panel-name';

/** The panels of the page and which one is shown. */
export class ConsoleModel {
  readonly home: HomeModel;
  readonly browse: BrowseModel;
  readonly tryText: TryTextModel;
  readonly problems: ProblemsModel;
  readonly imports: ImportModel;
  readonly channels: ChannelsModel;
  panel = $state<PanelName>('home');
  /** What was just done, as a sentence; empty for nothing. */
  said = $state('');
  #seenMark = '';

  constructor(client: LorehearthClient) {
    this.home = new HomeModel(client);
    this.browse = new BrowseModel(client);
    this.tryText = new TryTextModel(client);
    this.problems = new ProblemsModel(client);
    this.imports = new ImportModel(client);
    this.channels = new ChannelsModel(client, {
      triedText: () => this.tryText.text,
      lastChat: () => this.home.status.value?.lastTurn?.chat,
    });
  }

  show(target: PanelTarget): void {
    this.panel = target.panel;
    if (target.panel !== 'browse') return;
    if (target.problems !== undefined) this.browse.withProblems = target.problems;
    if (target.entry !== undefined) void this.browse.select(target.entry);
  }

  /** Forgets everything that an earlier token showed. */
  clear(): void {
    this.home.clear();
    this.browse.clear();
    this.tryText.text = '';
    this.problems.report.clear();
    this.imports.clear();
    this.channels.clear();
    this.#seenMark = '';
  }

  /** Loads again what panels show of the index, when the mark says that it changed since the last call. */
  followIndex(mark: string): void {
    const isChanged = mark !== '' && this.#seenMark !== '' && mark !== this.#seenMark;
    this.#seenMark = mark;
    if (!isChanged) return;
    if (this.browse.pages.total !== undefined) void this.browse.refresh();
    if (this.problems.report.phase !== 'idle') void this.problems.refresh();
    void this.tryText.refresh();
  }
}
