import type { HostActions, NotePlace } from '../../ui/host-actions';
import type { PanelTarget } from '../../ui/panels';

/** What the page lends to its host actions. */
export interface ConsolePage {
  readonly writeClipboard: (text: string) => Promise<void>;
  /** Shows a sentence for a short while. */
  readonly say: (sentence: string) => void;
  readonly show: (target: PanelTarget) => void;
}

/** A web page cannot open a note: it copies the note's path instead. */
export function consoleHost({ writeClipboard, say, show }: ConsolePage): HostActions {
  const copyText = (text: string, what: string): void => {
    writeClipboard(text).then(
      () => say(`${what} copied`),
      () => say('The browser does not let this page copy'),
    );
  };
  return {
    openNoteLabel: 'Copy path',
    openNote: ({ path, line }: NotePlace) => copyText(line === undefined ? path : `${path}:${String(line)}`, 'Path'),
    copyText,
    show,
  };
}
