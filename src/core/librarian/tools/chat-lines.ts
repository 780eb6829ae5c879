import { material, quoted } from '../material';
import type { RecentMessage } from '../ports';
import { lines } from './pieces';

/** The most characters of messages in one answer. */
const LONGEST = 12_000;
/** A single message is cut beyond so many characters. */
const LONGEST_MESSAGE = 4_000;

/** Messages as text, oldest first. When not all have room, the oldest are left out: the newest say how things are. */
export function chatLines(messages: readonly RecentMessage[]): string {
  const kept: string[] = [];
  let room = LONGEST;
  for (const message of [...messages].reverse()) {
    const line = chatLine(message);
    if (line.length > room && kept.length > 0) break;
    kept.unshift(line);
    room -= line.length;
  }
  const left = messages.length - kept.length;
  return lines(
    left === 0 ? '' : `The ${String(left)} oldest of them are left out, since they are too long together.`,
    material('the chat', kept.join('\n\n')),
  );
}

function chatLine({ index, name, isUser, text }: RecentMessage): string {
  const cut = text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}… (cut)` : text;
  return `[${String(index)}] ${quoted(name, 60) || (isUser ? 'User' : 'Character')}: ${cut}`;
}
