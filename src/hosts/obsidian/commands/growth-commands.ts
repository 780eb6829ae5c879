import type { Plugin } from 'obsidian';
import type { PanelTarget } from '../../../ui/panels';
import type { HostSlot } from '../host-slot';
import { entryOfNote } from '../note-entry';

/** Registers the commands for what models can do for the lore. They open the tool; nothing is sent before its start is pressed. */
export function addGrowthCommands(plugin: Plugin, slot: HostSlot, show: (target: PanelTarget) => void): void {
  const add = (id: string, name: string, target: () => PanelTarget | undefined): void => {
    plugin.addCommand({
      id,
      name,
      checkCallback: (isOnlyAsking) => {
        const found = slot.host && target();
        if (found === undefined) return false;
        if (!isOnlyAsking) show(found);
        return true;
      },
    });
  };
  add('new-entries', 'New entries from chat', () => ({ panel: 'grow', tool: 'new-lore' }));
  add('optimize-keys', 'Optimize keys of this note', () => {
    const note = entryOfNote(slot, plugin.app.workspace.getActiveFile());
    return note && { panel: 'grow', tool: 'keys', entry: note.entry.id };
  });
  add('summarize-missing', 'Summarize missing', () => ({ panel: 'grow', tool: 'summaries' }));
}
