import type { LoreEntry } from '../../core/lore/lore-entry';
import type { PanelTarget } from '../../ui/panels';
import type { CalmNotices } from './calm-notices';
import type { Host } from './host';

/** What the user can do with a lore note, from a command or a menu. */
export interface NoteActionParts {
  readonly notices: CalmNotices;
  readonly show: (target: PanelTarget) => void;
}

/** A decision about an entry for one chat. */
export type ChatDecision = 'pin' | 'block';

const NO_TURN = 'There was no turn yet. Write something in SillyTavern first.';
const done = {
  pin: ['Pinned', 'always selected'],
  block: ['Blocked', 'never selected'],
} as const satisfies Record<ChatDecision, readonly [string, string]>;

/** Explains why the entry is, or is not, in the last turn. */
export function explainLastTurn(host: Host, entry: LoreEntry, { notices, show }: NoteActionParts): void {
  const { lastTurn } = host.engine.status();
  if (lastTurn === undefined) notices.say('note', NO_TURN);
  else show(whyTarget(entry.id, lastTurn.id));
}

/** The panel that explains an entry; of an entry without a turn, its own page. */
export function whyTarget(entry: string, generation: string | undefined): PanelTarget {
  return generation === undefined ? { panel: 'browse', entry } : { panel: 'why', entry, generation };
}

/** Prepares a conversation about the entry; nothing is asked before the user says something. */
export function askLibrarian(entry: LoreEntry, { show }: NoteActionParts): void {
  show({ panel: 'librarian', entry: entry.id });
}

/** Plays the last turn again with the vault as it is now, and tells whether the entry would be in it. */
export async function testAgainstLastTurn(host: Host, entry: LoreEntry, parts: NoteActionParts): Promise<void> {
  const { lastTurn } = host.engine.status();
  if (lastTurn === undefined) {
    parts.notices.say('note', NO_TURN);
    return;
  }
  const preview = await host.engine.replay(lastTurn.id, { explain: [entry.id] });
  const [told] = preview?.explanations ?? [];
  if (told === undefined) {
    parts.notices.say('note', 'The messages of the last turn are not kept any more. Write one more in SillyTavern.');
    return;
  }
  const outcome = told.isInjected
    ? `“${entry.title}” would be in the last turn.`
    : `“${entry.title}” would not be in the last turn. ${told.detail}`;
  parts.notices.say('note', told.change === undefined ? outcome : `${outcome} ${told.change.sentence}`, 'long');
}

/** Whether the decision holds for the entry in the chat of the last turn; undefined while there is no chat. */
export function isDecided(host: Host, entry: LoreEntry, decision: ChatDecision): boolean | undefined {
  const chat = host.engine.status().lastTurn?.chat;
  if (chat === undefined) return undefined;
  const { pins, blocks } = host.engine.chat(chat);
  return (decision === 'pin' ? pins : blocks).includes(entry.id);
}

/** Makes a decision for the chat of the last turn, or takes it back. A pin and a block take each other's place. */
export async function decide(
  host: Host,
  entry: LoreEntry,
  decision: ChatDecision,
  { notices }: NoteActionParts,
): Promise<void> {
  const chat = host.engine.status().lastTurn?.chat;
  if (chat === undefined) {
    notices.say('note', NO_TURN);
    return;
  }
  const { pins, blocks } = host.engine.chat(chat);
  const without = { pins: pins.filter((id) => id !== entry.id), blocks: blocks.filter((id) => id !== entry.id) };
  const list = decision === 'pin' ? 'pins' : 'blocks';
  const isTakenBack = (decision === 'pin' ? pins : blocks).includes(entry.id);
  await host.engine.changeChat(chat, isTakenBack ? without : { ...without, [list]: [...without[list], entry.id] });
  const [word, meaning] = done[decision];
  const sentence = isTakenBack
    ? `“${entry.title}” is selected in this chat like any other entry again.`
    : `${word} “${entry.title}”: ${meaning} in the chat of the last turn.`;
  notices.say('note', sentence);
}
