import type { Admission } from '../admission';
import { plainCandidate, type Candidate } from '../candidate';
import type { SearchedText } from '../key-evidence';
import type { TurnContext } from '../turn-context';

const MOST_FOUND = 20;

/**
 * Entries whose text resembles the window, down to a share of the best score. An entry whose own keys, exclude keys or
 * warm-up spoke against it stays out: every way in passes the same gates.
 */
export function fuzzyCandidates(
  texts: readonly SearchedText[],
  admission: Admission,
  context: TurnContext,
): readonly Candidate[] {
  const { settings, fullText, index } = context;
  if (!settings.fuzzy || texts.length === 0) return [];
  const hits = fullText.search(index, [texts.map((text) => text.text).join('\n')], MOST_FOUND);
  const best = hits[0]?.score ?? 0;
  const overruled = new Set(admission.refusals.map((refused) => refused.candidate.entry.id));
  return hits
    .filter(({ entry, score }) => score >= (best * settings.fuzzyThreshold) / 100 && !overruled.has(entry.id))
    .filter(({ entry }) => entry.refineKeys.length === 0 && entry.properties.warmup === undefined)
    .map(({ entry, score }) => {
      const share = Math.round((score / best) * 100);
      return plainCandidate(
        entry,
        'fuzzy',
        'fuzzy',
        `Its text resembles the last messages (${String(share)}% of the best).`,
      );
    });
}
