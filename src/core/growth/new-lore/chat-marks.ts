import { isRecord, listOf } from '../../base/json-value';
import { KeptList } from '../../edits/kept-list';
import { storedDocuments } from '../../documents/stored-documents';
import type { DocumentStore } from '../../ports/document-store';
import type { Log } from '../../ports/log';
import type { Transcript, TranscriptMessage } from '../../transcripts/transcript';

/** The last messages of a chat that were read. */
export interface ChatMark {
  /** The chat. */
  readonly id: string;
  /** Index and fingerprint, the newest last. */
  readonly read: readonly (readonly [index: number, print: string])[];
}

/** Messages of each chat that are remembered: so far back may be edited or deleted without reading all anew. */
const REMEMBERED = 20;
const MOST_CHATS = 200;

/** Keeps how far each chat was read. */
export function chatMarks(store: DocumentStore, log: Log): KeptList<ChatMark> {
  const bounded = (items: readonly ChatMark[]): readonly ChatMark[] => items.slice(0, MOST_CHATS);
  return new KeptList({ document: storedDocuments.growthMarks, isItem: isMark, bounded }, store, log);
}

/** The mark of a chat that was read up to an index. */
export function markUpTo(transcript: Transcript, index: number): ChatMark {
  const read = transcript.messages.filter((message) => message.index <= index).slice(-REMEMBERED);
  return { id: transcript.chat, read: read.map((message) => [message.index, message.print]) };
}

/** The messages that come after the last one that was read and is still the same; all where none is. */
export function unread({ messages }: Transcript, mark: ChatMark | undefined): readonly TranscriptMessage[] {
  const prints = new Map(mark?.read);
  const last = messages.filter(({ index, print }) => prints.get(index) === print).at(-1);
  return last === undefined ? messages : messages.filter(({ index }) => index > last.index);
}

function isMark(value: unknown): value is ChatMark {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    Array.isArray(value['read']) &&
    listOf(value['read']).every((one) => Array.isArray(one) && typeof one[0] === 'number' && typeof one[1] === 'string')
  );
}
