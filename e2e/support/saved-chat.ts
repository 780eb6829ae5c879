import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TavernMessage } from './tavern-context';

/** A chat file: one line of metadata, then a line for each message. */
export interface SavedChat {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly messages: readonly TavernMessage[];
}

/** Which chat file is meant. */
export interface ChatFile {
  /** `<data root>/default-user`. */
  readonly user: string;
  /** The card's file name without extension; absent for a group. */
  readonly character: string | undefined;
  /** File name without extension. */
  readonly chat: string;
}

/** Reads and parses a chat file; `undefined` when it does not exist. Throws when a line is not JSON. */
export async function readSavedChat({ user, character, chat }: ChatFile): Promise<SavedChat | undefined> {
  const folder = character === undefined ? join(user, 'group chats') : join(user, 'chats', character);
  const text = await readFile(join(folder, `${chat}.jsonl`), 'utf8').catch(absentIsUndefined);
  return text === undefined ? undefined : parseSavedChat(text);
}

/** Chat files of one character, names without extension, sorted. */
export async function savedChatNames(user: string, character: string): Promise<readonly string[]> {
  const files = (await readdir(join(user, 'chats', character)).catch(absentIsUndefined)) ?? [];
  return files
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort();
}

function parseSavedChat(text: string): SavedChat {
  const [header, ...messages] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line));
  // The file's shape is SillyTavern's own promise; a test that reads a missing field fails by itself.
  const { chat_metadata } = (header ?? {}) as { chat_metadata?: SavedChat['metadata'] };
  return { metadata: chat_metadata ?? {}, messages: messages as readonly TavernMessage[] };
}

function absentIsUndefined(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
