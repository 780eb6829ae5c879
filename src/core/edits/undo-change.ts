import { whyNotWritten } from '../imports/write-notes';
import type { NoteWriting } from '../ports/note-writer';
import { textAfter, type Change } from './change-log';
import { noteText, type EditParts } from './edit-parts';
import { isLocked, LOCKED_NOTE } from './locks';
import { rebase } from './rebase';

/** Why a change stays; undefined when it was taken back. */
export type Kept = string | undefined;

const CHANGED = 'It was changed since, and stays.';
const SAME_PLACE = 'The same lines were changed since: they stay as they are.';
const GONE = 'The note is not there any more.';
const NAME_TAKEN = 'Another note has its old name by now.';
const MOST_TRIES = 5;

/**
 * Takes back what a change did; what was changed in the note since stays.
 *
 * @param path Where the note is today.
 */
export async function undoChange(change: Change, path: string, parts: EditParts): Promise<Kept> {
  switch (change.kind) {
    case 'change':
      return undoText(change, path, parts);
    case 'create':
      return undoCreation(change, path, parts);
    case 'move':
      return undoMove(change, path, parts);
  }
}

async function undoText(change: Change, path: string, { source, writer }: EditParts): Promise<Kept> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const current = await noteText(source, path);
    if (typeof current !== 'string') return current?.sentence ?? GONE;
    const back = rebase(textAfter(change), change.before, current);
    if (back.kind === 'conflict') return SAME_PLACE;
    if (back.kind === 'refused') return back.sentence;
    if (back.text === current) return undefined;
    const result = await writer.replace(path, current, back.text);
    if (result.kind !== 'changed') return keptBy(result);
  }
  return CHANGED;
}

async function undoCreation(change: Change, path: string, { source, writer }: EditParts): Promise<Kept> {
  const current = await noteText(source, path);
  if (current !== undefined && typeof current !== 'string') return current.sentence;
  if (current !== undefined) {
    if (current !== textAfter(change)) return CHANGED;
    const kept = keptBy(await writer.remove(path, current));
    if (kept !== undefined) return kept;
  }
  await removeFolders(change, writer);
  return undefined;
}

async function undoMove(change: Change, path: string, { source, writer }: EditParts): Promise<Kept> {
  const { from = path } = change;
  const current = await noteText(source, path);
  if (typeof current !== 'string') return current?.sentence ?? GONE;
  if (path === from) return undefined;
  if (isLocked(current)) return LOCKED_NOTE;
  const result = await writer.move(path, from);
  if (result.kind === 'exists') return NAME_TAKEN;
  const kept = keptBy(result);
  if (kept === undefined) await removeFolders(change, writer);
  return kept;
}

function keptBy(result: NoteWriting): Kept {
  return result.kind === 'written' ? undefined : whyNotWritten(result);
}

async function removeFolders({ folders }: Change, writer: EditParts['writer']): Promise<void> {
  const deepestFirst = [...folders].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const folder of deepestFirst) await writer.removeEmptyFolder(folder);
}
