import { ItemView, type ViewStateResult, type WorkspaceLeaf } from 'obsidian';
import type { HostActions } from '../../../ui/host-actions';
import { readPanelTarget } from '../../../ui/panel-target';
import { panelRow, type PanelName, type PanelTarget } from '../../../ui/panels';
import type { HostSlot } from '../host-slot';
import type { MountedPanel } from './mounted-panel';
import { vaultText } from './vault-text';
import { viewTypeOf } from './view-type';

/** What every view needs of the plugin. */
export interface PanelViewParts {
  readonly slot: HostSlot;
  readonly actions: HostActions;
  /** The text that was tried last, in any view. */
  readonly triedText: () => string;
}

/** One panel in a leaf of the workspace. The panels themselves are evaluated when the first view opens. */
export class PanelView extends ItemView {
  readonly #panel: PanelName;
  readonly #parts: PanelViewParts;
  #target: PanelTarget;
  #mounted: MountedPanel | undefined;
  /** Counts openings and closings, so that an opening that was overtaken by a closing is dropped. */
  #life = 0;

  constructor(leaf: WorkspaceLeaf, panel: PanelName, parts: PanelViewParts) {
    super(leaf);
    this.#panel = panel;
    this.#parts = parts;
    this.#target = { panel };
    // A panel is a tool beside the notes: it takes no part in going back and forth between them.
    this.navigation = false;
  }

  override getViewType(): string {
    return viewTypeOf(this.#panel);
  }

  override getDisplayText(): string {
    return this.#panel === 'home' ? 'Lorehearth' : `Lorehearth ${panelRow(this.#panel).label.toLowerCase()}`;
  }

  override getIcon(): string {
    return this.#panel === 'home' ? 'flame' : panelRow(this.#panel).lucide;
  }

  /** The text that stands in the field of *Try text*, where this is that panel. */
  get triedText(): string {
    return this.#mounted?.triedText ?? '';
  }

  /** Shows what a link names. */
  show(target: PanelTarget): void {
    this.#target = target;
    this.#mounted?.show(target);
    this.app.workspace.requestSaveLayout();
  }

  override getState(): Record<string, unknown> {
    const { panel: _, ...place } = this.#mounted?.place ?? this.#target;
    return { ...super.getState(), ...place };
  }

  override async setState(state: unknown, result: ViewStateResult): Promise<void> {
    await super.setState(state, result);
    this.#target = readPanelTarget(this.#panel, state);
    this.#mounted?.show(this.#target);
  }

  protected override async onOpen(): Promise<void> {
    const life = ++this.#life;
    this.contentEl.addClass('lh-view');
    const { MountedPanel: Panel } = await import('./mounted-panel');
    if (life !== this.#life) return;
    this.#mounted = new Panel(
      {
        element: this.contentEl,
        panel: this.#panel,
        ...this.#parts,
        drafts: vaultText(this.app, 'lorehearth-librarian-drafts'),
        onPlace: () => this.app.workspace.requestSaveLayout(),
      },
      this.#target,
    );
    this.register(this.containerEl.onWindowMigrated(() => this.#mounted?.redraw()));
  }

  protected override async onClose(): Promise<void> {
    this.#life += 1;
    const place = this.#mounted?.place;
    this.#mounted?.close();
    this.#mounted = undefined;
    if (place !== undefined) this.#target = place;
    await super.onClose();
  }
}
