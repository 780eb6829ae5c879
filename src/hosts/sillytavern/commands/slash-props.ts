import { listOf, objectOf, textOf } from '../json-value';
import { quietArgument } from './command-call';
import type { LoreCommand, NamedArgument, Suggestion } from './lore-command';
import type { SlashApi } from './slash-api';

const quiet: NamedArgument = {
  name: quietArgument,
  description: 'Shows nothing and only hands on. Problems are shown.',
  suggestions: [{ value: 'true' }, { value: 'false' }],
};

/** The help of a command as SillyTavern shows it. */
export function helpMarkup({ help, examples }: LoreCommand): string {
  const items = examples.map((example) => `<li><pre><code>/${escaped(example)}</code></pre></li>`).join('');
  return `<div>${escaped(help)}</div><div><strong>Examples:</strong><ul>${items}</ul></div>`;
}

/** The values by name that a command takes now. */
export function namedArguments(command: LoreCommand, api: SlashApi): readonly object[] {
  return [...(command.named?.() ?? []), quiet].map(({ name, description, suggestions }) =>
    api.SlashCommandNamedArgument.fromProps({
      name,
      description: escaped(description),
      enumProvider: () => offered(suggestions, api),
    }),
  );
}

/** The text of a command. */
export function unnamedArgument({ argument }: LoreCommand, api: SlashApi): object {
  return api.SlashCommandArgument.fromProps({
    description: escaped(argument.description),
    // SillyTavern runs a command without it all the same, but offers by itself only what is required.
    isRequired: argument.isExpected,
    enumProvider: (executor) => offered(argument.suggestions(typedIn(executor)), api),
  });
}

function offered(suggestions: readonly Suggestion[], { SlashCommandEnumValue }: SlashApi): readonly object[] {
  return suggestions.map(({ value, description }) =>
    description === undefined
      ? new SlashCommandEnumValue(value)
      : new SlashCommandEnumValue(value, escaped(description)),
  );
}

/** What stands after the command so far. */
function typedIn(executor: unknown): string {
  const [first] = listOf(objectOf(executor)?.['unnamedArgumentList']);
  return textOf(objectOf(first)?.['value']) ?? '';
}

/** SillyTavern reads help and descriptions as markup. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${String(character.charCodeAt(0))};`);
}
