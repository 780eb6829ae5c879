import { asRecord } from './tavern-entry';

/** Settings of ours that SillyTavern's World Info settings decide, with our names and directions. */
export interface TavernTurnSettings {
  readonly scanDepth: number;
  readonly speakerNames: boolean;
  readonly caseSensitive: boolean;
  readonly wholeWords: boolean;
  readonly recursion: boolean;
  /** Searches of entries' texts after the first sweep. */
  readonly recursionSteps: number;
  readonly minActivations: number;
  readonly minActivationsDepth: number;
  readonly groupScoring: boolean;
  readonly budgetKind: 'percent' | 'tokens';
  /** Percent of the context, 1–100. */
  readonly budgetPercent: number;
  /** The most tokens of that share; 0 for no cap. */
  readonly budgetCap: number;
  /** Tokens of text; counts when `budgetKind` is `tokens`. */
  readonly tokenBudget?: number;
  /** World Info knows no limit of entries. */
  readonly entryLimit: 0;
}

/** The context that SillyTavern's budget is a share of. */
export interface TavernContextSize {
  /** Tokens of the context without the reply. */
  readonly size: number;
  /** Tokens that SillyTavern's counter adds to each count; about 6 with chat completion, else 0. */
  readonly overhead: number;
}

/** SillyTavern sets no limit to recursion; it ends when nothing new is found. */
const UNLIMITED_STEPS = 1_000;

/**
 * Our settings for SillyTavern's `world_info_settings`. What is missing there has the value that SillyTavern's program
 * has for it.
 *
 * @param context With it, the budget is the number of tokens of text that SillyTavern lets in there: a text that makes
 * its count equal to the budget does not fit any more. Without it the budget is a share with its cap.
 */
export function settingsFromTavern(value: unknown, context?: TavernContextSize): TavernTurnSettings {
  const written = asRecord(value) ?? {};
  const number = (name: string, fallback: number): number => readNumber(written[`world_info_${name}`]) ?? fallback;
  const flag = (name: string, fallback: boolean): boolean => readFlag(written[`world_info_${name}`]) ?? fallback;
  const steps = number('max_recursion_steps', 0);
  const deepest = number('min_activations_depth_max', 0);
  const percent = budgetPercent(number('budget', 25));
  const tokens = context && tokensOfText(percent, number('budget_cap', 0), context);
  return {
    scanDepth: number('depth', 2),
    speakerNames: flag('include_names', true),
    caseSensitive: flag('case_sensitive', false),
    wholeWords: flag('match_whole_words', false),
    recursion: flag('recursive', false),
    recursionSteps: steps === 0 ? UNLIMITED_STEPS : steps - 1,
    minActivations: number('min_activations', 0),
    // Its search still goes one message further when it has reached the limit.
    minActivationsDepth: deepest === 0 ? 0 : deepest + 1,
    groupScoring: flag('use_group_scoring', false),
    budgetKind: tokens === undefined ? 'percent' : 'tokens',
    budgetPercent: Math.max(percent, 1),
    budgetCap: number('budget_cap', 0),
    ...(tokens === undefined ? {} : { tokenBudget: tokens }),
    entryLimit: 0,
  };
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.round(value)) : undefined;
}

function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** More than everything is a value of an older version. */
function budgetPercent(percent: number): number {
  return percent > 100 ? 25 : percent;
}

/** A budget of nothing is one token to SillyTavern, which still holds no text. */
function tokensOfText(percent: number, cap: number, { size, overhead }: TavernContextSize): number {
  const share = Math.round((percent * size) / 100) || 1;
  const budget = cap > 0 ? Math.min(share, cap) : share;
  return Math.max(0, budget - 1 - overhead);
}
