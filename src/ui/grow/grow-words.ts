import type { WireGrowthEstimate, WireGrowthJobHead, WireGrowthResult } from '../../server/contract/wire-growth';
import { counted, figure } from '../figures';
import type { Tone } from '../parts/tone';

/** The tools by name. */
export type GrowTool = WireGrowthJobHead['tool'];
export const growTools: readonly GrowTool[] = ['new-lore', 'keys', 'summaries', 'review'];

/** What each tool is called, what it does, and what comes of it. */
export const toolWords: Readonly<
  Record<GrowTool, { readonly title: string; readonly does: string; readonly yields: string }>
> = {
  'new-lore': {
    title: 'New lore from chat',
    does: 'Reads what a chat says and finds people, places and things that the lore lacks.',
    yields: 'New entries come as proposals; news of entries that are there, as hints.',
  },
  keys: {
    title: 'Optimize keys',
    does: 'Looks for keys that bring an entry when it matters and not otherwise.',
    yields: 'New keys come as proposals, with what old and new ones hit in your chats.',
  },
  summaries: {
    title: 'Summarize missing',
    does: 'Writes a summary for each entry that has none, so that the AI can choose it.',
    yields: 'Summaries come as proposals.',
  },
  review: {
    title: 'Vault review',
    does: 'Looks whether entries agree with each other: contradictions, duplicates, gaps.',
    yields: 'The report comes as a note with links to the entries.',
  },
};

/** The name of a tool's value; undefined for anything else. */
export function growToolOf(name: string | undefined): GrowTool | undefined {
  return growTools.find((tool) => tool === name);
}

const states = {
  waiting: { text: 'Waiting', tone: 'neutral' },
  running: { text: 'Running', tone: 'info' },
  paused: { text: 'Paused', tone: 'warning' },
  done: { text: 'Done', tone: 'good' },
  canceled: { text: 'Canceled', tone: 'neutral' },
} as const satisfies Record<WireGrowthJobHead['state'], { readonly text: string; readonly tone: Tone }>;

/** How a job stands. */
export function stateWords({ state }: Pick<WireGrowthJobHead, 'state'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  return states[state];
}

/** Whether something of it is still to be done. */
export function isUnfinished({ state }: Pick<WireGrowthJobHead, 'state'>): boolean {
  return state !== 'done' && state !== 'canceled';
}

/** What a job would take. */
export function estimateWords({ entries, requests, input, output, cost }: WireGrowthEstimate): string {
  const parts = [
    ...(entries > 0 ? [counted(entries, 'entry', 'entries')] : []),
    counted(requests, 'question', 'questions'),
    `about ${figure(rounded(input + output))} tokens`,
    cost === undefined ? 'no price is set for the model' : `about ${money(cost)} at your prices`,
  ];
  return parts.join(' · ');
}

/** What came of a job, and what it took. */
export function outcomeWords({ proposals, updates, left, failed, input, output, cost }: WireGrowthJobHead): string {
  const parts = [
    ...(proposals > 0 ? [counted(proposals, 'proposal', 'proposals')] : []),
    ...(updates > 0 ? [counted(updates, 'hint', 'hints')] : []),
    ...(left > 0 ? [`${figure(left)} left as they are`] : []),
    ...(failed > 0 ? [`${figure(failed)} failed`] : []),
    ...(input + output > 0 ? [`${figure(input + output)} tokens`] : []),
    ...(cost === undefined ? [] : [`${money(cost)} at your prices`]),
  ];
  return parts.join(' · ');
}

/** An amount in the user's own currency, whichever that is. */
function money(cost: number): string {
  if (cost > 0 && cost < 0.01) return 'less than 0.01';
  return cost.toFixed(2);
}

/** Estimates promise no more than they can hold. */
function rounded(tokens: number): number {
  const unit = tokens < 1_000 ? 10 : tokens < 100_000 ? 100 : 1_000;
  return Math.ceil(tokens / unit) * unit;
}

/** The results of a kind. */
export function resultsOf<Kind extends WireGrowthResult['kind']>(
  results: readonly WireGrowthResult[],
  kind: Kind,
): readonly Extract<WireGrowthResult, { readonly kind: Kind }>[] {
  return results.filter((one): one is Extract<WireGrowthResult, { readonly kind: Kind }> => one.kind === kind);
}
