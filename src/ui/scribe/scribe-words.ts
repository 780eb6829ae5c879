import type { WireChatSummary, WireScribeJob } from '../../server/contract/wire-scribe';
import { counted } from '../figures';
import type { Tone } from '../parts/tone';

export const levelWords = {
  scene: { one: 'Scene', many: 'Scenes' },
  chapter: { one: 'Chapter', many: 'Chapters' },
  arc: { one: 'Arc', many: 'Arcs' },
} as const satisfies Record<WireChatSummary['level'], { readonly one: string; readonly many: string }>;

/** Of which messages a summary tells. */
export function rangeWords({ from, to }: Pick<WireChatSummary, 'from' | 'to'>): string {
  if (from === undefined || to === undefined) return 'No messages are left';
  return from === to ? `Message ${String(from)}` : `Messages ${String(from)}–${String(to)}`;
}

interface BadgeWords {
  readonly text: string;
  readonly tone: Tone;
  readonly hint: string;
}

/** What is to be known of a summary besides its text. */
export function summaryBadges(summary: WireChatSummary): readonly BadgeWords[] {
  return [...stateBadges(summary), ...noteBadges(summary)];
}

function stateBadges({ state, cut, inherited }: WireChatSummary): readonly BadgeWords[] {
  const badges: BadgeWords[] = [];
  if (state === 'stale')
    badges.push({ text: 'Out of date', tone: 'warning', hint: 'Messages of it were changed since it was written.' });
  if (state === 'gone') badges.push({ text: 'Messages gone', tone: 'warning', hint: 'All its messages were deleted.' });
  if (cut)
    badges.push({ text: 'Cut off', tone: 'warning', hint: 'The model reached its limit of tokens. Raise it in AI.' });
  if (inherited)
    badges.push({
      text: 'From the origin',
      tone: 'neutral',
      hint: 'Taken over from the chat that this one was copied from.',
    });
  return badges;
}

function noteBadges({ note, problem }: WireChatSummary): readonly BadgeWords[] {
  if (problem !== undefined) return [{ text: 'Not in a note', tone: 'error', hint: problem }];
  switch (note) {
    case 'proposed':
      return [{ text: 'Waits for you', tone: 'info', hint: 'The note is proposed under Changes.' }];
    case 'rejected':
      return [{ text: 'Turned down', tone: 'neutral', hint: 'It is told to nobody until it is written anew.' }];
    case 'missing':
      return [{ text: 'Note missing', tone: 'warning', hint: 'The note was deleted. Written anew, it comes back.' }];
    default:
      return [];
  }
}

/** How a piece of work stands, in a line. */
export function jobWords({ state, done, total, only, next }: WireScribeJob, now: number): string {
  const what = only === undefined ? 'Summing up' : 'Writing a summary anew';
  switch (state) {
    case 'running':
      return total > 0 ? `${what}: ${String(done)} of ${String(total)} written` : what;
    case 'waiting':
      return next !== undefined && next > now
        ? `${what}: tried again in ${waitWords(next - now)}`
        : `${what}: waits for its turn`;
    case 'failed':
      return `${what} failed`;
  }
}

function waitWords(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  return minutes <= 1 ? 'less than a minute' : counted(minutes, 'minute', 'minutes');
}

/** What of a chat no summary tells yet. */
export function untoldWords({ messages, replies }: { readonly messages: number; readonly replies: number }): string {
  if (messages === 0) return 'Everything is summed up.';
  const count = counted(messages, 'message is', 'messages are');
  return `${count} not summed up yet (${counted(replies, 'reply', 'replies')}).`;
}
