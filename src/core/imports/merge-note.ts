import { contentHash } from '../base/content-hash';
import { splitNote } from '../lore/frontmatter';
import { patchNote, propertyLines } from '../lore/patch-note';
import { SOURCE_PROPERTY } from '../lore/source-property';
import { noteValues, shownValue, valueName, type NoteValues } from './note-values';

/** Fingerprints of what the last import wrote, by property; the text's own under `BODY`. */
export type NoteBase = Readonly<Record<string, string>>;

/** Both sides changed since the last import; the note keeps the user's. */
export interface ImportConflict {
  /** The property's name, or `body`. */
  readonly field: string;
  /** As a user reads it; absent where it is not set. */
  readonly mine?: string;
  readonly theirs?: string;
}

/** What becomes of a note that is imported again. */
export interface NoteMerge {
  /** The note's text; the same where nothing is to be written. */
  readonly text: string;
  /** Names of what was taken from the import. */
  readonly changes: readonly string[];
  readonly conflicts: readonly ImportConflict[];
  /** What the next import compares with. */
  readonly base: NoteBase;
  /** Why the note stays as it is although the import says something else; a sentence. */
  readonly kept?: string;
}

/** The name of the text below the properties among those of properties. */
export const BODY = ':body';
/** The fingerprint of what is not there. */
const NONE = '';
/** The fingerprint of what nobody knows: it equals no other. */
const UNKNOWN = '?';

const LOCKED = 'The note, or a part of it, is locked.';
const UNREADABLE = 'The properties of the note cannot be read.';
const NOT_IN_PLACE = 'The properties of the note are written so that single ones cannot be replaced.';

/** The base of a note that stands as an import made it. */
export function baseOf(source: string): NoteBase {
  const values = noteValues(source);
  return values ? Object.fromEntries([...namedValues(values)].map(([name, value]) => [name, hashOf(value)])) : {};
}

/**
 * Joins a note as it is now with what an import makes of it, property by property: what the user did not change since
 * the last import is taken over, everything else stays.
 *
 * @param base Of the last import; undefined when it is not known.
 */
export function mergeNote(current: string, incoming: string, base: NoteBase | undefined): NoteMerge {
  const mine = noteValues(current);
  const theirs = noteValues(incoming);
  if (!mine || !theirs) return keptWhole(current, UNREADABLE, base);
  const outcome = compare(namedValues(mine), namedValues(theirs), base);
  if (outcome.changes.length === 0) return { text: current, ...outcome };
  const text = mine.isLocked ? undefined : patched(current, incoming, outcome.changes);
  if (text !== undefined && hasTaken(text, mine, theirs, outcome.changes)) return { text, ...outcome };
  return keptWhole(current, mine.isLocked ? LOCKED : NOT_IN_PLACE, base);
}

function keptWhole(text: string, kept: string, base: NoteBase | undefined): NoteMerge {
  return { text, changes: [], conflicts: [], base: base ?? { [BODY]: UNKNOWN }, kept };
}

function namedValues({ properties, body }: NoteValues): ReadonlyMap<string, string> {
  const values = new Map(properties);
  values.delete(SOURCE_PROPERTY);
  return values.set(BODY, JSON.stringify(body));
}

function hashOf(value: string | undefined): string {
  return value === undefined ? NONE : contentHash(value);
}

type Comparison = Pick<NoteMerge, 'changes' | 'conflicts' | 'base'>;

/** What becomes of a property: both say the same, the import's is taken, the user's stays, or both changed it. */
type Verdict = 'same' | 'take' | 'keep' | 'conflict';

interface Compared {
  readonly name: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
  /** The fingerprint of the last import. */
  readonly before: string;
  readonly verdict: Verdict;
}

function comparedValues(
  mine: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
  base: NoteBase | undefined,
): readonly Compared[] {
  const known = new Map(Object.entries(base ?? {}));
  return [...new Set([...mine.keys(), ...theirs.keys(), ...known.keys()])].map((name) => {
    const [here, there] = [mine.get(name), theirs.get(name)];
    const before = base ? (known.get(name) ?? NONE) : there === undefined ? NONE : UNKNOWN;
    return { name, here, there, before, verdict: judge(hashOf(here), hashOf(there), before) };
  });
}

function compare(
  mine: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
  base: NoteBase | undefined,
): Comparison {
  const changes: string[] = [];
  const conflicts: ImportConflict[] = [];
  const next = new Map<string, string>();
  for (const { name, here, there, before, verdict } of comparedValues(mine, theirs, base)) {
    if (verdict === 'take') changes.push(name);
    if (verdict === 'conflict') conflicts.push(conflictOf(name, here, there));
    const after = verdict === 'same' || verdict === 'take' ? hashOf(there) : before;
    if (after !== NONE) next.set(name, after);
  }
  return { changes, conflicts, base: Object.fromEntries(next) };
}

/** A property that a note and an import say differently. */
export interface NoteDifference extends ImportConflict {
  readonly verdict: Exclude<Verdict, 'same'>;
}

/** Where a note differs from what an import makes of it; undefined where the note cannot be read. */
export function noteDifferences(
  current: string,
  incoming: string,
  base: NoteBase | undefined,
): readonly NoteDifference[] | undefined {
  const [mine, theirs] = [noteValues(current), noteValues(incoming)];
  if (!mine || !theirs) return undefined;
  return comparedValues(namedValues(mine), namedValues(theirs), base).flatMap(({ name, here, there, verdict }) =>
    verdict === 'same' ? [] : [{ ...conflictOf(name, here, there), verdict }],
  );
}

/**
 * A base with which the next merge settles what differs: it keeps the user's side, or takes the import's. Where both
 * changed something the same, that alone is settled. Properties that only the user has stay his. Undefined where the note
 * cannot be read.
 */
export function settledBase(
  current: string,
  incoming: string,
  base: NoteBase | undefined,
  keep: 'mine' | 'theirs',
): NoteBase | undefined {
  const [mine, theirs] = [noteValues(current), noteValues(incoming)];
  if (!mine || !theirs) return undefined;
  const compared = comparedValues(namedValues(mine), namedValues(theirs), base);
  const disputed = compared.some(({ verdict }) => verdict === 'conflict') ? 'conflict' : 'keep';
  const settled = compared.map(({ name, here, there, before, verdict }): readonly [string, string] => {
    if (verdict === 'same') return [name, hashOf(here)];
    if (verdict !== disputed || (there === undefined && before === NONE)) return [name, before];
    return [name, hashOf(keep === 'mine' ? there : here)];
  });
  return Object.fromEntries(settled.filter(([, hash]) => hash !== NONE));
}

function judge(mine: string, theirs: string, before: string): Verdict {
  if (mine === theirs) return 'same';
  if (mine === before) return 'take';
  return theirs === before ? 'keep' : 'conflict';
}

function conflictOf(name: string, mine: string | undefined, theirs: string | undefined): ImportConflict {
  return {
    field: name === BODY ? 'body' : name,
    ...(mine !== undefined && { mine: shownValue(mine) }),
    ...(theirs !== undefined && { theirs: shownValue(theirs) }),
  };
}

function patched(current: string, incoming: string, changes: readonly string[]): string | undefined {
  const { frontmatter, body } = splitNote('', incoming);
  const lines = propertyLines(`${frontmatter}\n`);
  if (!lines) return undefined;
  const byName = new Map([...lines].map(([name, text]) => [valueName(name), text]));
  const properties = new Map(changes.filter((name) => name !== BODY).map((name) => [name, byName.get(name)]));
  return patchNote(current, { properties, ...(changes.includes(BODY) && { body }) }, valueName);
}

/** Whether the text says what it should, and nothing else: notes can be written in more ways than we know. */
function hasTaken(text: string, mine: NoteValues, theirs: NoteValues, changes: readonly string[]): boolean {
  const now = noteValues(text);
  if (!now) return false;
  const [is, was, wanted] = [namedValues(now), namedValues(mine), namedValues(theirs)];
  const names = new Set([...is.keys(), ...was.keys(), ...wanted.keys()]);
  return [...names].every((name) => is.get(name) === (changes.includes(name) ? wanted : was).get(name));
}
