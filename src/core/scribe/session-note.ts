import { splitNote } from '../lore/frontmatter';
import type { Operation, Patch, PropertyValue } from '../edits/patch';
import { localTime } from './local-time';
import type { Summary } from './summary';

/** What a note says besides the summary itself. */
export interface NoteFacts {
  /** What the client calls the chat. */
  readonly chatName: string;
  /** Who answered the player in it. */
  readonly characters: readonly string[];
  /** Links to the notes of the parts. */
  readonly links: readonly string[];
  readonly minutesEast: number;
}

/** What tells whose summary a note holds. */
export interface NoteMarks {
  readonly chat: string;
  readonly level: string;
  readonly hash: string;
}

/** Names of files take only so much, and the number of the scene must not be cut off. In characters. */
const LONGEST_NAME = 60;

/** A note as it is in the vault. */
export interface NoteContent {
  readonly marks: NoteMarks;
  readonly body: string;
}

/** The title of the note of a summary: the chat first, since many chats may end on one day. */
export function noteTitle({ level, number, at }: Summary, { chatName, minutesEast }: NoteFacts): string {
  const words = level.charAt(0).toUpperCase() + level.slice(1);
  return `${chatLabel(chatName)} – ${localTime(at, minutesEast)} – ${words} ${String(number)}`;
}

/** How the titles of all notes of a chat begin. */
export function chatLabel(chatName: string): string {
  return Array.from(chatName.replace(/\s+/g, ' ').trim()).slice(0, LONGEST_NAME).join('').trim();
}

/** The patch that makes the note. */
export function newSessionNote(summary: Summary, facts: NoteFacts, folder: string, tag: string): Patch {
  const properties = Object.fromEntries(noteProperties(summary, facts));
  return { kind: 'create', folder, title: summary.title, tags: [tag], properties, body: summary.text };
}

/** The patch that writes a summary anew into its note: what else the user put there stays. */
export function changedSessionNote(summary: Summary, facts: NoteFacts, path: string): Patch {
  const properties = noteProperties(summary, facts).map(([name, value]): Operation => ({
    kind: 'set-property',
    name,
    value,
  }));
  return { kind: 'change', path, operations: [...properties, { kind: 'replace-body', text: `${summary.text}\n` }] };
}

/** The marks and the text of a note; undefined where it is no session note. */
export function readSessionNote(source: string): NoteContent | undefined {
  const { properties, body } = splitNote('', source);
  const textOf = (name: string): string | undefined => {
    const value = properties.find((property) => property.name === name)?.value;
    return value?.kind === 'scalar' ? value.text : undefined;
  };
  const [chat, level, hash] = [textOf('chat_id'), textOf('level'), textOf('content_hash')];
  if (chat === undefined || level === undefined || hash === undefined) return undefined;
  return { marks: { chat, level, hash }, body: body.trim() };
}

function noteProperties(summary: Summary, facts: NoteFacts): readonly (readonly [string, PropertyValue])[] {
  const { chat, level, number, messages, hash, at } = summary;
  const [first, last] = [messages[0], messages.at(-1)];
  const range = first && last ? rangeProperties(first, last) : [];
  return [
    ['level', level],
    ['number', number],
    ['chat', facts.chatName],
    ['chat_id', chat],
    ...(facts.characters.length > 0 ? [['cast', facts.characters] as const] : []),
    ...range,
    ...(facts.links.length > 0 ? [['parts', facts.links] as const] : []),
    ['content_hash', hash],
    ['written', localTime(at, facts.minutesEast)],
  ];
}

function rangeProperties(
  first: Summary['messages'][number],
  last: Summary['messages'][number],
): readonly (readonly [string, PropertyValue])[] {
  return [
    ['first_message', first.index],
    ['first_hash', first.print],
    ['last_message', last.index],
    ['last_hash', last.print],
  ];
}
