import type { WireChatState } from '../../../server/contract/wire-chat';
import { notebookEditor } from '../ui/notebook-editor';
import type { ChatChange, ChatDecisions } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import { CommandProblem, type CommandAnswer, type CommandCall, type LoreCommand } from './lore-command';
import { oneOf } from './one-of';
import { unquoted } from './written-name';

type Notebook = WireChatState['notebook'];
type NotebookChange = NonNullable<ChatChange['notebook']>;

const name = 'lorehearth-notebook';
/** Gives a part of the place back to the settings. */
const bySettings = 'default';
const positions = ['before', 'after', 'in_chat', bySettings] as const;
const roles = ['system', 'user', 'assistant', bySettings] as const;

/** `/lorehearth-notebook`: the author's text for this chat. */
export function notebookCommand({ decisions }: CommandDesk): LoreCommand {
  return {
    name,
    help: 'Opens the notebook of this chat, a text that every reply gets, or writes it anew. Its place can be given with it; “default” leaves it to the settings.',
    examples: [
      name,
      `${name} Ilse hides the letter.`,
      `${name} position=in_chat depth=2 role=system`,
      `${name} clear=true`,
    ],
    returns: 'the text of the notebook',
    argument: {
      description: 'The new text. Without one the notebook is opened.',
      isExpected: false,
      suggestions: () => [],
    },
    named: () => [
      { name: 'position', description: 'Where the text stands.', suggestions: positions.map((value) => ({ value })) },
      { name: 'depth', description: 'For in_chat: messages from the end.', suggestions: [] },
      { name: 'role', description: 'For in_chat: who says it.', suggestions: roles.map((value) => ({ value })) },
      { name: 'clear', description: 'Empties the notebook.', suggestions: [{ value: 'true' }] },
    ],
    run: async (call) => {
      const change = readChange(call);
      if (Object.keys(change).length === 0) return opened((await decisions.read()).notebook, decisions);
      return shown((await decisions.change({ notebook: change })).notebook);
    },
  };
}

function readChange({ text, values }: CommandCall): NotebookChange {
  const clear = values.get('clear') === 'true';
  const written = unquoted(text);
  const position = oneOf('position', positions, values);
  const role = oneOf('role', roles, values);
  const depth = readDepth(values.get('depth'));
  const given = <Value>(value: Value | typeof bySettings): Value | null => (value === bySettings ? null : value);
  return {
    ...(clear ? { text: '' } : written === '' ? {} : { text: written }),
    ...(position === undefined ? {} : { position: given(position) }),
    ...(role === undefined ? {} : { role: given(role) }),
    ...(depth === undefined ? {} : { depth: given(depth) }),
  };
}

function readDepth(written: string | undefined): number | typeof bySettings | undefined {
  if (written === undefined || written === bySettings) return written;
  const depth = Number(written);
  if (written !== '' && Number.isInteger(depth) && depth >= 0 && depth <= 10_000) return depth;
  throw new CommandProblem(`“${written}” is no depth. Write a whole number from 0 on.`);
}

/** In an editor that keeps what is typed in the chat for which it was opened. */
function opened(notebook: Notebook, decisions: ChatDecisions): CommandAnswer {
  const save = decisions.keeper();
  const details = (): HTMLElement =>
    notebookEditor({ text: notebook.text, place: placeText(notebook), save: (text) => save({ notebook: { text } }) });
  return { ...shown(notebook), details };
}

function placeText({ position, depth, role }: Omit<Notebook, 'text'>): string {
  return [
    position === undefined ? 'where the settings say' : position.replaceAll('_', ' '),
    ...(depth === undefined ? [] : [`depth ${String(depth)}`]),
    ...(role === undefined ? [] : [`as ${role}`]),
  ].join(', ');
}

function shown({ text, ...where }: Notebook): CommandAnswer {
  const place = placeText(where);
  if (text === '') return { value: '', shown: `The notebook of this chat is empty. Write it: /${name} text` };
  return { value: text, shown: `The notebook of this chat (${place}): ${text}` };
}
