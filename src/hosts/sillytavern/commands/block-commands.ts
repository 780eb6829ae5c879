import type { CommandDesk } from './command-desk';
import { addCommand, removeCommand, type EntryList } from './entry-decision';
import type { LoreCommand } from './lore-command';

const blocks: EntryList = {
  list: 'blocks',
  verb: 'block',
  done: 'blocked',
  effect: () => 'no reply in this chat gets it, even where its keys are found.',
  freed: 'from the next reply on its keys decide.',
};

/** `/lorehearth-block` and `/lorehearth-unblock`. */
export function blockCommands(desk: CommandDesk): readonly LoreCommand[] {
  return [addCommand(blocks, desk), removeCommand(blocks, desk)];
}
