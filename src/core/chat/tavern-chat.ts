import { isRecord, type JsonRecord } from '../base/json-value';
import type { ChatMessage } from './chat-message';

/** A saved SillyTavern chat. */
export interface TavernChat {
  readonly userName: string;
  readonly characterName: string;
  readonly messages: readonly ChatMessage[];
}

/** The chat, or a sentence on why the text is none. */
export type TavernChatReading =
  | { readonly kind: 'chat'; readonly chat: TavernChat; readonly skippedLines: readonly number[] }
  | { readonly kind: 'refused'; readonly sentence: string };

/**
 * Reads a SillyTavern chat file (`.jsonl`): a line of metadata, then a message on each line. Lines that are no messages
 * are passed over and named; a text without any message is refused.
 */
export function readTavernChat(text: string): TavernChatReading {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const rows = lines.map((line, at) => ({ line: at + 1, value: line.trim() === '' ? 'blank' : readJson(line) }));
  const [first] = rows;
  const header = first && isRecord(first.value) && !isMessage(first.value) ? first.value : undefined;
  const body = rows.filter((row) => row.value !== 'blank' && row.value !== header);
  const messages = body.flatMap((row) => (isRecord(row.value) && isMessage(row.value) ? [row.value] : []));
  if (messages.length === 0) {
    return { kind: 'refused', sentence: 'This is no SillyTavern chat: no line holds a message with a "mes" text.' };
  }
  const skippedLines = body.filter((row) => !isRecord(row.value) || !isMessage(row.value)).map((row) => row.line);
  const userName = textOf(header?.['user_name']) || nameOf(messages, true);
  const characterName = textOf(header?.['character_name']) || nameOf(messages, false);
  return { kind: 'chat', chat: { userName, characterName, messages: messages.map(readMessage) }, skippedLines };
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isMessage(value: JsonRecord): boolean {
  return typeof value['mes'] === 'string';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function nameOf(messages: readonly JsonRecord[], isUser: boolean): string {
  return textOf(messages.find((message) => (message['is_user'] === true) === isUser)?.['name']);
}

function readMessage(message: JsonRecord, index: number): ChatMessage {
  const isUser = message['is_user'] === true;
  return {
    index,
    role: isUser ? 'user' : 'assistant',
    name: textOf(message['name']),
    text: textOf(message['mes']),
    hidden: message['is_system'] === true,
    isGreeting: index === 0 && !isUser,
  };
}
