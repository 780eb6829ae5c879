import { objectOf, textOf } from './json-value';
import { storageKey } from './settings';
import type { TavernContext } from './tavern-context';

/** Who a chat is to Lorehearth. Neither SillyTavern's file names nor its own ids survive branches and imports. */
export interface ChatIdentity {
  readonly id: string;
  /** The chat this one was copied from: a branch, an import, a chat turned into a group's. */
  readonly parent?: string;
}

interface StoredIdentity extends ChatIdentity {
  /** The chat file that the id was made for; empty for a chat without a file. */
  readonly file: string;
  /** Present where the user switched lore off for this chat. */
  readonly enabled?: false;
}

/**
 * The identity of the open chat. A chat without one gets it now; one whose identity was copied from another file
 * becomes that file's child.
 */
export function identifyChat(context: TavernContext, newId: () => string): ChatIdentity {
  return publicPart(ownIdentity(context, newId));
}

/** Keeps the identity when SillyTavern has given the open chat another file name. Names come with their extension. */
export function followRename(context: TavernContext, oldFileName: string, newFileName: string): void {
  const stored = storedIdentity(context);
  const file = fileOf(context);
  if (stored?.file !== withoutExtension(oldFileName)) return;
  // The event tells the name that was asked for; the program has cleaned it since.
  if (comparable(file) === comparable(withoutExtension(newFileName))) store(context, { ...stored, file });
}

/** Whether the open chat, or the one it was copied from, has ever been told of. */
export function isKnownChat(context: TavernContext): boolean {
  return storedIdentity(context) !== undefined;
}

/** Whether the user wants lore in the open chat. */
export function isChatEnabled(context: TavernContext): boolean {
  return storedIdentity(context)?.enabled !== false;
}

/** Switches lore on or off for the open chat. */
export function setChatEnabled(context: TavernContext, enabled: boolean, newId: () => string): void {
  const { enabled: _before, ...identity } = ownIdentity(context, newId);
  store(context, enabled ? identity : { ...identity, enabled: false });
}

function ownIdentity(context: TavernContext, newId: () => string): StoredIdentity {
  const stored = storedIdentity(context);
  const file = fileOf(context);
  if (stored?.file === file) return stored;
  const copied = stored === undefined ? {} : { ...stored, parent: stored.id };
  return store(context, { ...copied, id: newId(), file });
}

function storedIdentity(context: TavernContext): StoredIdentity | undefined {
  const raw = objectOf(context.chatMetadata[storageKey]) ?? {};
  const id = textOf(raw['id']) ?? '';
  const file = textOf(raw['file']);
  if (id === '' || file === undefined) return undefined;
  const parent = textOf(raw['parent']);
  return {
    id,
    file,
    ...(parent === undefined ? {} : { parent }),
    ...(raw['enabled'] === false ? { enabled: false } : {}),
  };
}

function store(context: TavernContext, identity: StoredIdentity): StoredIdentity {
  context.chatMetadata[storageKey] = identity;
  context.saveMetadataDebounced();
  return identity;
}

function publicPart({ id, parent }: ChatIdentity): ChatIdentity {
  return parent === undefined ? { id } : { id, parent };
}

function fileOf(context: TavernContext): string {
  return context.chatId ?? '';
}

function withoutExtension(fileName: string): string {
  return fileName.replace(/\.jsonl$/i, '');
}

/** Without the characters that file names may lose. */
function comparable(name: string): string {
  return name.replace(/[\s/?<>\\:*|".]/g, '');
}
