import { blockCommands } from './block-commands';
import { booksCommand } from './books-command';
import { commandDesk, type CommandDesk, type CommandPorts } from './command-desk';
import { CommandRegistry } from './command-registry';
import { contextCommand } from './context-command';
import { gapCommand } from './gap-command';
import type { LoreCommand } from './lore-command';
import { notebookCommand } from './notebook-command';
import { notepadCommand } from './notepad-command';
import { pinCommands } from './pin-commands';
import { recapCommand } from './recap-command';
import { refreshCommand } from './refresh-command';
import { scribeCommand } from './scribe-command';
import { statusCommand } from './status-command';
import type { ShowToast } from './toasts';
import { whyCommand } from './why-command';

/** Our slash commands in SillyTavern, with what they suggest while the user types. */
export class LoreCommands {
  readonly #desk: CommandDesk;
  readonly #registry: CommandRegistry;
  #isConnected = false;

  constructor(ports: CommandPorts & { readonly toast: ShowToast }) {
    this.#desk = commandDesk(ports);
    this.#registry = new CommandRegistry(ports);
  }

  /** Makes the commands known. */
  start(): void {
    this.#registry.add(commandsFor(this.#desk));
    this.#desk.bridge.link.onChange(({ kind }) => {
      if (kind === 'connected' && !this.#isConnected) void this.#learn();
      this.#isConnected = kind === 'connected';
    });
  }

  /** Takes the commands back. */
  stop(): void {
    this.#registry.clear();
  }

  /** Gets what is suggested, so that the first letter typed finds it there. */
  async #learn(): Promise<void> {
    this.#desk.names.suggestions('');
    await this.#desk.fields.all().catch(() => undefined);
    this.#registry.refreshNamed();
  }
}

function commandsFor(desk: CommandDesk): readonly LoreCommand[] {
  return [
    statusCommand(desk),
    whyCommand(desk),
    ...pinCommands(desk),
    ...blockCommands(desk),
    contextCommand(desk),
    booksCommand(desk),
    notebookCommand(desk),
    notepadCommand(desk),
    gapCommand(desk),
    scribeCommand(desk),
    recapCommand(desk),
    refreshCommand(desk),
  ];
}
