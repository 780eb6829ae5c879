import type { NotedAi } from '../noted-ai';
import { countOfEntries, grouped } from './turn-text';

/** What an AI did for a reply, in one or two sentences. */
export function aiText(ai: NotedAi): string {
  if (ai.outcome === 'chosen') return `${choiceText(ai)} ${originText(ai)}`;
  if (ai.outcome === 'failed') return `The AI did not choose. ${ai.sentence}`.trim();
  return ai.sentence === '' ? 'The AI was not asked.' : ai.sentence;
}

/** The same in a word or two, to stand behind figures; '' where there is nothing to say. */
export function aiMark({ outcome }: NotedAi): string {
  if (outcome === 'chosen') return 'chosen by AI';
  return outcome === 'failed' ? 'without AI' : '';
}

function choiceText({ picks, candidates }: NotedAi): string {
  if (picks === 0) return `The AI found that none of ${countOfEntries(candidates)} fits.`;
  return `The AI chose ${grouped(picks)} of ${countOfEntries(candidates)}.`;
}

function originText({ source, age, milliseconds }: NotedAi): string {
  if (source === 'same') return `It was asked the same ${durationText(age)} ago, and was not asked again.`;
  if (source === 'slid')
    return `It was asked ${durationText(age)} ago, and nothing said since calls for another entry.`;
  return `It was asked for this reply and took ${durationText(milliseconds)}.`;
}

/** A span of time as people say it. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${grouped(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 10) return `${(Math.round(seconds * 10) / 10).toLocaleString()} s`;
  if (seconds < 90) return `${grouped(seconds)} s`;
  const minutes = seconds / 60;
  return minutes < 90 ? `${grouped(minutes)} min` : `${grouped(minutes / 60)} h`;
}
