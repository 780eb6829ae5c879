import { splitMounted } from '../base/mounted-path';
import type { Book } from './book';
import { shelfOf } from './book-shelf';
import { buildEntry } from './build-entry';
import { entryProblem, type EntryProblem } from './entry-problem';
import { entryReferences } from './entry-references';
import { splitNote, type SplitNote } from './frontmatter';
import type { NoteReading } from './lore-entry';
import { isTagOrBelow, noteTags, showsTag, type TagNames } from './note-tags';
import { commentProblems } from './comment-problems';
import { hasSecondBlock, misplacedBlock } from './misplaced-block';
import type { ParseOptions } from './parse-options';
import { readBody } from './read-body';
import { readEntryProperties } from './read-properties';

const NO_BOOKS: readonly Book[] = [];

/** Reads one note. Never throws: what is wrong with the note comes back as problems of the reading. */
export function parseNote(path: string, source: string, options: ParseOptions): NoteReading {
  const { tags: names } = options;
  if (!mayBeOurs(source, names)) return { kind: 'skipped', reason: 'no-lore-tag', problems: [] };
  if (isBelow(splitMounted(path).inner, options.templateFolder))
    return { kind: 'skipped', reason: 'template', problems: [] };
  const split = splitNote(path, source);
  if (isBroken(split, names)) return { kind: 'quarantined', problems: split.problems };
  const book = shelfOf(options.books ?? NO_BOOKS).of(path);
  const body = readBody(path, split.body, split.bodyLine, book.decorators ?? options.decorators ?? 'ours');
  const tags = noteTags(split.properties, body.tokens, body.text);
  const has = (name: string): boolean => tags.some((tag) => isTagOrBelow(tag, name));
  const read = readEntryProperties(path, split.properties);
  const problems = [...blockProblems(path, split), ...commentProblems(path, split, names), ...read.problems];
  const isGuide = has(names.guide) || (read.properties.guide === true && has(names.lore));
  if (!has(names.lore) && !isGuide) return notOurs(path, split, has(names.session), names);
  const references = entryReferences(split.properties);
  return buildEntry({ path, source, body, tags, read, book, isGuide, references, problems }, options);
}

/** A cheap look that spares parsing all notes of a vault of which few are lore. */
function mayBeOurs(source: string, tags: TagNames): boolean {
  const lower = source.toLowerCase();
  if (lower.includes(tags.lore) || lower.includes(tags.guide) || lower.includes(tags.session)) return true;
  // Letters with marks can be written in two ways.
  return /[^ -~]/.test(tags.lore + tags.guide) && /\p{M}/u.test(source);
}

function isBelow(path: string, folder: string): boolean {
  const name = foldedPath(folder).replace(/^\.?\/+|\/+$/g, '');
  return name !== '' && foldedPath(path).startsWith(`${name}/`);
}

function foldedPath(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Properties that cannot be read, in a note that shows our tag. */
function isBroken(split: SplitNote, tags: TagNames): boolean {
  const [problem] = split.problems;
  if (!problem) return false;
  const names = [tags.lore, tags.guide];
  if (names.some((name) => showsTag(split.frontmatter, name, 'properties'))) return true;
  const mayBeText = problem.code === 'frontmatter-not-properties' || problem.code === 'frontmatter-unclosed';
  return !mayBeText && names.some((name) => showsTag(split.body, name, 'body'));
}

/** What is to say about a block that is read as text. */
function blockProblems(path: string, split: SplitNote): readonly EntryProblem[] {
  const isText = split.problems.some((problem) => problem.code === 'frontmatter-not-properties');
  const problems = isText ? [entryProblem('frontmatter-is-text', { path, line: 1 })] : [];
  const isSecond = split.bodyLine > 1 && hasSecondBlock(split.body);
  return isSecond ? [...problems, entryProblem('frontmatter-second', { path, line: split.bodyLine })] : problems;
}

function notOurs(path: string, split: SplitNote, isSession: boolean, tags: TagNames): NoteReading {
  if (isSession) return { kind: 'skipped', reason: 'session-note', problems: [] };
  const comments = commentProblems(path, split, tags);
  const problems = comments.filter((problem) => problem.code === 'tag-as-comment');
  if (split.bodyLine === 1 && split.frontmatter === '') problems.push(...misplacedBlock(path, split.body, tags));
  return { kind: 'skipped', reason: 'no-lore-tag', problems };
}
