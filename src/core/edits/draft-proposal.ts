import { folderParts } from '../imports/vault-paths';
import { noteFileName } from '../formats/note-file-name';
import { applyOperations, refused, type Applied, type Refused } from './apply-operations';
import { isForeign, type EditOrigin } from './edit-origin';
import { nameOf, noteText, type EditParts } from './edit-parts';
import { harmlessPatch } from './harmless-patch';
import { isLocked, LOCKED_NOTE, lockRefusal } from './locks';
import { newNote } from './new-note';
import type { Patch } from './patch';
import type { Proposal } from './proposal';

const MISSING = 'There is no such note.';
const NO_CHANGE = 'The note says this already.';
const NO_PATH = 'This is no place for a note: it must lie in the vault and must not be hidden.';
const ID_BYTES = 8;
/** Texts shorter than this many signs may be cut as one likes. */
const SHORT = 200;

/** The proposal that a patch makes, or why there is none. What came from a model does nothing any more. */
export async function draftProposal(
  asked: Patch,
  origin: EditOrigin,
  { source, rules, random, clock }: EditParts,
): Promise<{ readonly kind: 'draft'; readonly proposal: Proposal } | Refused> {
  const place = touchedPaths(asked);
  if (place === undefined) return refused(NO_PATH);
  const sentence = place.map((one) => rules().refusal(origin.tool, one)).find((one) => one !== undefined);
  if (sentence !== undefined) return refused(sentence);
  const [path = ''] = place;
  const before = asked.kind === 'create' ? undefined : await noteText(source, path);
  if (before !== undefined && typeof before !== 'string') return before;
  if (before === undefined && asked.kind !== 'create') return refused(MISSING);
  const { patch, remarks } = isForeign(origin.tool) ? harmlessPatch(asked, before) : { patch: asked, remarks: [] };
  const after = textOf(patch, before ?? '');
  if (after.kind === 'refused') return after;
  const title = patch.kind === 'create' ? patch.title : nameOf(path);
  const about = { id: random.token(ID_BYTES), at: clock.now(), origin, status: 'open', title, path } as const;
  return { kind: 'draft', proposal: { ...about, patch, before, after: after.text, remarks } };
}

/** The paths that a patch touches, the note's own first; undefined for a place where no note can be. */
export function touchedPaths(patch: Patch): readonly string[] | undefined {
  if (patch.kind === 'change') return [patch.path];
  const target = patch.kind === 'create' ? `${patch.folder}/x.md` : patch.to;
  const parts = folderParts(target);
  if (!parts || parts.length === 0 || parts.some((part) => part === '..')) return undefined;
  if (patch.kind === 'move') return /\.md$/i.test(patch.to) ? [patch.path, parts.join('/')] : undefined;
  return [[...parts.slice(0, -1), `${noteFileName(patch.title, () => false)}.md`].join('/')];
}

function textOf(patch: Patch, before: string): Applied {
  if (patch.kind === 'create') return newNote(patch);
  if (isLocked(before)) return refused(LOCKED_NOTE);
  if (patch.kind === 'move') return patch.path === patch.to ? refused(NO_CHANGE) : { kind: 'text', text: before };
  const after = applyOperations(before, patch.operations);
  if (after.kind === 'refused') return after;
  if (after.text === before) return refused(NO_CHANGE);
  const sentence = lockRefusal(before, after.text);
  return sentence === undefined ? after : refused(sentence);
}

/** Whether more than half of the text would be gone: that is always asked. */
export function cutsMuch({ before = '', after }: Proposal): boolean {
  return before.length > SHORT && after.length < before.length / 2;
}
