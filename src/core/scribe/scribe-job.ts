import { isRecord } from '../base/json-value';

/** Why the Scribe works on a chat. */
const scribeReasons = ['command', 'automatic', 'redo'] as const;
type ScribeReason = (typeof scribeReasons)[number];

/** How a job stands: `failed` for one that only the user, or new replies, begin again. */
const scribeJobStates = ['waiting', 'running', 'failed'] as const;
type ScribeJobState = (typeof scribeJobStates)[number];

/** Work on the summaries of a chat that is to be done. */
export interface ScribeJob {
  readonly id: string;
  readonly chat: string;
  readonly reason: ScribeReason;
  /** What the user wants to read of above all; empty for nothing. */
  readonly focus: string;
  /** The summary that is written anew, where it is only one. */
  readonly only: string | undefined;
  /** Whether scenes are written that no mark has ended. */
  readonly closes: boolean;
  readonly state: ScribeJobState;
  /** How often it failed. */
  readonly tries: number;
  /** Milliseconds since 1970 before which it is not tried again. */
  readonly notBefore: number;
  /** Milliseconds since 1970 when it was asked for, or failed. */
  readonly at: number;
  readonly done: number;
  readonly total: number;
  /** Why it failed the last time; empty when it did not. */
  readonly sentence: string;
}

/** Whether a stored value is a job. */
export function isScribeJob(value: unknown): value is ScribeJob {
  if (!isRecord(value)) return false;
  const texts = ['id', 'chat', 'focus', 'sentence'].every((name) => typeof value[name] === 'string');
  const numbers = ['tries', 'notBefore', 'at', 'done', 'total'].every((name) => typeof value[name] === 'number');
  const isOnly = value['only'] === undefined || typeof value['only'] === 'string';
  const isKnown =
    scribeReasons.some((one) => one === value['reason']) && scribeJobStates.some((one) => one === value['state']);
  return texts && numbers && isOnly && isKnown && typeof value['closes'] === 'boolean';
}
