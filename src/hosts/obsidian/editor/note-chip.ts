import type { Plugin, TFile } from 'obsidian';
import type { PanelTarget } from '../../../ui/panels';
import type { HostSlot } from '../host-slot';
import { whyTarget } from '../note-actions';
import { makePressable } from '../pressable';
import { chipWords } from './chip-words';
import type { NoteProblems } from './note-problems';

/** What the chip needs of the plugin. */
export interface NoteChipParts {
  readonly slot: HostSlot;
  readonly problems: NoteProblems;
  readonly show: (target: PanelTarget) => void;
}

/** How often the chip is written anew at most, in milliseconds. */
const PACE = 200;

/** A chip in the status bar that says what wakes the lore note that is open; without such a note it is not there. */
export class NoteChip {
  readonly #item: HTMLElement;
  #timer: number | undefined;

  constructor(
    private readonly plugin: Plugin,
    private readonly parts: NoteChipParts,
  ) {
    const { workspace } = plugin.app;
    this.#item = plugin.addStatusBarItem();
    this.#item.addClass('mod-clickable', 'lh-status', 'lh-note-chip');
    makePressable(this.#item, plugin, () => this.#press());
    plugin.registerEvent(workspace.on('file-open', () => this.refresh()));
    plugin.register(() => window.clearTimeout(this.#timer));
    this.#write();
  }

  /** Writes the chip anew soon. */
  refresh(): void {
    this.#timer ??= window.setTimeout(() => {
      this.#timer = undefined;
      this.#write();
    }, PACE);
  }

  #write(): void {
    const file = this.plugin.app.workspace.getActiveFile();
    const words = file === null ? undefined : this.#wordsFor(file);
    this.#item.toggleClass('is-away', words === undefined);
    this.#item.setText(words?.text ?? '');
    this.#item.setAttribute('aria-label', words?.label ?? '');
    this.#item.setAttribute('data-tooltip-position', 'top');
  }

  #wordsFor(file: TFile): ReturnType<typeof chipWords> | undefined {
    const { slot, problems } = this.parts;
    const engine = slot.host?.engine;
    const entry = engine?.entryByPath(file.path);
    const found = problems.of(file.path);
    const isUnreadable = entry === undefined && found.some(({ severity }) => severity === 'error');
    if (engine === undefined || (entry === undefined && !isUnreadable)) return undefined;
    return chipWords({ entry, problems: found, tokens: engine.countTokens(entry?.text ?? '') });
  }

  #press(): void {
    const { slot, show } = this.parts;
    const file = this.plugin.app.workspace.getActiveFile();
    const engine = slot.host?.engine;
    const entry = file === null ? undefined : engine?.entryByPath(file.path);
    if (entry === undefined) show({ panel: 'health' });
    else show(whyTarget(entry.id, engine?.status().lastTurn?.id));
  }
}
