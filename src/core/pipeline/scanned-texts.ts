import { scanTexts, type ScanText } from '../chat/scan-window';
import { scanSources, type ScanSource } from '../lore/entry-fields';
import type { LoreEntry } from '../lore/lore-entry';
import type { SearchedText } from './key-evidence';
import type { TurnContext } from './turn-context';

/** A text of the card or persona that some entries ask to have searched. */
export interface SourceText extends SearchedText {
  readonly source: ScanSource;
}

/** Everything that is searched before any entry is selected. */
export interface ScannedTexts {
  /** All visible messages, newest first, with the draft. */
  readonly messages: readonly ScanText[];
  readonly sources: readonly SourceText[];
}

/** The texts of a turn. Only as many messages as some window needs are searched. */
export function scannedTexts({ request, settings }: Pick<TurnContext, 'request' | 'settings'>): ScannedTexts {
  const messages = scanTexts(request.messages, request.draft, Number.POSITIVE_INFINITY, settings.speakerNames);
  const sources = scanSources.flatMap((source): readonly SourceText[] => {
    const text = request.character.texts[source] ?? '';
    return text.trim() === '' ? [] : [{ source, where: source, text, lead: 0, age: Number.POSITIVE_INFINITY }];
  });
  return { messages, sources };
}

/** The entry's own window: messages younger than this. */
export function windowOf(entry: LoreEntry, { settings }: Pick<TurnContext, 'settings'>): number {
  return entry.properties.scanDepth ?? settings.scanDepth;
}
