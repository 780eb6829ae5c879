import type { CommandDesk } from './command-desk';
import { addCommand, removeCommand, type EntryList } from './entry-decision';
import type { LoreCommand } from './lore-command';

const pins: EntryList = {
  list: 'pins',
  verb: 'pin',
  done: 'pinned',
  effect: ({ enabled }) =>
    enabled
      ? 'every reply in this chat gets it, whether its keys are found or not, as far as the budget allows.'
      : 'but it is switched off in its note, and no reply gets it until that is changed.',
  freed: 'from the next reply on its keys decide.',
};

/** `/lorehearth-pin` and `/lorehearth-unpin`. */
export function pinCommands(desk: CommandDesk): readonly LoreCommand[] {
  return [addCommand(pins, desk), removeCommand(pins, desk)];
}
