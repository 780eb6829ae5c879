import type { EntryId } from '../../base/entry-id';
import { plainCandidate, type Candidate } from '../candidate';
import { isDelayed } from '../delay-levels';
import type { TurnContext } from '../turn-context';

/** Entries that are offered besides those that keywords found. */
const MOST_LINKED = 200;

/** What the notes of the selected entries link to, one step away. Ambiguous links lead nowhere. */
export function linkCandidates(
  selected: readonly Candidate[],
  isDecided: (id: EntryId) => boolean,
  { index }: TurnContext,
): readonly Candidate[] {
  const found = new Map<EntryId, Candidate>();
  for (const { entry } of selected) {
    for (const link of entry.links) {
      const [id, ...others] = index.resolve(link, entry.path);
      const target = id === undefined || others.length > 0 || isDecided(id) ? undefined : index.entries.get(id);
      if (!target || found.has(target.id) || isDelayed(target)) continue;
      found.set(target.id, plainCandidate(target, 'ai', 'ai-selection', `${entry.title} links to it.`, entry.id));
      if (found.size === MOST_LINKED) return [...found.values()];
    }
  }
  return [...found.values()];
}

/** Every entry that waits for nothing, for a selection from the whole vault. */
export function everyCandidate(isDecided: (id: EntryId) => boolean, { index }: TurnContext): readonly Candidate[] {
  return [...index.entries.values()]
    .filter((entry) => !isDecided(entry.id) && !isDelayed(entry))
    .map((entry) => plainCandidate(entry, 'ai', 'ai-selection', 'It was offered to the AI.'));
}
