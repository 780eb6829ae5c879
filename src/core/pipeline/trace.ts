import type { EntryId } from '../base/entry-id';
import type { MessageRole } from '../chat/chat-message';
import type { InjectionRecord } from '../chat/injection-record';
import type { GenerationType } from '../lore/entry-fields';
import type { AiReport } from './ai/ai-report';
import type { SelectionMode } from './ai/selection-settings';
import type { TurnBook } from './card-lore';
import type { Delivery } from './delivery';
import type { HookReport } from './hook';
import type { AdmissionReason, RefusalReason } from './reasons';
import type { Injection } from './injection';

/** The steps of a turn, in the order of the trace. */
export const stageNames = [
  'refresh',
  'scan-text',
  'forced',
  'keywords',
  'active-character',
  'recursion',
  'cascade',
  'fuzzy',
  'filters',
  'ai-selection',
  'groups',
  'gating',
  'hooks',
  'budget',
  'format',
  'record',
] as const;
export type StageName = (typeof stageNames)[number];

/** Words of a scanned text that woke an entry. */
export interface MatchedKey {
  /** The key as the user wrote it. */
  readonly key: string;
  /** The words that matched, as they stand in the text. */
  readonly matched: string;
  /** Index of the message in the full chat; `draft` and the names of extra sources stand for texts that are none. */
  readonly where: number | string;
  /** Place in that text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** A text in which words of entries were found, as far as it stands around them. */
export interface TraceText {
  /** As in `MatchedKey`. */
  readonly where: number | string;
  /** Who speaks, or the title of the entry whose text it is; empty for other texts. */
  readonly name: string;
  /** Whose message it is; undefined for texts that are none. */
  readonly role: MessageRole | undefined;
  /** In order, without overlaps; `start` is the place in the text, in UTF-16 units. */
  readonly pieces: readonly { readonly start: number; readonly text: string }[];
}

/** One decision about one entry. */
export interface Decision {
  readonly entry: EntryId;
  readonly stage: StageName;
  readonly verdict: 'kept' | 'refused';
  readonly reason: AdmissionReason | RefusalReason;
  /** The facts behind it in one sentence, for the user. */
  readonly detail: string;
  readonly matched: readonly MatchedKey[];
}

/** An entry of the trace, so that a trace can be read after its note is gone. */
export interface TraceEntry {
  readonly id: EntryId;
  readonly title: string;
  /** Empty for an entry of a card. */
  readonly path: string;
  /** Name of the character in whose card it stands; undefined for a note. */
  readonly card?: string;
  /** Name of the further vault that it is from; undefined for the host's own. */
  readonly vault?: string;
  /** Quick Replies of SillyTavern with this automation id run with it; undefined for none. */
  readonly automationId?: string;
  /** Tokens of the formatted text (0 when it was never counted). */
  readonly tokens: number;
  readonly injected: boolean;
  /** Why the entry was a candidate. */
  readonly reason: AdmissionReason | undefined;
  readonly order: number;
  readonly priority: number;
}

/** Every decision of one generation. */
export interface Trace {
  readonly id: string;
  readonly chat: string;
  /** The chat's name in the client; undefined when it gave none. */
  readonly chatName: string | undefined;
  readonly turn: number;
  readonly type: GenerationType;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly mode: SelectionMode;
  /** What selection by a model did; undefined when none was asked for. */
  readonly ai: AiReport | undefined;
  /** Messages of the global scan window: their indexes. */
  readonly window: readonly number[];
  /** What surrounds the words that were found. */
  readonly texts: readonly TraceText[];
  readonly entries: readonly TraceEntry[];
  /** The lorebooks of cards that the request brought or named; undefined for none. */
  readonly books?: readonly TurnBook[];
  readonly decisions: readonly Decision[];
  readonly injections: readonly Injection[];
  /** What interceptors of other plugins did. */
  readonly hooks: readonly HookReport[];
  readonly record: InjectionRecord;
  readonly summary: TraceSummary;
  /** Milliseconds spent in each stage that ran. */
  readonly timings: Readonly<Partial<Record<StageName, number>>>;
  /** What became of the injections; missing until the host has said so. */
  readonly delivery?: readonly Delivery[];
  /** Refused entries of which nothing is kept any more, of a turn of an earlier run. */
  readonly leftOut?: number;
}

/** The figures of a turn. */
export interface TraceSummary {
  readonly candidates: number;
  readonly injected: number;
  readonly tokens: number;
  /** The token budget of the turn; undefined when it has no limit. */
  readonly budget: number | undefined;
  /** The folder of the book whose budget that is; undefined when the settings say it. */
  readonly budgetBook: string | undefined;
  /** What made the turn less than it should be, as `kind` or `kind:cause`. */
  readonly degraded: readonly string[];
  /** Sentences for the user. */
  readonly warnings: readonly string[];
  readonly milliseconds: number;
}
