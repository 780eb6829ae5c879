import type { WireFlagLoreAnswer, WireFlagLoreCall, WireSearchLoreAnswer } from '../../../server/contract/wire-tools';
import { listOf, objectOf, textOf, textsOf } from '../json-value';
import { readPart } from '../message-parts';
import type { MessageExtra } from '../tavern-context';

/** One call of a tool, as much of it as a reader of the reply wants to know. */
export type ToolUse = SearchUse | FlagUse;

/** `failed`: Lorehearth could not be asked. */
export interface SearchUse {
  readonly kind: 'search';
  readonly queries: readonly string[];
  readonly outcome: WireSearchLoreAnswer['outcome'] | 'failed';
  readonly entries: readonly { readonly title: string; readonly form: 'full' | 'summary' }[];
  /** The gap that was noted since nothing was found. */
  readonly gap?: string;
}

export interface FlagUse {
  readonly kind: 'flag';
  readonly title: string;
  readonly reason: string;
  readonly update: boolean;
  readonly outcome: WireFlagLoreAnswer['outcome'] | 'failed';
}

/** Chat files should not grow by what models say to tools. In items and characters. */
const mostUses = 20;
const mostTexts = 8;
const longestText = 300;

/** What is kept of a search. */
export function searchUse(queries: readonly string[], answer: WireSearchLoreAnswer | undefined): SearchUse {
  const gap = answer?.gap?.title;
  return {
    kind: 'search',
    queries: queries.slice(0, mostTexts).map(shortened),
    outcome: answer?.outcome ?? 'failed',
    entries: (answer?.entries ?? []).slice(0, mostTexts).map(({ title, form }) => ({ title: shortened(title), form })),
    ...(gap === undefined ? {} : { gap: shortened(gap) }),
  };
}

/** What is kept of a flag. */
export function flagUse(call: FlagArguments, answer: WireFlagLoreAnswer | undefined): FlagUse {
  return {
    kind: 'flag',
    title: shortened(answer?.gap?.title ?? call.title),
    reason: shortened(call.reason),
    update: call.kind === 'update',
    outcome: answer?.outcome ?? 'failed',
  };
}

/** What the model has to say when it flags. */
export type FlagArguments = Pick<WireFlagLoreCall, 'title' | 'reason' | 'urgency' | 'kind' | 'entry'>;

/** Of many uses the first ones. */
export function limitedUses(uses: readonly ToolUse[]): readonly ToolUse[] {
  return uses.slice(0, mostUses);
}

/** The uses that a message keeps; what is not one is left out. */
export function readToolUses(extra: MessageExtra | undefined): readonly ToolUse[] {
  return listOf(readPart(extra, 'tools')).flatMap(readUse);
}

function readUse(value: unknown): readonly ToolUse[] {
  const raw = objectOf(value);
  const text = (name: string): string => textOf(raw?.[name]) ?? '';
  const outcome = text('outcome');
  if (raw?.['kind'] === 'search') {
    const known = searchOutcomes.find((one) => one === outcome) ?? 'failed';
    const entries = listOf(raw['entries']).flatMap(readEntry);
    const found = { kind: 'search', queries: textsOf(raw['queries']), outcome: known, entries } as const;
    return [text('gap') === '' ? found : { ...found, gap: text('gap') }];
  }
  if (raw?.['kind'] !== 'flag') return [];
  const known = flagOutcomes.find((one) => one === outcome) ?? 'failed';
  return [
    { kind: 'flag', title: text('title'), reason: text('reason'), update: raw['update'] === true, outcome: known },
  ];
}

function readEntry(value: unknown): SearchUse['entries'] {
  const title = textOf(objectOf(value)?.['title']);
  const isFull = objectOf(value)?.['form'] === 'full';
  return title === undefined ? [] : [{ title, form: isFull ? 'full' : 'summary' }];
}

const searchOutcomes = ['found', 'known', 'nothing', 'limit', 'off', 'refused'] as const;
const flagOutcomes = ['noted', 'known', 'limit', 'off', 'refused'] as const;

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}
