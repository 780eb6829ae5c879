import type { WireChatState } from '../../../server/contract/wire-chat';
import type { CommandDesk } from './command-desk';
import { fieldNamed, type ContextField } from './context-fields';
import { CommandProblem, type CommandAnswer, type CommandCall, type LoreCommand } from './lore-command';
import { nearNames, quotedChoices } from './near-names';
import { unquoted } from './written-name';

/** What the user wants of the context fields. */
type ContextWish =
  | { readonly kind: 'list' }
  | { readonly kind: 'get'; readonly field: string }
  /** An empty value clears. */
  | { readonly kind: 'set'; readonly values: readonly (readonly [field: string, value: string])[] }
  | { readonly kind: 'clear-all' };

/** `/lorehearth-context`: shows, sets and clears the situation of the chat by which entries are gated. */
export function contextCommand(desk: CommandDesk): LoreCommand {
  const name = 'lorehearth-context';
  return {
    name,
    help: 'Sets what is the case in this chat, so that entries with such fields come in or stay out. Several values are separated by commas. Without anything it lists what is set; with a field alone it gives its value.',
    examples: [
      `${name} era=present`,
      `${name} location="Silver Keep, North Gate"`,
      `${name} clear era`,
      `${name} clear`,
    ],
    returns: 'what is set, field=value, one a line; with a field alone its value',
    argument: {
      description: 'A field, field=value, “clear field”, “clear” or “list”.',
      isExpected: true,
      suggestions: (typed) => wishesFor(typed, desk),
    },
    takesAnyName: true,
    named: () =>
      desk.fields.seen
        .filter(({ name: field }) => /^\w+$/.test(field))
        .map(({ name: field, label, values }) => ({
          name: field,
          description: label,
          suggestions: values.map((value) => ({ value })),
        })),
    run: async (call) => {
      const fields = await desk.fields.all();
      const wish = readWish(call);
      if (wish.kind === 'list') return listed(await desk.decisions.read(), fields);
      if (wish.kind === 'get') return valueOf(known(wish.field, fields), await desk.decisions.read());
      if (wish.kind === 'clear-all') return clearAll(desk, fields);
      return set(wish.values, fields, desk);
    },
  };
}

function readWish({ text, isPiped, values }: CommandCall): ContextWish {
  const given = [...values];
  if (given.length > 0) {
    // SillyTavern ends an unquoted value at the first blank.
    const rest = isPiped || given.length > 1 || text === '' ? '' : ` ${text}`;
    return { kind: 'set', values: given.map(([field, value]) => [field, value + rest] as const) };
  }
  const bare = unquoted(text);
  if (bare === '' || /^list$/i.test(bare)) return { kind: 'list' };
  const [, cleared] = /^clear(?:\s+(.*))?$/is.exec(bare) ?? [];
  if (/^clear$/i.test(bare)) return { kind: 'clear-all' };
  if (cleared !== undefined) return { kind: 'set', values: [[unquoted(cleared), '']] };
  const [, field, value] = /^([^=]+)=(.*)$/s.exec(bare) ?? [];
  if (field === undefined) return { kind: 'get', field: bare };
  return { kind: 'set', values: [[field.trim(), unquoted(value ?? '')]] };
}

async function set(
  values: readonly (readonly [string, string])[],
  fields: readonly ContextField[],
  desk: CommandDesk,
): Promise<CommandAnswer> {
  const wanted = values.map(([written, value]) => {
    const field = known(written, fields);
    return { field, values: valuesIn(value, field) };
  });
  const state = await desk.decisions.change({
    context: Object.fromEntries(wanted.map(({ field, values: some }) => [field.contextKey, [...some]])),
  });
  const sentences = wanted.map(({ field, values: some }) =>
    some.length === 0
      ? `${field.label} is no longer set in this chat.`
      : `${field.label} is “${some.join(', ')}” in this chat. Undo: /lorehearth-context clear ${field.name}`,
  );
  return { value: listed(state, fields).value, shown: sentences.join(' ') };
}

async function clearAll(desk: CommandDesk, fields: readonly ContextField[]): Promise<CommandAnswer> {
  const { context } = await desk.decisions.read();
  const before = Object.keys(context);
  if (before.length === 0) return { value: '', shown: 'No field was set in this chat.' };
  await desk.decisions.change({ context: Object.fromEntries(before.map((key) => [key, null])) });
  const labels = before.map((key) => fields.find(({ contextKey }) => contextKey === key)?.label ?? key);
  return { value: '', shown: `Cleared: ${labels.join(', ')}.` };
}

function known(written: string, fields: readonly ContextField[]): ContextField {
  const field = fieldNamed(written, fields);
  if (field !== undefined) return field;
  const names = fields.map(({ name }) => name);
  const near = nearNames(written, names);
  const hint = near.length > 0 ? `Did you mean ${quotedChoices(near)}?` : `There are: ${names.join(', ')}.`;
  throw new CommandProblem(`No field is called “${written}”. ${hint}`);
}

/** Values as they are written: a list in brackets, or with commas between them where a field has several. */
function valuesIn(written: string, { multi }: ContextField): readonly string[] {
  const list = /^\s*\[.*\]\s*$/s.test(written) ? jsonTexts(written) : undefined;
  const values = list ?? (multi ? written.split(',') : [written]);
  return [...new Set(values.map((value) => value.trim()).filter((value) => value !== ''))];
}

function jsonTexts(written: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(written);
    return Array.isArray(value) ? value.map(String) : undefined;
  } catch {
    return undefined;
  }
}

function listed({ context }: WireChatState, fields: readonly ContextField[]): CommandAnswer {
  const nameOf = (key: string): string => fields.find(({ contextKey }) => contextKey === key)?.name ?? key;
  const lines = Object.entries(context).map(([key, values]) => `${nameOf(key)}=${values.join(', ')}`);
  if (lines.length > 0) return { value: lines.join('\n'), shown: `In this chat: ${lines.join(' · ')}` };
  const names = fields.map(({ name }) => name).join(', ');
  return { value: '', shown: `No field is set in this chat. There are: ${names}.` };
}

function valueOf({ contextKey, label, name }: ContextField, { context }: WireChatState): CommandAnswer {
  const value = (context[contextKey] ?? []).join(', ');
  if (value !== '') return { value, shown: `${label} is “${value}” in this chat.` };
  return { value: '', shown: `${label} is not set in this chat. Set it: /lorehearth-context ${name}=value` };
}

function wishesFor(typed: string, { fields, decisions }: CommandDesk) {
  const context = decisions.seen?.context ?? {};
  const set = fields.seen.filter(({ contextKey }) => contextKey in context);
  return [
    ...fields.seen.map(({ name, label }) => ({ value: `${name}=`, description: label })),
    ...set.map(({ name, label }) => ({ value: `clear ${name}`, description: label })),
    { value: 'clear', description: 'Clears every field of this chat' },
    { value: 'list', description: 'Shows what is set' },
  ].filter(({ value }) => value.toLowerCase().includes(typed.trim().toLowerCase()));
}
