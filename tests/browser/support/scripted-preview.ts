import type { WireInjection, WirePreviewAnswer, WireTrace } from '../../../src/server/contract/wire-generation';
import type { WireEntryDetail } from '../../../src/server/contract/wire-lore';

type Matched = WireTrace['decisions'][number]['matched'][number];
type Position = WireInjection['position'];

const positions: Readonly<Record<string, Position>> = {
  before: 'before',
  before_char: 'before_char',
  in_chat: 'in_chat',
};

/** The most tokens that the scripted server gives away. */
export const scriptedBudget = 400;

/** A plain choice of lore, just good enough to fill panels: keys as they stand, secondary keys, switches, a budget. */
export function scriptedPreview(entries: readonly WireEntryDetail[], text: string): WirePreviewAnswer {
  const candidates = entries.flatMap((entry) => {
    const matched = entry.keys.flatMap((key) => matches(text, key));
    return entry.constant || matched.length > 0 ? [{ entry, matched }] : [];
  });
  let spent = 0;
  const judged = candidates.map(({ entry, matched }) => {
    const refusal = whyNot(entry, text, scriptedBudget - spent);
    if (refusal === undefined) spent += entry.tokens;
    return { entry, matched, refusal };
  });
  const kept = judged.filter(({ refusal }) => refusal === undefined).map(({ entry }) => entry);
  const injections = inject(kept);
  const summary = {
    candidates: judged.length,
    injected: kept.length,
    tokens: spent,
    budget: scriptedBudget,
    degraded: [],
    warnings: [],
    milliseconds: 2.4,
  };
  const record = { v: 1 as const, g: 'preview', e: [] };
  return {
    answer: {
      id: 'preview',
      turn: 1,
      mode: 'keywords',
      injections,
      entries: kept.map(({ id, title, path, tokens, order, constant }) => ({
        id,
        title,
        path,
        tokens,
        order,
        reason: constant ? 'constant' : 'key',
        matched: [],
      })),
      record,
      wants: { messages: 4 },
      summary,
    },
    explanations: [],
    trace: {
      id: 'preview',
      chat: 'preview',
      turn: 1,
      type: 'normal',
      at: 0,
      mode: 'keywords',
      window: [0],
      texts: [],
      hooks: [],
      entries: judged.map(({ entry, refusal }) => ({
        id: entry.id,
        title: entry.title,
        path: entry.path,
        tokens: entry.tokens,
        injected: refusal === undefined,
        reason: entry.constant ? 'constant' : 'key',
        order: entry.order,
        priority: entry.priority,
      })),
      decisions: judged.flatMap(({ entry, matched, refusal }) => [
        {
          entry: entry.id,
          stage: entry.constant ? ('forced' as const) : ('keywords' as const),
          verdict: 'kept' as const,
          reason: entry.constant ? 'constant' : 'key',
          detail: entry.constant ? 'It is always selected.' : `“${matched[0]?.matched ?? ''}” stands in the text.`,
          matched,
        },
        ...(refusal === undefined ? [] : [{ entry: entry.id, verdict: 'refused' as const, matched, ...refusal }]),
      ]),
      injections,
      record,
      summary,
      timings: { keywords: 1.1 },
    },
    problems: [],
  };
}

function matches(text: string, key: string): readonly Matched[] {
  const [, source, flags = ''] = /^\/(.*)\/([a-z]*)$/.exec(key) ?? [];
  const pattern =
    source === undefined
      ? new RegExp(`\\b${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\b`, 'gi')
      : new RegExp(source, `${flags}g`);
  return [...text.matchAll(pattern)].map((match) => ({
    key,
    matched: match[0],
    where: 0,
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function whyNot(entry: WireEntryDetail, text: string, left: number) {
  if (!entry.enabled) return { stage: 'filters' as const, reason: 'disabled', detail: 'The entry is switched off.' };
  if (entry.never)
    return { stage: 'filters' as const, reason: 'never', detail: 'The entry is tagged never to be injected.' };
  const lower = text.toLowerCase();
  if (entry.refineKeys.length > 0 && !entry.refineKeys.some((key) => lower.includes(key))) {
    const detail = `None of its secondary keys (${entry.refineKeys.join(', ')}) stands in the text.`;
    return { stage: 'keywords' as const, reason: 'secondary_keys_not_met', detail };
  }
  if (entry.tokens <= left) return undefined;
  const detail = `It needs ${String(entry.tokens)} tokens; ${String(left)} were left.`;
  return { stage: 'budget' as const, reason: 'over_budget', detail };
}

function inject(kept: readonly WireEntryDetail[]): WireInjection[] {
  const order: readonly Position[] = ['before', 'before_char', 'after', 'in_chat'];
  return order.flatMap((position): WireInjection[] => {
    const here = kept.filter((entry) => (positions[String(entry.properties['position'])] ?? 'after') === position);
    if (here.length === 0) return [];
    return [
      {
        key: `lorehearth/${position}`,
        position,
        ...(position === 'in_chat' && { depth: 4, role: 'system' as const }),
        text: here.map(({ title, text }) => `<${title}>\n${text}\n</${title}>`).join('\n\n'),
        tokens: here.reduce((sum, { tokens }) => sum + tokens, 0),
        entries: here.map(({ id }) => id),
      },
    ];
  });
}
