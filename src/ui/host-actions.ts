import type { PanelTarget } from './panels';

/** A line in a note, by its path in the vault. */
export interface NotePlace {
  /** Path inside the vault, with `/`. */
  readonly path: string;
  /** First line is 1; absent for the whole note. */
  readonly line?: number;
  /** Words to look for from that line on, e.g. the key that matched. */
  readonly words?: string;
}

/** What only the program around the panels can do. Each host hands its own to every panel. */
export interface HostActions {
  /** Whether the server runs in the same program as the panels, so that requests to it have no limit. */
  readonly isInside?: boolean;
  /** What `openNote` does here, as the label of a button, e.g. “Open note”. */
  readonly openNoteLabel: string;
  /** Brings the user to a place in a note, or as near as the host can. */
  openNote(place: NotePlace): void;
  /** Lets the user pick a folder of the computer; `undefined` when none was picked. Absent where the host cannot. */
  pickFolder?(title: string): Promise<string | undefined>;
  /** Lets the user copy the extension into SillyTavern. Absent where the host cannot. */
  installBridge?(): void;
  /** Puts a text on the clipboard and tells the user so; `what` names it in that sentence, e.g. “Path”. */
  copyText(text: string, what: string): void;
  /** Shows another panel. */
  show(target: PanelTarget): void;
}
