/** What an argument of a slash command is described by. SillyTavern shows descriptions as markup. */
export interface SlashArgumentProps {
  readonly description: string;
  readonly isRequired?: boolean;
  readonly enumProvider?: (executor: unknown) => readonly object[];
}

/** What a slash command is made from. */
export interface SlashCommandProps {
  readonly name: string;
  /** Shown as markup. */
  readonly helpString: string;
  readonly returns: string;
  /** Leaves quotes where they are. */
  readonly rawQuotes: boolean;
  readonly namedArgumentList: readonly object[];
  readonly unnamedArgumentList: readonly object[];
  readonly callback: (named: Readonly<Record<string, unknown>>, unnamed: unknown) => Promise<string>;
}

/** A registered command. */
export interface RegisteredSlashCommand {
  namedArgumentList: readonly object[];
}

/** SillyTavern's interface for slash commands, as its context gives it. */
export interface SlashApi {
  readonly SlashCommandParser: {
    /** Every command by name and alias. */
    readonly commands: Record<string, unknown>;
    addCommandObject(command: RegisteredSlashCommand): void;
  };
  readonly SlashCommand: { fromProps(props: SlashCommandProps): RegisteredSlashCommand };
  readonly SlashCommandArgument: { fromProps(props: SlashArgumentProps): object };
  readonly SlashCommandNamedArgument: { fromProps(props: SlashArgumentProps & { readonly name: string }): object };
  readonly SlashCommandEnumValue: new (value: string, description?: string) => object;
}
