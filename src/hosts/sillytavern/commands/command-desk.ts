import type { Bridge } from '../bridge';
import type { Fetch } from '../find-server';
import type { ReadContext } from '../tavern-context';
import { ChatDecisions } from './chat-decisions';
import { ContextFields } from './context-fields';
import { EntryNames } from './entry-names';
import { LoreServer } from './lore-server';

/** What commands take from the page. */
export interface CommandPorts {
  readonly bridge: Bridge;
  readonly context: ReadContext;
  readonly fetch: Fetch;
  readonly newId: () => string;
  /** Lore was switched on or off for the open chat. */
  readonly chatSwitched: () => void;
}

/** Everything that commands work with. */
export interface CommandDesk extends CommandPorts {
  readonly server: LoreServer;
  readonly names: EntryNames;
  readonly decisions: ChatDecisions;
  readonly fields: ContextFields;
}

/** Makes the desk of a page. */
export function commandDesk(ports: CommandPorts): CommandDesk {
  const server = new LoreServer(ports.bridge.link, ports.fetch);
  return {
    ...ports,
    server,
    names: new EntryNames(server),
    decisions: new ChatDecisions({ ...ports, server }),
    fields: new ContextFields(server),
  };
}
