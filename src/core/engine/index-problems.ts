import type { EntryId } from '../base/entry-id';
import { writtenName } from '../lore/entry-fields';
import { entryProblem, type EntryProblem } from '../lore/entry-problem';
import type { FieldDefinitions } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { LoreIndex } from '../search/lore-index';
import { foldName } from '../search/name-table';

/** What the problems of a vault are found in. */
export interface ProblemSources {
  readonly index: LoreIndex;
  /** The context fields with what was wrong in their file. */
  readonly fields: FieldDefinitions;
  /** Keys whose pattern was stopped, as they are written. */
  readonly stopped: ReadonlySet<string>;
}

/** Every problem of a vault: those of each note, and those that only show when notes are seen together. */
export class IndexProblems {
  readonly #ofIndex = new WeakMap<LoreIndex, readonly EntryProblem[]>();

  /** Found once for each snapshot of the index. */
  of({ index, fields, stopped }: ProblemSources): readonly EntryProblem[] {
    const known = this.#ofIndex.get(index) ?? problemsOfIndex(index);
    this.#ofIndex.set(index, known);
    const others = [...stoppedProblems(index, stopped), ...fieldProblems(fields)];
    return others.length === 0 ? known : [...known, ...others];
  }
}

function problemsOfIndex(index: LoreIndex): readonly EntryProblem[] {
  const ofNotes = [...index.notes.values()].flatMap(({ reading }) =>
    reading.kind === 'entry' ? reading.entry.problems : reading.problems,
  );
  const ofReferences = [...index.entries.values()].flatMap((entry) => referenceProblems(entry, index));
  return ofNotes.concat(ofReferences, titleProblems(index));
}

function referenceProblems(entry: LoreEntry, index: LoreIndex): readonly EntryProblem[] {
  return entry.references.flatMap(({ property, target, line }): readonly EntryProblem[] => {
    const found = index.resolve(target, entry.path).length;
    if (found === 1) return [];
    const code = found === 0 ? 'link-target-missing' : 'link-target-ambiguous';
    return [entryProblem(code, { path: entry.path, line }, target, writtenName(property))];
  });
}

/** Entries with one title: each is told of the first of the others. */
function titleProblems(index: LoreIndex): readonly EntryProblem[] {
  const byTitle = new Map<string, LoreEntry[]>();
  for (const entry of index.entries.values()) {
    // What is left out because of its title is not mixed up with what is used.
    if (entry.sharedTitle?.instead) continue;
    const title = foldName(entry.title);
    const sharing = byTitle.get(title);
    if (sharing) sharing.push(entry);
    else byTitle.set(title, [entry]);
  }
  return [...byTitle.values()].flatMap((sharing) =>
    sharing.flatMap((entry): readonly EntryProblem[] => {
      const other = sharing.find((one) => one !== entry);
      return other ? [entryProblem('title-duplicate', { path: entry.path, line: 1 }, entry.title, other.path)] : [];
    }),
  );
}

/** One problem for each entry and pattern, wherever in the entry the pattern stands. */
function stoppedProblems(index: LoreIndex, stopped: ReadonlySet<string>): readonly EntryProblem[] {
  if (stopped.size === 0) return [];
  const keys = new Map<string, { readonly entry: EntryId; readonly key: string }>();
  for (const { entry, key } of index.patterns.all)
    if (stopped.has(key)) keys.set(`${entry}\u0000${key}`, { entry, key });
  return [...keys.values()].flatMap(({ entry, key }): readonly EntryProblem[] => {
    const path = index.entries.get(entry)?.path;
    return path === undefined ? [] : [entryProblem('key-regex-stopped', { path, line: 1 }, key)];
  });
}

function fieldProblems({ path, problems }: FieldDefinitions): readonly EntryProblem[] {
  if (path === undefined) return [];
  return problems.map((problem) => entryProblem('field-definitions', { path, line: 1 }, '', problem));
}
