import { frequencyOf, type Gap } from '../../core/gaps/gap';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { GapPage } from '../../core/engine/gap-administration';
import type { WireGap, WireGapPage } from '../contract/wire-gaps';

/** A gap with the names of its chat and its entry. */
export function writeGap(gap: Gap, engine: LoreEngine): WireGap {
  const { chat, entry: id, proposal, evidence } = gap;
  const { kind, title, otherTitles, reason, urgency, status, origins, created, changed } = gap;
  const entry = id === undefined ? undefined : engine.entry(id);
  const chatName = chat === undefined ? undefined : nameOfChat(chat, engine);
  return {
    ...{ id: gap.id, kind, title, otherTitles, reason, urgency, status, origins, created, changed },
    frequency: frequencyOf(gap),
    evidence: evidence.map(({ quote, message, name }) => ({ quote, name, ...(message !== undefined && { message }) })),
    ...(chat !== undefined && { chat }),
    ...(chatName !== undefined && { chatName }),
    ...(entry && { entry: { id: entry.id, title: entry.title, path: entry.path } }),
    ...(proposal !== undefined && { proposal }),
  };
}

/** A page of gaps with the names of all chats that have some. */
export function writeGapPage({ items, total, offset, counts, chats }: GapPage, engine: LoreEngine): WireGapPage {
  return {
    items: items.map((gap) => writeGap(gap, engine)),
    ...{ total, offset, counts },
    chats: chats.map(({ id, gaps }) => {
      const name = nameOfChat(id, engine);
      return { id, gaps, ...(name !== undefined && { name }) };
    }),
  };
}

function nameOfChat(chat: string, engine: LoreEngine): string | undefined {
  return engine.chat(chat).name ?? engine.transcripts.nameOf(chat);
}
