/** A line in a note, by its path in the vault. */
export interface NotePlace {
  /** Path inside the vault, with `/`. */
  readonly path: string;
  /** First line is 1; absent for the whole note. */
  readonly line?: number;
}

/** Where a panel may send the user. */
export type PanelTarget =
  | { readonly panel: 'home' }
  | { readonly panel: 'try' }
  /** `entry` is a public id; `problems` lists only entries that have some. */
  | { readonly panel: 'browse'; readonly entry?: string; readonly problems?: boolean }
  | { readonly panel: 'problems' }
  | { readonly panel: 'import' }
  | { readonly panel: 'ai' };

/** What only the program around the panels can do. Each host hands its own to every panel. */
export interface HostActions {
  /** What `openNote` does here, as the label of a button, e.g. “Open note”. */
  readonly openNoteLabel: string;
  /** Brings the user to a place in a note, or as near as the host can. */
  openNote(place: NotePlace): void;
  /** Puts a text on the clipboard and tells the user so; `what` names it in that sentence, e.g. “Path”. */
  copyText(text: string, what: string): void;
  /** Shows another panel. */
  show(target: PanelTarget): void;
}
