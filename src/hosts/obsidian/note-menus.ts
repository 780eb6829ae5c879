import type { Menu, Plugin, TAbstractFile } from 'obsidian';
import { attempt } from './attempt';
import type { HostSlot } from './host-slot';
import { askLibrarian, decide, explainLastTurn, isDecided, type NoteActionParts } from './note-actions';
import { entryOfNote, type NoteEntry } from './note-entry';

/** Adds what can be done with a lore note to the menus of notes and of the editor. */
export function addNoteMenus(plugin: Plugin, slot: HostSlot, parts: NoteActionParts): void {
  const add = (menu: Menu, file: TAbstractFile | null): void => addItems(menu, file, slot, parts);
  const { workspace } = plugin.app;
  plugin.registerEvent(workspace.on('file-menu', (menu, file) => add(menu, file)));
  plugin.registerEvent(workspace.on('editor-menu', (menu, _editor, { file }) => add(menu, file)));
}

function addItems(menu: Menu, file: TAbstractFile | null, slot: HostSlot, parts: NoteActionParts): void {
  const known = entryOfNote(slot, file);
  if (known === undefined) return;
  const { host, entry } = known;
  const isPinned = isDecided(host, entry, 'pin');
  // Without a turn there is neither a chat nor anything to explain.
  if (isPinned !== undefined) addTurnItems(menu, known, isPinned, parts);
  menu.addItem((item) =>
    item
      .setTitle('Ask the Librarian about this entry')
      .setIcon('message-square-text')
      .setSection('lorehearth')
      .onClick(() => askLibrarian(entry, parts)),
  );
}

function addTurnItems(menu: Menu, { host, entry }: NoteEntry, isPinned: boolean, parts: NoteActionParts): void {
  menu.addItem((item) =>
    item
      .setTitle('Why not in the last turn?')
      .setIcon('circle-help')
      .setSection('lorehearth')
      .onClick(() => explainLastTurn(host, entry, parts)),
  );
  menu.addItem((item) =>
    item
      .setTitle('Pin in this chat')
      .setIcon('pin')
      .setSection('lorehearth')
      .setChecked(isPinned)
      .onClick(() => void attempt(() => decide(host, entry, 'pin', parts), parts.notices)),
  );
}
