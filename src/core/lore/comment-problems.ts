import { entryProblem, type EntryProblem } from './entry-problem';
import type { SplitNote } from './frontmatter';
import { isTagProperty, showsTag, type TagNames } from './note-tags';

const COMMENT_ITEM = /^\s*-\s+#\S/;
const COMMENT_TAG = /^\s*tags?\s*:\s+#\S/i;

/** What of the properties is a comment to YAML, but was hardly meant as one: `- #lorebook`, `tags: #lorebook`, `- #key`. */
export function commentProblems(path: string, split: SplitNote, tags: TagNames): readonly EntryProblem[] {
  if (!split.frontmatter.includes(' #')) return [];
  const hasEmptyItem = split.properties.some(
    ({ value }) => value.kind === 'list' && value.items.some((item) => item.kind === 'null'),
  );
  const hasEmptyTags = split.properties.some(({ name, value }) => isTagProperty(name) && value.kind === 'null');
  if (!hasEmptyItem && !hasEmptyTags) return [];
  const names = Object.values<string>({ ...tags });
  return split.frontmatter.split('\n').flatMap((line, index) => {
    if (!(hasEmptyItem && COMMENT_ITEM.test(line)) && !(hasEmptyTags && COMMENT_TAG.test(line))) return [];
    const isTag = names.some((name) => showsTag(line, name, 'properties'));
    // The block's text begins on the note's second line.
    return [entryProblem(isTag ? 'tag-as-comment' : 'value-as-comment', { path, line: index + 2 }, line.trim())];
  });
}
