import { counted } from '../figures';
import type { Tone } from '../parts/tone';
import type { ImportAction, ImportReport, PlannedNote, UndoReport } from './import-types';

const formatLabels: Readonly<Record<string, string>> = {
  sillytavern: 'SillyTavern World Info',
  ccv2: 'Character card V2 or its book',
  ccv3: 'Character card V3 or lorebook V3',
  risuai: 'RisuAI',
  novelai: 'NovelAI',
  agnai: 'AgnAI',
  koboldai: 'KoboldAI',
  aidungeon: 'AI Dungeon',
  janitorai: 'JanitorAI',
  chub: 'Chub lorebook',
  saucepan: 'Saucepan lorebook',
  botbooru: 'Botbooru post',
};

/** What can be imported, in a sentence. */
export const formatsSentence =
  'Lorebooks and character cards of SillyTavern, RisuAI, NovelAI, AgnAI, KoboldAI, AI Dungeon, JanitorAI, Chub, Saucepan and Botbooru, as JSON, PNG or CHARX.';

/** The name of a format; the id of one that only a newer server knows. */
export function formatLabel(id: string): string {
  return formatLabels[id] ?? id;
}

/** What becomes of an entry, in a word with its color. */
export const actionWords: Readonly<Record<ImportAction, { readonly word: string; readonly tone: Tone }>> = {
  create: { word: 'New', tone: 'good' },
  update: { word: 'Update', tone: 'info' },
  unchanged: { word: 'Unchanged', tone: 'neutral' },
  conflict: { word: 'Conflict', tone: 'error' },
  duplicate: { word: 'Duplicate', tone: 'warning' },
};

const MOST_SIGNS = 80;

function quoted(text: string | undefined): string {
  if (text === undefined) return 'nothing';
  const line = text.replace(/\s+/gu, ' ').trim();
  return `“${line.length > MOST_SIGNS ? `${line.slice(0, MOST_SIGNS)}…` : line}”`;
}

/** A remark with the field it is about, where there is one. */
export function remarkWords({ field, sentence }: { readonly field: string; readonly sentence: string }): string {
  return field === '' ? sentence : `${field}: ${sentence}`;
}

/**
 * What there is to say of an entry besides what becomes of it; sentences.
 *
 * @param skipsDuplicates Whether entries that the vault seems to have are left out.
 */
export function noteRemarks(note: PlannedNote, skipsDuplicates: boolean): readonly string[] {
  const same = skipsDuplicates ? 'It is left out' : 'It comes in all the same';
  return [
    ...(note.duplicateOf === undefined ? [] : [`${same}: ${note.duplicateOf} has the same name or keys.`]),
    ...note.conflicts.map(
      ({ field, mine, theirs }) => `${field}: your ${quoted(mine)} stays, the file has ${quoted(theirs)}`,
    ),
    ...(note.changes.length === 0 ? [] : [`Changes ${note.changes.join(', ')}.`]),
    ...(note.kept === undefined ? [] : [note.kept]),
    ...note.lost.map(remarkWords),
  ];
}

/** What an import did, in a line. */
export function reportWords({ created, updated, unchanged, failed }: ImportReport): string {
  return [
    counted(created.length, 'new note', 'new notes'),
    `${counted(updated.length, 'note', 'notes')} updated`,
    `${counted(unchanged, 'note', 'notes')} unchanged`,
    ...(failed.length === 0 ? [] : [`${counted(failed.length, 'note', 'notes')} not written`]),
  ].join(', ');
}

/** What undoing an import did, in a line. */
export function undoWords({ removed, restored, gone, kept }: UndoReport): string {
  return [
    `${counted(removed.length, 'note', 'notes')} removed`,
    ...(restored.length === 0 ? [] : [`${counted(restored.length, 'note has', 'notes have')} the old text again`]),
    ...(gone.length === 0 ? [] : [`${counted(gone.length, 'note was', 'notes were')} gone already`]),
    ...(kept.length === 0 ? [] : [counted(kept.length, 'note stays', 'notes stay')]),
  ].join(', ');
}
