import type { MessageNote } from '../message-note';
import type { MissedTurn } from '../turn-outcome';
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
  const { injected, tokens, undelivered, warnings, degraded } = summary;
  if (undelivered.length > 0) {
    return {
      tone: 'warning',
      icon: 'triangle-exclamation',
      text: `${amount(injected, tokens)} · not all delivered`,
      title: 'Some lore did not reach the model. Show why',
    };
  }
  if (warnings.length > 0 || degraded.length > 0) {
    return {
      tone: 'warning',
      icon: 'book-open',
      text: amount(injected, tokens),
      title: 'Show the lore and the warnings',
    };
  }
  if (injected === 0) {
    return { tone: 'empty', icon: 'book-open', text: 'No lore matched', title: 'Show what was looked at' };
  }
  return { tone: 'plain', icon: 'book-open', text: amount(injected, tokens), title: 'Show the lore of this reply' };
}

/** The face for a reply that should have had lore. A page that was never paired is not nagged about it. */
export function missFace(missed: MissedTurn): ChipFace | undefined {
  if (missed.cause === 'unpaired') return undefined;
  return { tone: 'missing', icon: 'link-slash', text: 'No lore', title: missText(missed) };
}

function amount(injected: number, tokens: number): string {
  return `${countOfEntries(injected)} · ${countOfTokens(tokens)}`;
}
