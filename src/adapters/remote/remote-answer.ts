import type { NoteStat, NoteText } from '../../core/ports/note-source';
import { decodeNote } from '../node/decode-note';
import type { RemoteAnswer } from './remote-client';
import type { RemoteFailure } from './remote-failure';

/** Who was asked, for sentences. */
export interface Asked {
  /** What the service is called. */
  readonly service: string;
  /** Host and port. */
  readonly where: string;
  readonly hasKey: boolean;
}

/** What listings may weigh, in bytes, and how many notes they may hold. */
export const LARGEST_LISTING = 32 * 1024 * 1024;
export const MOST_NOTES = 50_000;

/** The JSON of an answer; undefined for what is none. */
export function jsonOf(answer: RemoteAnswer): unknown {
  if (answer.kind !== 'answer') return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(answer.bytes).toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}

/** Why an answer is not what was asked for, from its status alone. */
export function refusalOf(status: number, asked: Asked): RemoteFailure {
  const { service, where } = asked;
  const who = `${service} at ${where}`;
  if (status === 401 || status === 403) return { kind: 'refused', reason: keyRefused(status, who, asked.hasKey) };
  if (status >= 300 && status < 400) {
    return { kind: 'wrong-service', reason: `${where} sends elsewhere, which is not followed. Give the place itself.` };
  }
  if (status === 421)
    return { kind: 'unreachable', reason: `${who} does not answer under this name. Give its address.` };
  if (status === 429) return { kind: 'unreachable', reason: `${who} wants to be asked less often. Try again later.` };
  if (status === 503) return { kind: 'unreachable', reason: `${who} is not ready. Try again later.` };
  if (status >= 500) return { kind: 'unreachable', reason: `${who} reported an error (${String(status)}).` };
  return wrongService(asked);
}

/** Why what everybody may ask who somebody is was not answered: whoever wants a key for that is somebody else. */
export function strangerOf(status: number, asked: Asked): RemoteFailure {
  return status < 300 || status === 401 || status === 403 ? wrongService(asked) : refusalOf(status, asked);
}

/** Said of a port on which something else listens. */
export function wrongService({ service, where }: Asked): RemoteFailure {
  return { kind: 'wrong-service', reason: `Something answers at ${where}, but it is not ${service}.` };
}

/** Said of a listing that no vault of lore needs. */
export function tooMany({ service, where }: Asked): RemoteFailure {
  return {
    kind: 'not-possible',
    reason: `${service} at ${where} lists more than ${String(MOST_NOTES)} notes, or folders without end. Name the one folder that is to be read.`,
  };
}

/** A note that cannot be read now. */
export function unreadable({ reason }: RemoteFailure): NoteText {
  return { kind: 'unreadable', reason };
}

/** The bytes of a note as a source tells them. `known` is what the last listing said of it, if there was one. */
export function noteText(path: string, bytes: Uint8Array, known: NoteStat | undefined): NoteText {
  const text = decodeNote(bytes);
  if (text === undefined) return { kind: 'binary' };
  // With the stat of the listing, a note that was changed since then differs from the next listing, and is read again.
  const isListed = known !== undefined && known.modified > 0;
  return { kind: 'text', text, stat: isListed ? known : { path, size: bytes.length, modified: 0 } };
}

function keyRefused(status: number, who: string, hasKey: boolean): string {
  if (!hasKey) return `${who} wants a key.`;
  return status === 401 ? `${who} does not accept the key.` : `The key does not allow to read the notes of ${who}.`;
}
