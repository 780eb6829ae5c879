import { textOf } from '../json-value';
import { readPart, writePart, writeShownPart } from '../message-parts';
import { roleOf } from '../message-role';
import type { MessageExtra, TavernMessage } from '../tavern-context';

/** Notes of one message, by its index. */
export type NotesAt = [index: number, notes: string];

/** A model that never ends its block should not fill the chat file. In characters. */
const longestNotes = 8_000;
/** What is sent of all notes, the newest ones. In characters. */
const longestPath = 64_000;

/** What the writer noted with a version of a message; empty for nothing. */
export function readNotes(extra: MessageExtra | undefined): string {
  return textOf(readPart(extra, 'notes')) ?? '';
}

/** Writes the notes of the shown version of a message. */
export function writeShownNotes(message: TavernMessage, notes: string): void {
  writeShownPart(message, 'notes', stored(notes));
}

/** Writes the notes of one version. */
export function writeNotes(extra: MessageExtra, notes: string): void {
  writePart(extra, 'notes', stored(notes));
}

/** The notes of the messages that the model may see, oldest first; of many the newest. */
export function notesOf(path: readonly TavernMessage[]): NotesAt[] {
  const all = path.flatMap((message, index): NotesAt[] => {
    const notes = message.is_system || roleOf(message) !== 'assistant' ? '' : readNotes(message.extra);
    return notes === '' ? [] : [[index, notes]];
  });
  let room = longestPath;
  const newest = [...all].reverse().filter(([, { length }]) => (room -= length) >= 0);
  return newest.reverse();
}

function stored(notes: string): string | undefined {
  const kept = notes.trim().slice(0, longestNotes);
  return kept === '' ? undefined : kept;
}
