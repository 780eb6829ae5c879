import { folderParts } from '../imports/vault-paths';
import { refused } from './apply-operations';
import { textAfter, type Change } from './change-log';
import { nameOf, noteText, type EditParts } from './edit-parts';
import { isLocked, LOCKED_NOTE } from './locks';
import type { Changing, NoteChanges } from './note-changes';
import { rebase, type Rebased } from './rebase';

const SAYS_SO = 'The note says so already.';
const NAME_TAKEN = 'Another note has this name by now.';
const IS_THERE = 'The note is there already.';

/**
 * Does again what a change did that was taken back, as a new change to the note as it is now. What was changed since
 * stays; where that is the same lines, it is a conflict.
 *
 * @param path Where the note is today.
 */
export async function redoChange(
  change: Change,
  path: string,
  changes: NoteChanges,
  { source, rules }: EditParts,
): Promise<Changing> {
  const { origin, title, proposal } = change;
  const reason = { origin, title, ...(proposal !== undefined && { proposal }) };
  const places = [path, change.path];
  // It is the user who wants it, whoever wanted it first.
  const sentence = places.map((place) => rules().refusal('user', place)).find((one) => one !== undefined);
  if (sentence !== undefined) return refused(sentence);
  const current = await noteText(source, path);
  if (current !== undefined && typeof current !== 'string') return current;
  switch (change.kind) {
    case 'change':
      return changes.rewrite(path, (now) => textAgain(change, now), reason);
    case 'create':
      if (current !== undefined) return refused(current === textAfter(change) ? SAYS_SO : NAME_TAKEN);
      return changes.create((folderParts(path) ?? []).slice(0, -1), nameOf(path), textAfter(change), reason);
    case 'move':
      if (current === undefined) return { kind: 'missing' };
      if (path === change.path) return refused(IS_THERE);
      if (isLocked(current)) return refused(LOCKED_NOTE);
      if ((await source.read(change.path)).kind !== 'missing') return refused(NAME_TAKEN);
      return changes.move(path, change.path, reason);
  }
}

function textAgain(change: Change, current: string): Rebased {
  const next = rebase(change.before, textAfter(change), current);
  return next.kind === 'text' && next.text === current ? refused(SAYS_SO) : next;
}
