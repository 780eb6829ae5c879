import type { MessageNote, NoteSummary } from '../message-note';
import type { MissedTurn } from '../turn-outcome';
import { aiMark } from './ai-text';
import { countOfEntries, countOfTokens, missText } from './turn-text';

/** What a chip shows before it is opened. */
export interface ChipFace {
  readonly tone: 'plain' | 'empty' | 'warning' | 'missing';
  readonly icon: string;
  readonly text: string;
  readonly title: string;
}

/** The face for a reply with a note. */
export function noteFace({ summary }: MessageNote): ChipFace {
  const { injected, undelivered, warnings, degraded } = summary;
  if (undelivered.length > 0) {
    return {
      tone: 'warning',
      icon: 'triangle-exclamation',
      text: `${amount(summary)} · not all delivered`,
      title: 'Some lore did not reach the model. Show why',
    };
  }
  if (warnings.length > 0 || degraded.length > 0) {
    return {
      tone: 'warning',
      icon: 'book-open',
      text: amount(summary),
      title: 'Show the lore and the warnings',
    };
  }
  if (injected === 0) {
    return { tone: 'empty', icon: 'book-open', text: 'No lore matched', title: 'Show what was looked at' };
  }
  return { tone: 'plain', icon: 'book-open', text: amount(summary), title: 'Show the lore of this reply' };
}

/** The face for a reply that should have had lore. A page that was never paired is not nagged about it. */
export function missFace(missed: MissedTurn): ChipFace | undefined {
  if (missed.cause === 'unpaired') return undefined;
  return { tone: 'missing', icon: 'link-slash', text: 'No lore', title: missText(missed) };
}

function amount({ injected, tokens, ai }: NoteSummary): string {
  const parts = [countOfEntries(injected), countOfTokens(tokens), ai === undefined ? '' : aiMark(ai)];
  return parts.filter((part) => part !== '').join(' · ');
}
