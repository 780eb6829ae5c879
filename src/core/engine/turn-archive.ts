import { isRecord } from '../base/json-value';
import type { Trace } from '../pipeline/trace';
import type { Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { KeptTurn } from './generation-log';
import { seal, unseal } from './sealed-document';
import { restoreTurns, storeTurns } from './stored-turn';

/** Form of a stored turn; what has another one is not read. Goes up when a trace gets another shape. */
const FORM = 'turns-1';
/** Documents that the turns are spread over, and how large one may grow before the next is begun, in characters. */
const PARTS = 16;
const PART_SIZE = 500_000;
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

/** A document of turns; its number grows from part to part. */
interface Part {
  readonly number: number;
  readonly turns: readonly KeptTurn[];
  readonly size: number;
}

/**
 * The turns of all chats as documents that take each other's place in a circle, so that they stay bounded and a turn
 * costs the writing of one of them. No turn waits for it.
 */
export class TurnArchive {
  #open: Part = { number: 0, turns: [], size: 0 };
  #cancel: (() => void) | undefined;
  #loading: Promise<unknown> = Promise.resolve();
  #writing: Promise<void> = Promise.resolve();

  constructor(private readonly ports: ArchivePorts) {}

  /** The turns of earlier runs, oldest first. Turns that are added meanwhile are kept. */
  load(): Promise<readonly KeptTurn[]> {
    const loading = this.#load();
    this.#loading = loading;
    return loading;
  }

  /** Stores a turn after a while. */
  add(turn: KeptTurn): void {
    const { number, turns, size } = this.#open;
    this.#open =
      size < PART_SIZE ? { number, turns: [...turns, turn], size } : { number: number + 1, turns: [turn], size: 0 };
    this.#later();
  }

  /** A turn was told more about. One in a part that is full already stays as it was stored. */
  changed(trace: Trace): void {
    const isSame = ({ result }: KeptTurn): boolean => result.trace.id === trace.id && result.trace.chat === trace.chat;
    if (!this.#open.turns.some(isSame)) return;
    const turns = this.#open.turns.map((one) => (isSame(one) ? { ...one, result: { ...one.result, trace } } : one));
    this.#open = { ...this.#open, turns };
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
    const { number, turns } = this.#open;
    try {
      const document = seal(FORM, { number, turns: storeTurns(turns) });
      await this.ports.store.write(nameOf(number), document);
      if (this.#open.number === number) this.#open = { ...this.#open, size: document.body.length };
    } catch (error) {
      this.ports.log.warn('The last turns could not be stored; they can be looked at until the host stops.', error);
    }
  }

  async #load(): Promise<readonly KeptTurn[]> {
    const parts: Part[] = [];
    for (let place = 0; place < PARTS; place++) {
      const part = await this.#read(place);
      if (part !== undefined) parts.push(part);
      await this.ports.pause?.();
    }
    parts.sort((a, b) => a.number - b.number);
    const last = parts.at(-1);
    if (last !== undefined) this.#goOn(last);
    return parts.flatMap(({ turns }) => turns);
  }

  /** What was added meanwhile goes behind what the last run stored. */
  #goOn(last: Part): void {
    const { number, turns } = this.#open;
    if (last.size < PART_SIZE) {
      this.#open = {
        number: last.number + number,
        turns: number === 0 ? [...last.turns, ...turns] : turns,
        size: last.size,
      };
    } else {
      this.#open = { ...this.#open, number: last.number + 1 + number };
    }
  }

  async #read(place: number): Promise<Part | undefined> {
    const stored = await this.ports.store.read(nameOf(place));
    if (stored.kind === 'absent') return undefined;
    const read = stored.kind === 'found' ? unseal(stored.value) : { refusal: stored.reason };
    if ('refusal' in read) {
      this.ports.log.warn(`Some earlier turns cannot be looked at any more (${nameOf(place)}): ${read.refusal}`);
      return undefined;
    }
    const number = isRecord(read.value) ? read.value['number'] : undefined;
    if (read.reading !== FORM || typeof number !== 'number') return undefined;
    const turns = restoreTurns(read.value);
    return { number, turns, size: JSON.stringify(stored).length };
  }
}

function nameOf(number: number): string {
  return `turns-${String(number % PARTS)}`;
}
