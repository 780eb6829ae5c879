import { objectOf } from './json-value';
import { storageKey } from './settings';
import type { MessageExtra, TavernMessage } from './tavern-context';

/** What of ours a message keeps beside the note on its lore, each under its own name. */
export type MessagePart = 'notes' | 'tools';

/** A part as it is stored; of unknown shape, since chats come from anywhere. */
export function readPart(extra: MessageExtra | undefined, part: MessagePart): unknown {
  return objectOf(extra?.[storageKey])?.[part];
}

/** Puts a part into `extra`, or takes it out when it is `undefined`. */
export function writePart(extra: MessageExtra, part: MessagePart, value: unknown): void {
  const { [part]: _before, ...others } = objectOf(extra[storageKey]) ?? {};
  const kept = value === undefined ? others : { ...others, [part]: value };
  if (Object.keys(kept).length === 0) Reflect.deleteProperty(extra, storageKey);
  else extra[storageKey] = kept;
}

/** Writes a part of the shown version of a message, also where SillyTavern keeps that version. */
export function writeShownPart(message: TavernMessage, part: MessagePart, value: unknown): void {
  message.extra ??= {};
  writePart(message.extra, part, value);
  const info = message.swipe_info?.[message.swipe_id ?? 0];
  if (info === undefined) return;
  info.extra ??= {};
  writePart(info.extra, part, value);
}
