import { messagePrint, nextChatPrint } from '../base/message-print';
import type { MessageRole } from '../chat/chat-message';
import { nextIndex, type Transcript, type TranscriptMessage } from './transcript';

/** What a client sends of a chat. */
export interface SentTranscript {
  readonly chat: string;
  readonly name: string | undefined;
  readonly names: readonly string[];
  /** Index from which on the messages stand in place of what was there. */
  readonly from: number;
  /** Fingerprint of the visible messages before `from`; undefined where the client does not say it. */
  readonly before: string | undefined;
  readonly messages: readonly {
    readonly index: number;
    readonly role: MessageRole;
    readonly name: string;
    readonly text: string;
  }[];
}

/** The transcript with what was sent; `misfit` says from which index on messages are needed. */
export type Applied =
  { readonly kind: 'kept'; readonly transcript: Transcript } | { readonly kind: 'misfit'; readonly from: number };

/** Characters of all messages of a chat that are kept; the oldest are left out first. */
const MOST_CHARACTERS = 2_000_000;
/** Characters of one message that are kept. */
const LONGEST_MESSAGE = 200_000;

/** Puts what a client sent into what is known of the chat. Nothing is guessed: what does not fit is asked for again. */
export function applySent(known: Transcript | undefined, sent: SentTranscript, now: number): Applied {
  const { chat, name, from } = sent;
  const earlier = from === 0 ? [] : (known?.messages ?? []).filter(({ index }) => index < from);
  if (from > 0 && !isSame(known, earlier, sent)) return { kind: 'misfit', from: askedFrom(known, from) };
  const [left, leftTo] = from === 0 ? ['', -1] : [known?.left ?? '', known?.leftTo ?? -1];
  const messages = [...earlier, ...sentMessages(sent)];
  const names = [...new Set(sent.names.map((one) => one.trim()).filter((one) => one !== ''))];
  const transcript = { chat, name: name ?? known?.name, names, left, leftTo, messages, changed: now };
  return { kind: 'kept', transcript: bounded(transcript) };
}

/** Fingerprint of everything that is known. */
export function printOf({ left, messages }: Pick<Transcript, 'left' | 'messages'>): string {
  return messages.reduce((print, message) => nextChatPrint(print, message.index, message.print), left);
}

function isSame(known: Transcript | undefined, earlier: readonly TranscriptMessage[], sent: SentTranscript): boolean {
  // Of messages that had no room only the fingerprint of all of them is known.
  if (!known || sent.from <= known.leftTo) return false;
  return sent.before === printOf({ left: known.left, messages: earlier });
}

/** Perhaps only the newest are missing; when they do not fit either, the next answer asks for all. */
function askedFrom(known: Transcript | undefined, from: number): number {
  const next = known ? nextIndex(known) : 0;
  return from > next ? next : 0;
}

/** Oldest first, each index once: what comes later counts. */
function sentMessages({ messages, from }: SentTranscript): readonly TranscriptMessage[] {
  const byIndex = new Map(messages.filter(({ index }) => index >= from).map((message) => [message.index, message]));
  return [...byIndex.values()]
    .sort((a, b) => a.index - b.index)
    .map(({ index, role, name, text }) => ({
      index,
      role,
      name,
      text: text.slice(0, LONGEST_MESSAGE),
      print: messagePrint({ role, name, text }),
    }));
}

function bounded(transcript: Transcript): Transcript {
  let room = MOST_CHARACTERS;
  let first = transcript.messages.length;
  while (first > 0) {
    room -= transcript.messages[first - 1]?.text.length ?? 0;
    if (room < 0) break;
    first--;
  }
  if (first === 0) return transcript;
  const dropped = transcript.messages.slice(0, first);
  return {
    ...transcript,
    left: printOf({ left: transcript.left, messages: dropped }),
    leftTo: dropped.at(-1)?.index ?? transcript.leftTo,
    messages: transcript.messages.slice(first),
  };
}
