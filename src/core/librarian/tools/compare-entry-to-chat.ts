import { z } from 'zod';
import { foldText } from '../../base/fold-text';
import type { LoreEntry } from '../../lore/lore-entry';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import type { RecentMessage } from '../ports';
import { chatLines } from './chat-lines';
import { lookUpEntry } from './entry-look-up';
import { lastMessages } from './get-recent-chat';
import { noteSource } from './note-text';
import { counted, lines, pieceOf } from './pieces';
import { librarianTool, refused } from './tool';

const USUAL = 30;
const MOST = 100;
const LONGEST_NOTE = 6_000;

export const compareEntryToChat = librarianTool({
  name: 'compare_entry_to_chat',
  label: 'Compare with the chat',
  description:
    'An entry beside the messages of the chat that name it or one of its keys, to see what the story has changed. Judge yourself what differs.',
  takes: argumentsOf(
    {
      entry: z.string().min(1).max(1_000).describe('Title, alias, path or id.'),
      count: z.number().int().min(1).max(MOST).optional().describe('How many of the last messages; 30 without it.'),
    },
    { entry: ['title', 'name', 'path', 'id', 'note'], count: ['chat_count', 'limit', 'n', 'messages'] },
  ),
  run: async ({ entry: name, count = USUAL }, desk) => {
    const found = lookUpEntry(name, desk.lore);
    if (found.kind === 'none') return refused(found.sentence, `No entry "${quoted(name, 60)}"`);
    const messages = await lastMessages(count, desk);
    if ('isRefused' in messages) return messages;
    const source = await noteSource(found.entry, desk.lore);
    if (source.kind === 'refused') return refused(source.sentence);
    const naming = messages.filter((message) => names(found.entry, message));
    const of = `${String(naming.length)} of the last ${counted(messages.length, 'message', 'messages')}`;
    const note = pieceOf(source.text, 0, LONGEST_NOTE);
    return {
      text: lines(
        material(`the note ${found.entry.path}`, note.text),
        note.more === '' ? '' : 'The rest of the note is shown by get_entry.',
        naming.length === 0
          ? `None of the last ${counted(messages.length, 'message', 'messages')} names it.`
          : `${of} name it:`,
        naming.length === 0 ? '' : chatLines(naming),
      ),
      summary: `“${quoted(found.entry.title, 60)}” is named in ${of}`,
    };
  },
});

function names({ title, properties, keys }: LoreEntry, { text }: RecentMessage): boolean {
  const folded = plain(text);
  const literal = keys.flatMap((key) => (key.kind === 'literal' ? key.text : []));
  return [title, ...(properties.aliases ?? []), ...literal]
    .map(plain)
    .some((name) => name.trim() !== '' && folded.includes(name));
}

function plain(text: string): string {
  return foldText(text, { caseSensitive: false }).text;
}
