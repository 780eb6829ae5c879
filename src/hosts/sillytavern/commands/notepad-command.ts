import { notesOf } from '../notepad/message-notes';
import { notesDetails } from '../ui/notes-details';
import { requireOpenChat } from './chat-decisions';
import type { CommandDesk } from './command-desk';
import { CommandProblem, type CommandAnswer, type LoreCommand } from './lore-command';

const name = 'lorehearth-notepad';

/** `/lorehearth-notepad`: what the AI has noted with the messages of this chat. */
export function notepadCommand(desk: CommandDesk): LoreCommand {
  return {
    name,
    help: 'Shows what the AI has noted for itself with the replies of this chat, as they are shown. “clear” takes the notes away, “undo” gives those of the last clearing back.',
    examples: [name, `${name} clear`, `${name} undo`],
    returns: 'the notes, one reply after the other; for clear and undo the number of replies',
    argument: {
      description: 'Nothing, clear or undo.',
      isExpected: false,
      suggestions: () => [
        { value: 'clear', description: 'Takes the notes of all replies away' },
        { value: 'undo', description: 'Gives them back' },
      ],
    },
    run: async ({ text, isPiped }) => {
      requireOpenChat(desk.context);
      const wish = isPiped && !/^(clear|undo)$/i.test(text) ? '' : text.toLowerCase();
      if (wish === '') return shownNotes(desk);
      if (wish === 'clear') return cleared(await desk.bridge.notepad.clear());
      if (wish === 'undo') return restored(await desk.bridge.notepad.restore());
      throw new CommandProblem(`“${text}” is neither clear nor undo. Without anything /${name} shows the notes.`);
    },
  };
}

function shownNotes({ context }: CommandDesk): CommandAnswer {
  const { chat } = context();
  const notes = notesOf(chat).map(([index, text]) => ({ index, name: chat[index]?.name ?? '', text }));
  if (notes.length === 0) return { value: '', shown: 'The AI has noted nothing in this chat.' };
  const value = notes.map(({ text }) => text).join('\n');
  return { value, shown: value, details: () => notesDetails(notes) };
}

function cleared(count: number): CommandAnswer {
  if (count === 0) return { value: '0', shown: 'There are no notes to clear.' };
  const of = count === 1 ? '1 reply' : `${String(count)} replies`;
  return {
    value: String(count),
    shown: `The notes of ${of} are cleared. Undo, as long as the chat is open: /${name} undo`,
  };
}

function restored(count: number): CommandAnswer {
  if (count === 0) return { value: '0', shown: 'Nothing was cleared here that could be given back.' };
  const of = count === 1 ? '1 reply' : `${String(count)} replies`;
  return { value: String(count), shown: `The notes of ${of} are back.` };
}
