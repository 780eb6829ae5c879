import type { EntryKey } from '../../lore/entry-key';
import type { LoreEntry } from '../../lore/lore-entry';
import type { Settings } from '../../settings/settings-table';
import { inEntry, type Finding } from '../finding';

/** What one entry is looked at with. */
export interface EntryContext {
  readonly settings: Settings;
  /** The token budget of a turn, as far as it is known. */
  readonly budget: number | undefined;
  readonly tokens: (entry: LoreEntry) => number;
}

type EntryCheck = (entry: LoreEntry, context: EntryContext) => Finding | undefined;

const LONGEST_SEED = 2_000;
const SHORT_KEY = 3;

/** Macros that change something when a text is injected. */
const WRITING_MACRO = /\{\{\s*(?:set|add|inc|dec)(?:global|chat|temp)?var\s*::?[^{}]*\}\}/i;

/** What can be wrong with one entry whatever else there is; a new check is a row here and one in `healthKinds`. */
export const entryChecks: readonly EntryCheck[] = [
  (entry) => (entry.properties.probability === 0 ? at('probability-zero', entry, 'probability') : undefined),
  (entry) =>
    entry.properties.delayUntilRecursion !== undefined &&
    entry.properties.delayUntilRecursion > 0 &&
    entry.properties.notRecursable === true &&
    !entry.constant
      ? at('recursion-contradiction', entry, 'notRecursable')
      : undefined,
  (entry, { settings }) => {
    const { position = settings.position, depth, role } = entry.properties;
    if (position === 'in_chat' || (depth === undefined && role === undefined)) return undefined;
    const property = depth === undefined ? 'role' : 'depth';
    return inEntry('depth-not-in-chat', entry, property, position, { property });
  },
  (entry, { settings }) => {
    const { position = settings.position, outlet = '' } = entry.properties;
    if (position === 'outlet' || outlet === '') return undefined;
    return inEntry('outlet-elsewhere', entry, outlet, position, { property: 'outlet' });
  },
  (entry) => {
    const { selectiveLogic } = entry.properties;
    if (selectiveLogic === undefined || entry.refineKeys.length > 0) return undefined;
    return inEntry('logic-without-refine', entry, selectiveLogic, '', { property: 'selectiveLogic' });
  },
  (entry) => {
    const { warmup = 0 } = entry.properties;
    if (entry.constant || warmup <= 1 || entry.keys.length === 0 || !entry.keys.every(isShort)) return undefined;
    return inEntry('warmup-short-keys', entry, String(warmup), '', { property: 'warmup' });
  },
  (entry, context) => {
    const { budget, tokens } = context;
    if (budget === undefined || entry.properties.ignoreBudget === true || entry.required) return undefined;
    if (context.settings.truncate || !mayHave(entry, budget) || tokens(entry) <= budget) return undefined;
    return inEntry('entry-over-budget', entry, String(tokens(entry)), String(budget));
  },
  (entry, { settings: { longEntryTokens }, budget, tokens }) => {
    if (!mayHave(entry, longEntryTokens) || tokens(entry) <= longEntryTokens) return undefined;
    // Where it does not even fit, that is told instead.
    if (budget !== undefined && tokens(entry) > budget) return undefined;
    return inEntry('entry-long', entry, String(tokens(entry)), String(longEntryTokens));
  },
  (entry, { settings, tokens }) => {
    if (!entry.seed || settings.selectionMode === 'keywords' || !mayHave(entry, LONGEST_SEED)) return undefined;
    return tokens(entry) > LONGEST_SEED ? inEntry('seed-long', entry, String(tokens(entry))) : undefined;
  },
  (entry, { settings }) => {
    if (settings.selectionMode === 'keywords' || entry.constant) return undefined;
    return (entry.properties.summary ?? '').trim() === '' ? inEntry('summary-missing', entry) : undefined;
  },
  (entry) => {
    const macro = entry.text.includes('{{') ? WRITING_MACRO.exec(entry.text)?.[0] : undefined;
    return macro === undefined ? undefined : inEntry('macro-writes-state', entry, macro, '', { words: macro });
  },
];

function at(
  code: 'probability-zero' | 'recursion-contradiction',
  entry: LoreEntry,
  property: 'probability' | 'notRecursable',
): Finding {
  return inEntry(code, entry, '', '', { property });
}

function isShort(key: EntryKey): boolean {
  return key.kind === 'literal' && Array.from(key.text).length <= SHORT_KEY;
}

/** Whether a text is long enough to have so many tokens: counting exactly takes time, and few texts are. */
function mayHave({ text }: LoreEntry, tokens: number): boolean {
  return text.length > tokens;
}
