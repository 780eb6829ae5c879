import type { PanelTarget } from './panels';

/** Something happened on the server, as its event stream tells it; `host-changed` is what only the host around knows. */
export interface PanelEvent {
  readonly kind: string;
  readonly data: unknown;
}

/** What the program around the panels asks of the model of each panel. */
export interface PanelModel {
  /** Opens what a link to the panel names. */
  show?(target: PanelTarget): void;
  /** What a link would have to name to come back to what is shown now. */
  readonly place?: Omit<PanelTarget, 'panel'>;
  /** Something happened; only told by hosts that follow the server's events, while the panel is shown. */
  followEvent?(event: PanelEvent): void;
  /** The index has changed: loads again what is shown of it, and nothing that was not loaded yet. */
  followIndex?(): void;
  /** The server answers again: loads again what is shown, and nothing that was not loaded yet. `followIndex` without it. */
  recover?(): void;
  /** Forgets everything that was loaded or typed. */
  clear(): void;
}
