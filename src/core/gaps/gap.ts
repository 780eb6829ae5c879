/** What a lore gap is about: nothing is known of it, what is known is old, or the story contradicts it. */
export const gapKinds = ['missing', 'outdated', 'contradiction'] as const;
export type GapKind = (typeof gapKinds)[number];

/** From little to much. */
export const gapUrgencies = ['low', 'medium', 'high'] as const;
export type GapUrgency = (typeof gapUrgencies)[number];

/** `hidden` comes back when it is flagged again, `dismissed` never; `drafted` has a proposal, `written` an entry. */
export const gapStatuses = ['open', 'drafted', 'written', 'hidden', 'dismissed'] as const;
export type GapStatus = (typeof gapStatuses)[number];

/** Who met it: the AI that writes, a search of it without a hit, the scan of a chat, the Librarian, or the user. */
export const gapOrigins = ['writer', 'search', 'scan', 'librarian', 'user'] as const;
export type GapOrigin = (typeof gapOrigins)[number];

/** Words that show a gap. */
export interface GapEvidence {
  readonly quote: string;
  /** Index of the message in the full chat; undefined for words of no message. */
  readonly message: number | undefined;
  /** Who says it; empty when unknown. */
  readonly name: string;
  /** Who brought it: the quotes of a scan are replaced by those of the next one. */
  readonly origin: GapOrigin;
}

/** Something that the story uses and the lore does not know, or knows wrongly. */
export interface Gap {
  readonly id: string;
  /** The chat in which it was met; undefined for one of the user's own. */
  readonly chat: string | undefined;
  readonly kind: GapKind;
  readonly title: string;
  /** Other titles under which it was met. */
  readonly otherTitles: readonly string[];
  /** What was said of it last; empty for nothing. */
  readonly reason: string;
  readonly urgency: GapUrgency;
  readonly status: GapStatus;
  readonly origins: readonly GapOrigin[];
  readonly evidence: readonly GapEvidence[];
  /** How often it was reported. */
  readonly flags: number;
  /** How often the messages of the chat name it, as the last scan has counted. */
  readonly mentions: number;
  /** Mentions at the time it was hidden. */
  readonly mentionsWhenHidden: number;
  /** What kind of name the scan took it for, so that decisions about it teach something; empty for no name. */
  readonly shape: string;
  /** Public id of the entry that it is about, or that fills it. */
  readonly entry: string | undefined;
  /** Public id of the entry that bore its name when the user opened it by hand: this one does not fill it. */
  readonly openDespite: string | undefined;
  /** The proposal that is to fill it. */
  readonly proposal: string | undefined;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly changed: number;
}

/** How often it was met. */
export function frequencyOf({ flags, mentions }: Pick<Gap, 'flags' | 'mentions'>): number {
  return flags + mentions;
}
