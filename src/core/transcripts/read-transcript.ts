import { isRecord, listOf } from '../base/json-value';
import type { Transcript, TranscriptMessage } from './transcript';

const roles = ['user', 'assistant', 'system'] as const;

/** A stored transcript; undefined for what is none. One damaged message makes it useless: the client sends it again. */
export function readTranscript(stored: unknown): Transcript | undefined {
  if (!isRecord(stored)) return undefined;
  const { chat, name, left, leftTo, changed } = stored;
  const messages = listOf(stored['messages']).map(readMessage);
  if (typeof chat !== 'string' || typeof left !== 'string' || typeof leftTo !== 'number') return undefined;
  if (typeof changed !== 'number' || messages.includes(undefined)) return undefined;
  return {
    chat,
    name: typeof name === 'string' ? name : undefined,
    names: listOf(stored['names']).filter((one): one is string => typeof one === 'string'),
    left,
    leftTo,
    messages: messages.filter((message) => message !== undefined),
    changed,
  };
}

function readMessage(stored: unknown): TranscriptMessage | undefined {
  if (!isRecord(stored)) return undefined;
  const { index, name, text, print } = stored;
  const role = roles.find((one) => one === stored['role']);
  if (typeof index !== 'number' || role === undefined || typeof name !== 'string') return undefined;
  return typeof text === 'string' && typeof print === 'string' ? { index, role, name, text, print } : undefined;
}
