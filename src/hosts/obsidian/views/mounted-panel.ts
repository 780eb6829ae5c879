import { mount, unmount } from 'svelte';
import type { Stop } from '../../../core/ports/note-source';
import { wireEvent } from '../../../server/events/wire-event';
import type { HostActions } from '../../../ui/host-actions';
import type { TextPlace } from '../../../ui/librarian/kept-drafts';
import type { PanelEvent } from '../../../ui/panel-model';
import { PanelModels } from '../../../ui/panel-models.svelte';
import type { PanelName, PanelTarget } from '../../../ui/panels';
import { followEngine } from '../follow-engine';
import type { Host } from '../host';
import type { HostSlot } from '../host-slot';
import PanelRoot from './PanelRoot.svelte';

/** What a panel in a view is made of. */
export interface MountedPanelParts {
  /** Holds the panel and nothing else. */
  readonly element: HTMLElement;
  readonly panel: PanelName;
  readonly slot: HostSlot;
  readonly actions: HostActions;
  /** The text that was tried last, in any view. */
  readonly triedText: () => string;
  /** Where messages to the Librarian are kept that were not sent yet. */
  readonly drafts: TextPlace;
  /** What the panel shows has changed in a way that is kept with the workspace. */
  readonly onPlace: () => void;
}

/** News of one kind that come in a burst are told once, after so many milliseconds. */
const GATHER = 200;

/** A panel in an element of the app, from the moment that there is a host. */
export class MountedPanel {
  readonly #stops: readonly Stop[];
  readonly #news = new Map<string, PanelEvent>();
  #host: Host | undefined;
  #models: PanelModels | undefined;
  #target: PanelTarget;
  #component: ReturnType<typeof mount> | undefined;
  #timer: number | undefined;

  constructor(
    private readonly parts: MountedPanelParts,
    target: PanelTarget,
  ) {
    this.#target = target;
    const follow = (): void => {
      if (parts.slot.host !== this.#host) this.#take(parts.slot.host);
      else this.#tell({ kind: 'host-changed', data: {} });
    };
    this.#stops = [
      parts.slot.onChange(follow),
      followEngine(parts.slot, (event) => {
        this.#tell(wireEvent(event));
      }),
    ];
    this.#take(parts.slot.host);
  }

  /** What a link would have to name to come back to what is shown now. */
  get place(): PanelTarget {
    return this.#models?.placeOf(this.parts.panel) ?? this.#target;
  }

  /** The text that stands in the field of *Try text*, where this is that panel. */
  get triedText(): string {
    return this.#models?.of.lab.text.text ?? '';
  }

  show(target: PanelTarget): void {
    this.#target = target;
    this.#models?.show(target);
  }

  /** Draws the panel anew, with what it knows: its element is in another window now. */
  redraw(): void {
    this.#erase();
    this.#draw();
  }

  close(): void {
    for (const stop of this.#stops) stop();
    window.clearTimeout(this.#timer);
    this.#erase();
    this.#models?.clear();
    this.#models = undefined;
  }

  /** A new host knows nothing of what the old one answered. */
  #take(host: Host | undefined): void {
    this.#erase();
    this.#models?.clear();
    this.#host = host;
    this.#models = host && this.#modelsFor(host);
    this.#models?.show(this.#target);
    this.#draw();
  }

  #modelsFor(host: Host): PanelModels {
    return new PanelModels(host.client, {
      triedText: this.parts.triedText,
      drafts: this.parts.drafts,
      lastChat: () => host.engine.status().lastTurn?.chat,
    });
  }

  #draw(): void {
    const { element, panel, actions, onPlace } = this.parts;
    if (this.#models === undefined) {
      element.createDiv({ cls: 'lh-view-wait', text: 'Lorehearth starts.', attr: { role: 'status' } });
      return;
    }
    const props = { panel, models: this.#models, host: actions, onplace: onPlace };
    this.#component = mount(PanelRoot, { target: element, props });
  }

  #erase(): void {
    if (this.#component !== undefined) void unmount(this.#component);
    this.#component = undefined;
    this.parts.element.empty();
  }

  #tell(event: PanelEvent): void {
    if (this.#models === undefined) return;
    this.#news.set(event.kind, event);
    this.#timer ??= window.setTimeout(() => {
      this.#timer = undefined;
      const news = [...this.#news.values()];
      this.#news.clear();
      for (const one of news) this.#models?.follow(this.parts.panel, one);
    }, GATHER);
  }
}
