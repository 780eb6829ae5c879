import type { EntryId } from '../../core/base/entry-id';
import type { ChatState, ChatText } from '../../core/chat/chat-state';
import type { ChatStateChange } from '../../core/engine/chat-states';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { WireChatChange, WireChatState } from '../contract/wire-chat';

/** A chat's state with the titles of its entries. */
export function writeChatState(state: ChatState, engine: LoreEngine): WireChatState {
  const named = (id: EntryId): WireChatState['pins'][number] => {
    const entry = engine.entry(id);
    return entry ? { id: entry.id, title: entry.title, path: entry.path } : { id };
  };
  const { parent, name, renewed: _, ...rest } = state;
  return {
    ...rest,
    ...(parent !== undefined && { parent }),
    ...(name !== undefined && { name }),
    pins: state.pins.map(named),
    blocks: state.blocks.map(named),
    notebook: writeText(state.notebook),
    notepad: writeText(state.notepad),
    context: Object.fromEntries(Object.entries(state.context).map(([field, values]) => [field, [...values]])),
  };
}

/** The change that a request asks for, or the names that mean no entry or several. */
export type ChatChangeReading =
  | { readonly kind: 'change'; readonly change: ChatStateChange }
  | { readonly kind: 'unknown'; readonly field: string; readonly name: string; readonly meant: number };

/** Resolves the names of a request against the index and applies its parts to the state. */
export function readChatChange(body: WireChatChange, state: ChatState, engine: LoreEngine): ChatChangeReading {
  const lists = { pin: body.pin ?? [], unpin: body.unpin ?? [], block: body.block ?? [], unblock: body.unblock ?? [] };
  const ids: Record<string, readonly EntryId[]> = {};
  for (const [field, names] of Object.entries(lists)) {
    const found: EntryId[] = [];
    for (const name of names) {
      const meant = engine.findEntries(name);
      const [only, ...more] = meant;
      // What is pinned may have lost its note: its id alone can still be taken back.
      const id = only?.id ?? (field.startsWith('un') ? name : undefined);
      if (id === undefined || more.length > 0) return { kind: 'unknown', field, name, meant: meant.length };
      found.push(id);
    }
    ids[field] = found;
  }
  const { pin = [], unpin = [], block = [], unblock = [] } = ids;
  return {
    kind: 'change',
    change: {
      pins: changed(state.pins, pin, [...unpin, ...block]),
      blocks: changed(state.blocks, block, [...unblock, ...pin]),
      ...(body.books && { books: body.books }),
      ...(body.context && { context: changedContext(state.context, body.context) }),
      ...(body.notebook && { notebook: changedText(state.notebook, body.notebook) }),
      ...(body.notepad && { notepad: changedText(state.notepad, body.notepad) }),
    },
  };
}

function changed(
  before: readonly EntryId[],
  added: readonly EntryId[],
  removed: readonly EntryId[],
): readonly EntryId[] {
  return [...new Set([...before, ...added])].filter((id) => !removed.includes(id));
}

function changedContext(
  before: ChatState['context'],
  change: NonNullable<WireChatChange['context']>,
): ChatState['context'] {
  const next = new Map(Object.entries(before));
  for (const [field, value] of Object.entries(change)) {
    const values = (typeof value === 'string' ? [value] : (value ?? [])).filter((one) => one.trim() !== '');
    if (values.length > 0) next.set(field, values);
    else next.delete(field);
  }
  return Object.fromEntries(next);
}

function writeText({ text, position, depth, role }: ChatText): WireChatState['notebook'] {
  return {
    text,
    ...(position !== undefined && { position }),
    ...(depth !== undefined && { depth }),
    ...(role !== undefined && { role }),
  };
}

/** What is absent stays as it was; what is null goes back to the settings. */
function changedText(before: ChatText, change: NonNullable<WireChatChange['notebook']>): ChatText {
  const { text = before.text, position = before.position, depth = before.depth, role = before.role } = change;
  return { text, position: position ?? undefined, depth: depth ?? undefined, role: role ?? undefined };
}
