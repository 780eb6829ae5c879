import { isRecord, listOf, type JsonRecord } from '../base/json-value';
import { summaryLevels, type CoveredMessage, type Summary, type SummaryBook } from './summary';

/** The stored summaries of a chat; undefined for what are none. A damaged summary is left out: it is written anew. */
export function readSummaryBook(stored: unknown): SummaryBook | undefined {
  if (!isRecord(stored) || typeof stored['chat'] !== 'string') return undefined;
  return { chat: stored['chat'], summaries: listOf(stored['summaries']).flatMap((one) => readSummary(one) ?? []) };
}

function readSummary(stored: unknown): Summary | undefined {
  if (!isRecord(stored)) return undefined;
  const { id, chat, hash, text } = stored;
  const level = summaryLevels.find((one) => one === stored['level']);
  const messages = listOf(stored['messages']).map(readMessage);
  if (level === undefined || typeof id !== 'string' || typeof chat !== 'string') return undefined;
  if (typeof hash !== 'string' || typeof text !== 'string' || messages.includes(undefined)) return undefined;
  return {
    ...{ id, level, chat, hash, text },
    messages: messages.filter((message) => message !== undefined),
    number: numberOf(stored, 'number'),
    parts: listOf(stored['parts']).filter((part): part is string => typeof part === 'string'),
    title: textOf(stored, 'title') ?? '',
    path: textOf(stored, 'path'),
    proposal: textOf(stored, 'proposal'),
    noteProblem: textOf(stored, 'noteProblem'),
    isCut: stored['isCut'] === true,
    at: numberOf(stored, 'at'),
  };
}

function readMessage(stored: unknown): CoveredMessage | undefined {
  if (!isRecord(stored)) return undefined;
  const { index, print } = stored;
  return typeof index === 'number' && typeof print === 'string' ? { index, print } : undefined;
}

function textOf(stored: JsonRecord, name: string): string | undefined {
  const value = stored[name];
  return typeof value === 'string' ? value : undefined;
}

function numberOf(stored: JsonRecord, name: string): number {
  const value = stored[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
