import { MarkdownView, type App, type Editor } from 'obsidian';
import { splitMounted } from '../../../core/base/mounted-path';
import type { HostActions, NotePlace } from '../../../ui/host-actions';
import type { PanelTarget } from '../../../ui/panels';
import type { CalmNotices } from '../calm-notices';
import { canPickFolder, pickFolder } from '../pick-folder';

/** What the actions need of the plugin. */
export interface ObsidianActionParts {
  readonly app: App;
  readonly notices: CalmNotices;
  readonly show: (target: PanelTarget) => void;
  /** Opens the dialog that copies the extension into SillyTavern. */
  readonly connect: () => void;
}

/** What panels can do in the app. */
export function obsidianActions({ app, notices, show, connect }: ObsidianActionParts): HostActions {
  return {
    isInside: true,
    installBridge: connect,
    openNoteLabel: 'Open note',
    openNote: (place) => {
      openNote(app, place).then(
        (isThere) => {
          if (!isThere) notices.say('open-note', whyNotThere(place.path));
        },
        () => notices.say('open-note', `The note “${place.path}” could not be opened.`),
      );
    },
    copyText: (text, what) => {
      activeWindow.navigator.clipboard.writeText(text).then(
        () => notices.say('copy', `${what} copied.`),
        () => notices.say('copy', `${what} could not be copied.`),
      );
    },
    ...(canPickFolder(window) && { pickFolder: (title: string) => pickFolder(window, title) }),
    show,
  };
}

function whyNotThere(path: string): string {
  const { vault, inner } = splitMounted(path);
  if (vault === '') return `There is no note “${path}” any more.`;
  return `“${inner}” is in another vault. Open that vault to see the note.`;
}

/** Opens a note in the main area; answers whether there is one. */
async function openNote(app: App, { path, line, words }: NotePlace): Promise<boolean> {
  const file = app.vault.getFileByPath(path);
  if (file === null) return false;
  const leaf = app.workspace.getLeaf(false);
  // The app scrolls to the line of an ephemeral state and lights it up, in reading view too.
  await leaf.openFile(file, { active: true, ...(line !== undefined && { eState: { line: line - 1 } }) });
  await app.workspace.revealLeaf(leaf);
  const { view } = leaf;
  if (view instanceof MarkdownView && view.getMode() === 'source') placeCursor(view.editor, line, words);
  return true;
}

/** Selects the words where they stand first from the line on, else puts the cursor on the line. */
function placeCursor(editor: Editor, line: number | undefined, words: string | undefined): void {
  const from = editor.posToOffset({ line: Math.min((line ?? 1) - 1, editor.lastLine()), ch: 0 });
  const at =
    words === undefined || words === '' ? -1 : editor.getValue().toLowerCase().indexOf(words.toLowerCase(), from);
  if (at < 0 && line === undefined) return;
  const start = editor.offsetToPos(at < 0 ? from : at);
  const end = at < 0 ? start : editor.offsetToPos(at + (words?.length ?? 0));
  editor.setSelection(start, end);
  editor.scrollIntoView({ from: start, to: end }, true);
}
