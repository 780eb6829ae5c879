import { isRecord, listOf, type JsonRecord } from '../base/json-value';
import { LruMap } from '../base/lru-map';
import { PlacedDocuments } from '../documents/placed-documents';
import { storedDocuments } from '../documents/stored-documents';
import type { Trace } from '../pipeline/trace';
import type { Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { KeptTurn } from './generation-log';
import { OlderTurns } from './older-turns';
import { seal, unseal } from './sealed-document';
import { restoreTurns, storeTurns, TURN_FORM } from './stored-turn';

/** A part of a chat's turns that is this large is full, in characters. */
const PART_SIZE = 300_000;
/** Parts that a chat may have, so that a busy one pushes no quiet one out. */
const PARTS_OF_CHAT = 6;
/** Chats of which turns are stored, and the characters of all their parts together. */
const MOST_CHATS = 50;
const MOST_CHARACTERS = 10_000_000;
/** Chats whose newest part is held in memory. */
const HELD = 8;
/** Turns wait so long for others to be written with, in milliseconds. */
const WRITE_AFTER = 5_000;

/** What the archive needs from the host. */
export interface ArchivePorts {
  readonly store: DocumentStore;
  readonly timer: Timer;
  readonly log: Log;
  /** Resolves after the host has had its turn. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Some turns of one chat; the number grows from part to part. */
interface Part {
  readonly chat: string;
  readonly number: number;
  readonly turns: readonly KeptTurn[];
  readonly size: number;
}

/**
 * The turns of all chats, each chat in a few documents of its own, so that a turn costs the writing of one of them and
 * every chat keeps its last turns, however busy others are. No turn waits for it.
 */
export class TurnArchive {
  readonly #documents: PlacedDocuments<JsonRecord>;
  readonly #older: OlderTurns;
  /** The newest part of chats, by chat. */
  readonly #open = new LruMap<string, Part>(HELD);
  /** Turns that are in no part yet, by chat. */
  readonly #waiting = new Map<string, readonly KeptTurn[]>();
  #cancel: (() => void) | undefined;
  #loading: Promise<unknown> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: ArchivePorts) {
    this.#documents = new PlacedDocuments<JsonRecord>(
      {
        document: storedDocuments.generations,
        most: MOST_CHATS * PARTS_OF_CHAT,
        heaviest: MOST_CHARACTERS,
        weigh: ({ body }) => (typeof body === 'string' ? body.length : 0),
        read: (stored) => (isRecord(stored) ? stored : undefined),
      },
      ports,
    );
    this.#older = new OlderTurns(ports);
  }

  /** The turns of earlier runs, oldest first. Turns that are added meanwhile are kept. Never rejects. */
  load(): Promise<readonly KeptTurn[]> {
    const loading = this.#load();
    this.#loading = loading;
    return loading;
  }

  /** Stores a turn after a while. */
  add(turn: KeptTurn): void {
    const { chat } = turn.result.trace;
    this.#waiting.set(chat, [...(this.#waiting.get(chat) ?? []), turn]);
    this.#later();
  }

  /** A turn was told more about. One in a part that is full already stays as it was stored. */
  changed(trace: Trace): void {
    const { chat } = trace;
    const isSame = ({ result }: KeptTurn): boolean => result.trace.id === trace.id;
    const told = (one: KeptTurn): KeptTurn => (isSame(one) ? { ...one, result: { ...one.result, trace } } : one);
    const waiting = this.#waiting.get(chat) ?? [];
    const open = this.#open.get(chat);
    if (open?.turns.some(isSame)) this.#open.set(chat, { ...open, turns: open.turns.map(told) });
    else if (!waiting.some(isSame)) return;
    this.#waiting.set(chat, waiting.map(told));
    this.#later();
  }

  /** Writes what is not written yet; resolves when that is done. Never rejects. */
  write(): Promise<void> {
    if (this.#cancel === undefined) return this.#writing;
    this.#cancel();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #later(): void {
    this.#cancel ??= this.ports.timer.after(WRITE_AFTER, () => void this.write());
  }

  async #write(): Promise<void> {
    await this.#loading;
    await this.#documents.load();
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [chat, turns] of waiting) {
      // What is told of a turn while its part is read finds it in the part.
      const open = this.#open.get(chat) ?? (await this.#newest(chat));
      this.#put(turns.reduce((part, turn) => this.#with(part, turn), open));
    }
    await this.#documents.flush();
    await this.#older.forget();
  }

  /** A part with one turn more, or the next one with it. */
  #with(part: Part, turn: KeptTurn): Part {
    const size = JSON.stringify(storeTurns([turn])).length;
    if (part.size < PART_SIZE) return { ...part, turns: [...part.turns, turn], size: part.size + size };
    this.#put(part);
    return { ...part, number: part.number + 1, turns: [turn], size };
  }

  #put(part: Part): void {
    const { chat, number, turns } = part;
    this.#open.set(chat, part);
    this.#documents.put(keyOf(chat, number), { ...seal(TURN_FORM, { turns: storeTurns(turns) }) });
    this.#documents.forget(keyOf(chat, number - PARTS_OF_CHAT));
  }

  /** The newest part of a chat; an empty one where there is none that can be used. */
  async #newest(chat: string): Promise<Part> {
    const numbers = this.#documents.keys.map(partOf).flatMap((part) => (part?.chat === chat ? [part.number] : []));
    const number = Math.max(0, ...numbers);
    const turns = numbers.length === 0 ? [] : await this.#read(chat, number);
    return { chat, number, turns, size: JSON.stringify(storeTurns(turns)).length };
  }

  async #load(): Promise<readonly KeptTurn[]> {
    await this.#documents.load();
    const parts = this.#documents.keys.flatMap((key) => partOf(key) ?? []).sort((a, b) => a.number - b.number);
    const turns: KeptTurn[] = [];
    for (const { chat, number } of parts) {
      turns.push(...(await this.#read(chat, number)));
      await this.ports.pause?.();
    }
    if (parts.length === 0) turns.push(...(await this.#takeOlder()));
    return turns.sort((a, b) => a.result.trace.at - b.result.trace.at);
  }

  /** Brings over what the form before this one left. */
  async #takeOlder(): Promise<readonly KeptTurn[]> {
    const turns = await this.#older.read();
    const chats = new Set(turns.map(({ result }) => result.trace.chat));
    for (const chat of chats) {
      const own = turns.filter(({ result }) => result.trace.chat === chat);
      this.#waiting.set(chat, [...own, ...(this.#waiting.get(chat) ?? [])]);
    }
    if (chats.size > 0) this.#later();
    return turns;
  }

  async #read(chat: string, number: number): Promise<readonly KeptTurn[]> {
    const stored = await this.#documents.get(keyOf(chat, number));
    if (stored === undefined) return [];
    const read = unseal(stored);
    if ('refusal' in read) this.ports.log.warn(`Some earlier turns cannot be looked at any more: ${read.refusal}`);
    else if (read.reading === TURN_FORM) return restoreTurns(read.value);
    return [];
  }
}

function keyOf(chat: string, number: number): string {
  return JSON.stringify([chat, number]);
}

function partOf(key: string): { readonly chat: string; readonly number: number } | undefined {
  try {
    const [chat, number] = listOf(JSON.parse(key));
    return typeof chat === 'string' && typeof number === 'number' ? { chat, number } : undefined;
  } catch {
    return undefined;
  }
}
