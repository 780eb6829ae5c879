import { countOfEntries } from '../ui/turn-text';
import type { CommandDesk } from './command-desk';
import type { LoreCommand } from './lore-command';
import { refusal } from './lore-server';

/** `/lorehearth-refresh`: the server reads the vault again. */
export function refreshCommand({ server, names }: CommandDesk): LoreCommand {
  return {
    name: 'lorehearth-refresh',
    help: 'Lets Lorehearth read the whole vault again. It sees changes by itself; this is for folders that do not tell it.',
    examples: ['lorehearth-refresh'],
    returns: 'the number of entries',
    argument: { description: 'Nothing.', isExpected: false, suggestions: () => [] },
    run: async () => {
      const { vault, index, entries, quarantined } = await server.ask(async (client, options) => {
        const response = await client.v1.refresh.$post({}, options);
        return response.status === 200 ? response.json() : refusal(response);
      }, 'long');
      names.forget();
      const value = String(entries);
      if (index.kind === 'unreachable') {
        return { value, shown: `${vault} cannot be read: ${index.reason} What was read before is still used.` };
      }
      const kept = quarantined === 1 ? '1 note cannot' : `${String(quarantined)} notes cannot`;
      const hint = quarantined === 0 ? '' : ` ${kept} be used; the health report of Lorehearth says why.`;
      return { value, shown: `${vault} was read again: ${countOfEntries(entries)}.${hint}` };
    },
  };
}
