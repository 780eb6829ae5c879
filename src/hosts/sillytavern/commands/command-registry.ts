import type { ReadContext } from '../tavern-context';
import { quietArgument, readCall } from './command-call';
import { CommandProblem, type CommandAnswer, type LoreCommand } from './lore-command';
import type { RegisteredSlashCommand, SlashApi } from './slash-api';
import { helpMarkup, namedArguments, unnamedArgument } from './slash-props';
import type { ShowToast } from './toasts';

/** What the registry takes from the page. */
export interface RegistryPorts {
  readonly context: ReadContext;
  readonly toast: ShowToast;
}

/** A command that SillyTavern knows. */
interface Registered {
  readonly command: LoreCommand;
  readonly slash: RegisteredSlashCommand;
}

/** Puts commands into SillyTavern's parser and runs them from there. */
export class CommandRegistry {
  readonly #ports: RegistryPorts;
  #registered: readonly Registered[] = [];

  constructor(ports: RegistryPorts) {
    this.#ports = ports;
  }

  /** Registers commands. Does nothing where SillyTavern does not let extensions have any. */
  add(commands: readonly LoreCommand[]): void {
    const api = this.#api();
    if (api === undefined) return;
    this.#registered = commands.map((command) => {
      const slash = api.SlashCommand.fromProps({
        name: command.name,
        helpString: helpMarkup(command),
        returns: command.returns,
        rawQuotes: true,
        namedArgumentList: namedArguments(command, api),
        unnamedArgumentList: [unnamedArgument(command, api)],
        callback: (named, unnamed) => this.#run(command, named, unnamed),
      });
      api.SlashCommandParser.addCommandObject(slash);
      return { command, slash };
    });
  }

  /** The values that can be given by name are others now. */
  refreshNamed(): void {
    const api = this.#api();
    if (api === undefined) return;
    for (const { command, slash } of this.#registered) slash.namedArgumentList = namedArguments(command, api);
  }

  /** Takes out what was registered here. */
  clear(): void {
    const commands = this.#api()?.SlashCommandParser.commands ?? {};
    for (const { command, slash } of this.#registered) {
      if (commands[command.name] === slash) Reflect.deleteProperty(commands, command.name);
    }
    this.#registered = [];
  }

  async #run(command: LoreCommand, named: Readonly<Record<string, unknown>>, unnamed: unknown): Promise<string> {
    try {
      const answer = await command.run(readCall(command, named, unnamed));
      this.refreshNamed();
      if (named[quietArgument] !== 'true') this.#show(answer);
      return answer.value;
    } catch (error) {
      // SillyTavern shows thrown errors as markup, and these sentences hold the user's words.
      if (error instanceof CommandProblem) this.#ports.toast('warning', error.message);
      else this.#ports.toast('error', `/${command.name} has failed: ${String(error)}`);
      return '';
    }
  }

  #show({ shown, details }: CommandAnswer): void {
    if (details === undefined) {
      this.#ports.toast('info', shown);
      return;
    }
    const { callGenericPopup, POPUP_TYPE } = this.#ports.context();
    void callGenericPopup(details(), POPUP_TYPE['DISPLAY'], '', { allowVerticalScrolling: true, leftAlign: true });
  }

  #api(): SlashApi | undefined {
    const { SlashCommandParser, SlashCommand, SlashCommandArgument, SlashCommandNamedArgument, SlashCommandEnumValue } =
      this.#ports.context();
    if (!SlashCommandParser || !SlashCommand || !SlashCommandArgument) return undefined;
    if (!SlashCommandNamedArgument || !SlashCommandEnumValue) return undefined;
    return { SlashCommandParser, SlashCommand, SlashCommandArgument, SlashCommandNamedArgument, SlashCommandEnumValue };
  }
}
