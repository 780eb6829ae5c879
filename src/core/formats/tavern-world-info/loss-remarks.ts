import type { ImportRemark } from '../import-remark';
import type { ExportedEntry } from '../lorebook-format';

type Fields = Readonly<Record<string, unknown>>;

/** What becomes of properties that World Info says in another way. */
const NEAR: ReadonlyMap<string, string> = new Map([
  ['position', 'It stands at the character description there, not at the main prompt.'],
  ['sticky', 'A turn is written as two messages.'],
  ['cooldown', 'A turn is written as two messages.'],
  ['priority', 'There is one number for place and budget there; the place counts.'],
  ['order', 'There is one number for place and budget there; the priority counts.'],
  ['aliases', 'They are written as keys.'],
  ['exclude_keys', 'Without secondary keys, they are written as secondary keys of which none may be found.'],
  ['group_weight', 'Weights count in a group only.'],
]);

/**
 * What the other program does not obey, or obeys in another way.
 *
 * @param own What our extension has to say beside the program's fields.
 */
export function lossRemarks(own: Fields, { folder }: ExportedEntry, program: string): readonly ImportRemark[] {
  const kept = `${program} does not know it; it is kept in the file for the way back.`;
  return [
    ...Object.entries(own)
      .filter(([, value]) => value !== null)
      .map(([field]) => ({ field, sentence: NEAR.get(field) ?? kept })),
    ...(folder.length === 0
      ? []
      : [{ field: 'folder', sentence: `${program} has no folders; the entry is written without.` }]),
  ];
}
