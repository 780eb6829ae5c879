import type { WireAiReport } from '../server/contract/wire-ai';
import type { Channel, ChannelMode, Connection, ConnectionState } from './ai/ai-types';
import { ago, counted, duration, figure } from './figures';
import type { Tone } from './parts/tone';

/** The words of everything that has to do with models. */

/** The modes of a channel, as choices. */
export const modeWords: Readonly<Record<ChannelMode, string>> = {
  off: 'Off',
  direct: 'A connection of its own',
  sillytavern: 'Through SillyTavern',
  inherit: 'As AI Search',
};

const kinds: Readonly<Record<string, string>> = {
  'openai-compatible': 'Like OpenAI',
  'azure-openai': 'Azure OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
};

/** The wire formats that a connection may have, with their names. */
export const kindChoices: readonly (readonly [string, string])[] = Object.entries(kinds);

/** A wire format as it is called; one of a newer server as it is. */
export function kindWords(kind: string): string {
  return kinds[kind] ?? kind;
}

/** How the form of an answer is told to the provider, as choices; the first is what is known of the provider. */
export const formChoices: readonly (readonly [string, string])[] = [
  ['', 'What is known of the provider'],
  ['schema', 'By a JSON schema'],
  ['json', 'Only that it is JSON'],
  ['none', 'Not at all'],
];

/** Whether a channel can be used, in a word and a color. */
export function channelState(channel: Channel): { readonly text: string; readonly tone: Tone } {
  switch (channel.state) {
    case 'usable':
      return isSpent(channel) ? { text: 'Daily limit reached', tone: 'warning' } : { text: 'Ready', tone: 'good' };
    case 'off':
      return { text: 'Off', tone: 'neutral' };
    case 'no-connection':
      return isFollowing(channel)
        ? { text: 'Waits for AI Search', tone: 'neutral' }
        : { text: 'Incomplete', tone: 'warning' };
  }
}

const isSpent = ({ usedToday, dailyTokens }: Channel): boolean => dailyTokens !== undefined && usedToday >= dailyTokens;

/** Whether a channel takes its model from AI Search. */
export function isFollowing({ id, own }: Channel): boolean {
  return id !== 'search' && (own.mode ?? 'inherit') === 'inherit';
}

/** What a channel lacks, and what to do; undefined when it lacks nothing. `relays`: how many SillyTaverns can ask for us. */
export function missingSentence({ complaint, place }: Channel, relays: number): string | undefined {
  if (complaint !== undefined) return complaint;
  if (place?.mode !== 'sillytavern' || relays > 0) return undefined;
  return 'No SillyTavern is connected now. Open one that is paired with Lorehearth.';
}

/** What stands between the selection mode and its model; undefined when they fit. */
export function selectionAdvice(
  mode: unknown,
  search: Channel | undefined,
): { tone: 'info' | 'warning'; text: string } | undefined {
  if (mode === 'keywords') return { tone: 'info', text: 'Keywords alone select now; AI Search is not asked.' };
  if (search === undefined || search.state === 'usable') return undefined;
  const why = search.complaint ?? 'AI Search is off. Choose a mode for it above.';
  return { tone: 'warning', text: `The AI is to select, but cannot be asked. ${why}` };
}

/** Where the model of a channel is, in one line: `small · My cloud`; empty when there is none. */
export function placeSentence({ place }: Channel, connections: readonly Connection[]): string {
  if (place === undefined) return '';
  const { mode, connection, model } = place;
  if (mode === 'sillytavern') return `${model ?? 'The profile’s own model'} · SillyTavern profile “${connection}”`;
  return `${model ?? ''} · ${connections.find(({ id }) => id === connection)?.name ?? connection}`;
}

/** Tokens that a channel used today: `1,200 of 5,000 tokens today`. */
export function usageWords({ usedToday, dailyTokens }: Channel): string {
  if (dailyTokens === undefined) return `${counted(usedToday, 'token', 'tokens')} today`;
  return `${figure(usedToday)} of ${figure(dailyTokens)} tokens today`;
}

/** Milliseconds as the seconds of a form: `20`, `1.5`. */
export function seconds(milliseconds: number): number {
  return milliseconds / 1_000;
}

/** Why a connection is not asked now, or what is left of its last failure; undefined when it is well. */
export function pauseSentence(state: ConnectionState, now: number): string | undefined {
  const why = state.lastError === undefined ? '' : ` ${state.lastError}`;
  if (state.state === 'probing') return `One request tries whether it is back.${why}`;
  if (state.state === 'closed') return undefined;
  const left = Math.ceil(((state.opensAgainAt ?? now) - now) / 1_000);
  const when = left > 0 ? `for another ${counted(left, 'second', 'seconds')}` : 'until the next request tries it';
  return `Not asked ${when}, because it failed ${counted(state.failures, 'time', 'times')} in a row.${why}`;
}

/** The tone of what selection by the AI did. */
export function reportTone({ outcome, unknown, ambiguous, isCutOff }: WireAiReport): Tone {
  if (outcome === 'failed') return 'error';
  if (outcome === 'skipped') return 'neutral';
  return unknown.length > 0 || ambiguous.length > 0 || isCutOff ? 'warning' : 'good';
}

/** What selection by the AI did, in a few words: `3 of 9 chosen`. */
export function reportTitle({ outcome, picks, candidates }: WireAiReport): string {
  switch (outcome) {
    case 'chosen':
      return `${figure(picks.length)} of ${figure(candidates)} chosen`;
    case 'failed':
      return 'The AI failed';
    case 'skipped':
      return 'The AI was not asked';
  }
}

/** Everything worth knowing of a report besides picks and names, a sentence each. */
export function reportFacts(report: WireAiReport): readonly string[] {
  return [
    ...(report.outcome === 'chosen' ? [sourceSentence(report)] : [report.sentence]),
    ...(report.cut > 0
      ? [`${counted(report.cut, 'less important entry was', 'less important entries were')} left out of the list.`]
      : []),
    ...(report.isCutOff ? ['The answer ended in the middle; what was complete is used.'] : []),
    ...categorySentence(report.categories),
  ];
}

function sourceSentence({ source, age, milliseconds }: WireAiReport): string {
  if (source !== 'same' && source !== 'slid') return `Asked for this text; it took ${duration(milliseconds)}.`;
  const why = source === 'same' ? 'the question is the same' : 'nothing new was named since';
  return `Remembered from ${ago(0, age)}, because ${why}.`;
}

function categorySentence(categories: WireAiReport['categories']): readonly string[] {
  if (categories === undefined) return [];
  const { chosen, removed, skipped } = categories;
  if (skipped !== '') return [`The category filter was not used: ${skipped}`];
  return [`Categories: ${chosen.join(', ')}; ${counted(removed, 'entry', 'entries')} taken away.`];
}

/** How sure the AI is of an entry. */
export const confidenceWords: Readonly<Record<WireAiReport['picks'][number]['confidence'], string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

const roles: Readonly<Record<string, string>> = { system: 'Instructions', user: 'Message', assistant: 'Answer' };

/** Who a message of the prompt comes from. */
export function roleWords(role: string): string {
  return roles[role] ?? role;
}

/** What a failure of the AI (`ai:kind`) made of a turn; undefined for other codes. */
export function aiDegradation(code: string): string | undefined {
  if (!code.startsWith('ai:')) return undefined;
  return degradations[code] ?? 'The AI could not be asked; what is known without it was used.';
}

const degradations: Readonly<Record<string, string>> = {
  'ai:timeout': 'The AI did not answer in time; what is known without it was used.',
  'ai:late': 'The AI’s answer had not come yet; what is known without it was used.',
  'ai:no-connection': 'No model is set up for AI Search; what is known without it was used.',
  'ai:paused': 'The AI is not asked for a while, because it failed; what is known without it was used.',
  'ai:spent': 'The daily limit of tokens is used up; what is known without the AI was used.',
};
