import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { PipelineInput } from './pipeline-input';

/** One change of a note, a setting or a chat that might let an entry in. */
export interface SingleChange {
  readonly where: 'note' | 'setting' | 'chat';
  /** Property, setting or part of the chat's state. */
  readonly name: string;
  /** The value it would get; `null` to take it away. */
  readonly value: unknown;
  /** What to do, in one sentence for the user. */
  readonly sentence: string;
  /** The turn's input with this change made. */
  readonly apply: (input: PipelineInput) => PipelineInput;
}

/** A change of the entry's own note. */
export function noteChange(
  entry: LoreEntry,
  name: string,
  value: unknown,
  sentence: string,
  change: (entry: LoreEntry) => LoreEntry,
): SingleChange {
  return { where: 'note', name, value, sentence, apply: (input) => withEntry(input, change(entry)) };
}

/** A change of a setting. */
export function settingChange(name: string, value: unknown, sentence: string): SingleChange {
  return {
    where: 'setting',
    name,
    value,
    sentence,
    apply: (input) => ({ ...input, settings: { ...input.settings, [name]: value } }),
  };
}

/** A change of the chat's state. */
export function chatChange(
  name: 'blocks' | 'books' | 'context' | 'pins',
  value: unknown,
  sentence: string,
): SingleChange {
  return {
    where: 'chat',
    name,
    value,
    sentence,
    apply: (input) => ({ ...input, chat: { ...input.chat, [name]: value } }),
  };
}

/** The entry with other properties. */
export function withProperties(entry: LoreEntry, properties: Partial<LoreEntry['properties']>): LoreEntry {
  return { ...entry, properties: { ...entry.properties, ...properties } };
}

function withEntry(input: PipelineInput, entry: LoreEntry): PipelineInput {
  const note = input.index.notes.get(entry.path);
  if (!note) return input;
  const reading = { kind: 'entry' as const, entry };
  return { ...input, index: input.index.apply([{ kind: 'read', note: { ...note, reading } }]) };
}

/** Without one of the ids. */
export function without(ids: readonly EntryId[], id: EntryId): readonly EntryId[] {
  return ids.filter((one) => one !== id);
}
