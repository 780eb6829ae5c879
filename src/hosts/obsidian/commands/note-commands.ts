import type { Plugin } from 'obsidian';
import { attempt } from '../attempt';
import type { HostSlot } from '../host-slot';
import { askLibrarian, decide, explainLastTurn, testAgainstLastTurn, type NoteActionParts } from '../note-actions';
import { entryOfNote, type NoteEntry } from '../note-entry';
import { insertProperties } from './insert-properties';

/** Registers the commands for the lore note that is open. */
export function addNoteCommands(plugin: Plugin, slot: HostSlot, parts: NoteActionParts): void {
  const { app } = plugin;
  const add = (id: string, name: string, act: (note: NoteEntry) => void | Promise<void>): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (isOnlyAsking) => {
        const note = entryOfNote(slot, app.workspace.getActiveFile());
        if (note === undefined) return false;
        if (!isOnlyAsking) void attempt(() => act(note), parts.notices);
        return true;
      },
    });
  };
  add('why-not', 'Why not this note in the last turn', ({ host, entry }) => explainLastTurn(host, entry, parts));
  add('test-note', 'Test this note against the last chat', ({ host, entry }) =>
    testAgainstLastTurn(host, entry, parts),
  );
  add('ask-librarian', 'Ask the Librarian about this note', ({ entry }) => askLibrarian(entry, parts));
  add('pin-note', 'Pin this note in the current chat', ({ host, entry }) => decide(host, entry, 'pin', parts));
  add('block-note', 'Block this note in the current chat', ({ host, entry }) => decide(host, entry, 'block', parts));
  plugin.addCommand({
    id: 'insert-properties',
    name: 'Insert entry properties',
    checkCallback: (isOnlyAsking) => {
      const file = app.workspace.getActiveFile();
      if (slot.host === undefined || file?.extension !== 'md') return false;
      const { loreTag } = slot.host.engine.settings();
      if (!isOnlyAsking) void attempt(() => insertProperties(app, file, loreTag), parts.notices);
      return true;
    },
  });
}
