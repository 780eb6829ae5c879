import { contentHash } from '../base/content-hash';

/** From what is read of the chat itself to what sums up summaries. */
export const summaryLevels = ['scene', 'chapter', 'arc'] as const;
export type SummaryLevel = (typeof summaryLevels)[number];

/** A message that a summary was made from, as it was then. */
export interface CoveredMessage {
  /** Index in the full chat. */
  readonly index: number;
  /** Fingerprint of role, name and text. */
  readonly print: string;
}

/** A part of the story, told in short. */
export interface Summary {
  readonly id: string;
  readonly level: SummaryLevel;
  /** The chat for which it was written; in a branch that has taken it over, not the branch. */
  readonly chat: string;
  /** Counts the summaries of a level in a chat, from 1. */
  readonly number: number;
  /** Of a scene: every message that it tells of, in order. Of others: none. */
  readonly messages: readonly CoveredMessage[];
  /** Of a chapter or an arc: the summaries of the level below, in order. */
  readonly parts: readonly string[];
  /** Fingerprint of what it was made from. */
  readonly hash: string;
  /** As it was written. Where its note says something else by now, the note counts. */
  readonly text: string;
  readonly title: string;
  /** The note; undefined while none is there. */
  readonly path: string | undefined;
  /** The proposal of the note, where the settings want each one to be looked at. */
  readonly proposal: string | undefined;
  /** Why there is no note, or not the newest text in it. */
  readonly noteProblem: string | undefined;
  /** Whether the model was cut off by its limit of tokens. */
  readonly isCut: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The summaries of a chat: of each level in the order of the story. */
export interface SummaryBook {
  readonly chat: string;
  readonly summaries: readonly Summary[];
}

/** The summaries of one level. */
export function ofLevel({ summaries }: SummaryBook, level: SummaryLevel): readonly Summary[] {
  return summaries.filter((summary) => summary.level === level);
}

/** Fingerprint of a scene: where its messages stand does not count. */
export function hashOfMessages(messages: readonly CoveredMessage[]): string {
  return contentHash(messages.map(({ print }) => print).join('\n'));
}

/** Fingerprint of a chapter or an arc. */
export function hashOfParts(parts: readonly Summary[]): string {
  return contentHash(parts.map(({ id, hash }) => `${id} ${hash}`).join('\n'));
}
