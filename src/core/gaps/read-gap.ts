import { isRecord, listOf } from '../base/json-value';
import { gapKinds, gapOrigins, gapStatuses, gapUrgencies, type Gap, type GapEvidence } from './gap';

/** A stored gap; none for what is none. */
export function readGap(stored: unknown): readonly Gap[] {
  if (!isRecord(stored)) return [];
  const { id, title } = stored;
  const kind = oneOf(gapKinds, stored['kind']);
  if (typeof id !== 'string' || id === '' || typeof title !== 'string' || title === '' || !kind) return [];
  return [
    {
      ...{ id, kind, title },
      chat: text(stored['chat']),
      otherTitles: texts(stored['otherTitles']),
      reason: text(stored['reason']) ?? '',
      urgency: oneOf(gapUrgencies, stored['urgency']) ?? 'low',
      status: oneOf(gapStatuses, stored['status']) ?? 'open',
      origins: listOf(stored['origins']).flatMap((one) => oneOf(gapOrigins, one) ?? []),
      evidence: listOf(stored['evidence']).flatMap(readEvidence),
      flags: count(stored['flags']),
      mentions: count(stored['mentions']),
      mentionsWhenHidden: count(stored['mentionsWhenHidden']),
      shape: text(stored['shape']) ?? '',
      entry: text(stored['entry']),
      openDespite: text(stored['openDespite']),
      proposal: text(stored['proposal']),
      created: count(stored['created']),
      changed: count(stored['changed']),
    },
  ];
}

/** The stored gaps of a chat; undefined for what is no list. */
export function readGaps(stored: unknown): readonly Gap[] | undefined {
  return Array.isArray(stored) ? stored.flatMap(readGap) : undefined;
}

function readEvidence(stored: unknown): readonly GapEvidence[] {
  if (!isRecord(stored) || typeof stored['quote'] !== 'string') return [];
  const { message } = stored;
  return [
    {
      quote: stored['quote'],
      message: typeof message === 'number' ? message : undefined,
      name: text(stored['name']) ?? '',
      origin: oneOf(gapOrigins, stored['origin']) ?? 'user',
    },
  ];
}

function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word | undefined {
  return words.find((word) => word === value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function texts(value: unknown): readonly string[] {
  return listOf(value).filter((one): one is string => typeof one === 'string');
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
