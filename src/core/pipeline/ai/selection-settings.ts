import type { Confidence } from '../../ai/selection/confidence';

/** How entries are selected: by keys alone, by keys and then by a model, or by a model from everything. */
export const selectionModes = ['keywords', 'two-stage', 'ai-only'] as const;
export type SelectionMode = (typeof selectionModes)[number];

/** The settings of selection by a model. */
export interface SelectionSettings {
  readonly selectionMode: SelectionMode;
  /** Whether picks take the place of what keywords found, or are added to it. */
  readonly aiPolicy: 'replace' | 'merge';
  /** What goes in when the model cannot be asked: the best that is known without it, what keywords found, what needs no key, or nothing. */
  readonly aiErrorFallback: 'best' | 'keywords' | 'forced' | 'nothing';
  /** What goes in when the model says that nothing fits. */
  readonly aiEmptyFallback: 'forced' | 'keywords' | 'nothing';
  /** Messages that the model reads. */
  readonly aiDepth: number;
  readonly aiThreshold: Confidence;
  readonly aiSummaries: 'prefer_summary' | 'summary_only' | 'content_only';
  /** Characters of an excerpt that stands for a missing summary. */
  readonly aiSummaryLength: number;
  /** Empty for the built-in ones. */
  readonly aiInstructions: string;
  /** Whether a small question about categories comes first where there are many candidates. */
  readonly aiCategories: boolean;
  /** The most that it may take away, in percent. */
  readonly aiCategoryShare: number;
  /** The most tokens of the list of candidates, roughly. */
  readonly aiManifestTokens: number;
}
