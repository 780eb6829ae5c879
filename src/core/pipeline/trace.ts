import type { EntryId } from '../base/entry-id';
import type { InjectionRecord } from '../chat/injection-record';
import type { GenerationType } from '../lore/entry-fields';
import type { AiReport } from './ai/ai-report';
import type { SelectionMode } from './ai/selection-settings';
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
  readonly path: string;
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
  readonly turn: number;
  readonly type: GenerationType;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly mode: SelectionMode;
  /** What selection by a model did; undefined when none was asked for. */
  readonly ai: AiReport | undefined;
  /** Messages of the global scan window: their indexes. */
  readonly window: readonly number[];
  readonly entries: readonly TraceEntry[];
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
