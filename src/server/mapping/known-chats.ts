import type { LoreEngine } from '../../core/engine/lore-engine';
import type { WireScribe } from '../contract/wire-scribe';

/** Chats of which turns, messages or summaries are kept, those played last first. */
export function knownChats(engine: LoreEngine): WireScribe['chats'] {
  const { scribe, transcripts } = engine;
  const names = new Map<string, string | undefined>();
  const add = (id: string, name: string | undefined): void => void names.set(id, names.get(id) ?? name);
  for (const { id, name } of engine.generationChats()) add(id, name);
  for (const id of [...transcripts.list(), ...scribe.chats]) add(id, transcripts.nameOf(id) ?? engine.chat(id).name);
  const told = new Set(scribe.chats);
  return [...names].map(([id, name]) => ({ id, ...(name !== undefined && { name }), hasSummaries: told.has(id) }));
}
