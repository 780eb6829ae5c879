import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { PipelineInput } from './pipeline-input';

/** One change of a note, a card, a setting or a chat that might let an entry in. */
export interface SingleChange {
  readonly where: 'note' | 'card' | 'setting' | 'chat';
  /** Property, setting or part of the chat's state. */
  readonly name: string;
  /** The value it would get; `null` to take it away. */
  readonly value: unknown;
  /** Tags or decorators that alone are taken away, where `value` is `null`. */
  readonly items?: readonly string[];
  /** The note that is to be changed, where it is not the entry's own. */
  readonly path?: string;
  /** What to do, in one sentence for the user. */
  readonly sentence: string;
  /** The turn's input with this change made. */
  readonly apply: (input: PipelineInput) => PipelineInput;
}

/** A change of the entry's own note, or of its card. */
export function noteChange(
  entry: LoreEntry,
  name: string,
  value: unknown,
  sentence: string,
  change: (entry: LoreEntry) => LoreEntry,
): SingleChange {
  const apply = (input: PipelineInput): PipelineInput => withEntry(input, change(entry));
  const { card } = entry;
  if (card === undefined) return { where: 'note', name, value, sentence, apply };
  return { where: 'card', name, value, sentence: `In the card of ${card}: ${asOfEntry(sentence)}`, apply };
}

/** Sentences are written for notes. */
function asOfEntry(sentence: string): string {
  const said = sentence.replace(/\bthe note\b(?! of books| it names)/g, 'the entry');
  return said.charAt(0).toLowerCase() + said.slice(1);
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
