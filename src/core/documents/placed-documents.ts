import { isRecord, listOf } from '../base/json-value';
import type { Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { DeclaredDocument } from './declared-document';
import { readStored, requireWritable } from './read-stored';

/** Changes that come within this time are stored together. In milliseconds. */
const WRITE_AFTER = 2_000;
/** Longer keys are nobody's id. */
const LONGEST_KEY = 300;

/** How values are kept. */
export interface PlacedForm<Value> {
  /** Its own file lists the values; they themselves stand in the numbered ones. */
  readonly document: DeclaredDocument;
  /** Values that are kept; those unchanged for longest are forgotten first. */
  readonly most: number;
  /** The most that all of them may weigh together, in the unit of `weigh`. */
  readonly heaviest: number;
  readonly weigh: (value: Value) => number;
  /** A stored value; undefined for what is none. */
  readonly read: (stored: unknown) => Value | undefined;
}

/** What keeping documents needs of the host. */
export interface DocumentPorts {
  readonly store: DocumentStore;
  readonly timer: Timer;
  readonly log: Log;
}

interface Place {
  readonly place: number;
  readonly weight: number;
}

/**
 * Values by key, a document each, in as many numbered documents as there may be: a forgotten one makes room for the
 * next. What is written is written after a while, so that a value that changes often costs little.
 */
export class PlacedDocuments<Value> {
  /** By key, the one unchanged for longest first. */
  readonly #places = new Map<string, Place>();
  readonly #waiting = new Map<string, Value>();
  /** Places of values that were forgotten. */
  readonly #freed = new Set<number>();
  #loading: Promise<void> | undefined;
  #cancel: (() => void) | undefined;
  #writing: Promise<void> = Promise.resolve();
  /** Why they are not written, e.g. since a newer program wrote them; undefined where they are. */
  #readOnly: string | undefined;

  constructor(
    private readonly form: PlacedForm<Value>,
    private readonly ports: DocumentPorts,
  ) {}

  /** Reads what there is. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** All keys, the one unchanged for longest first. */
  get keys(): readonly string[] {
    return [...this.#places.keys()];
  }

  /** Errors: `ReadOnlyDocument` where values are read and never stored. To be asked before the user changes one. */
  async requireWritable(): Promise<void> {
    await this.load();
    requireWritable(this.#readOnly);
  }

  /** Whether values are read and never stored. Known once they were loaded. */
  get isReadOnly(): boolean {
    return this.#readOnly !== undefined;
  }

  async get(key: string): Promise<Value | undefined> {
    await this.load();
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting;
    await this.#writing;
    const place = this.#places.get(key);
    return place && this.#read(key, place.place);
  }

  /** Keeps a value, and stores it after a while. Values that have no room any more are forgotten. */
  put(key: string, value: Value): void {
    if (key.length > LONGEST_KEY) return;
    const place = this.#places.get(key)?.place ?? this.#freePlace();
    this.#places.delete(key);
    this.#places.set(key, { place, weight: this.form.weigh(value) });
    this.#waiting.set(key, value);
    this.#later();
    this.#makeRoom();
  }

  forget(key: string): void {
    const known = this.#places.get(key);
    if (!known) return;
    this.#places.delete(key);
    this.#waiting.delete(key);
    this.#freed.add(known.place);
    this.#later();
  }

  /** Stores what is not stored yet; resolves when that is done. Never rejects. */
  flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  #later(): void {
    this.#cancel ??= this.ports.timer.after(WRITE_AFTER, () => void this.flush());
  }

  #makeRoom(): void {
    const { most, heaviest } = this.form;
    let weight = [...this.#places.values()].reduce((sum, one) => sum + one.weight, 0);
    for (const [key, place] of [...this.#places].slice(0, -1)) {
      if (this.#places.size <= most && weight <= heaviest) return;
      weight -= place.weight;
      this.forget(key);
    }
  }

  async #write(): Promise<void> {
    await this.load();
    if (this.#readOnly !== undefined || this.#waiting.size + this.#freed.size === 0) return;
    const { name, version } = this.form.document;
    for (const [key, value] of [...this.#waiting]) {
      const place = this.#places.get(key)?.place;
      if (place === undefined) continue;
      const isStored = await this.#store(this.#nameOf(place), { version, key, value });
      // What could not be stored, and what was put meanwhile, waits for the next time.
      if (isStored && this.#waiting.get(key) === value) this.#waiting.delete(key);
    }
    await this.#store(name, { version, items: [...this.#places].map(([key, one]) => ({ key, ...one })) });
    await this.#empty();
  }

  /** What was forgotten does not stay on the disk. */
  async #empty(): Promise<void> {
    const taken = new Set([...this.#places.values()].map(({ place }) => place));
    const freed = [...this.#freed].filter((place) => !taken.has(place));
    this.#freed.clear();
    for (const place of freed)
      await this.#store(this.#nameOf(place), { version: this.form.document.version, key: '', value: null });
  }

  #freePlace(): number {
    const taken = new Set([...this.#places.values()].map(({ place }) => place));
    let place = 0;
    while (taken.has(place)) place++;
    return place;
  }

  async #store(name: string, value: unknown): Promise<boolean> {
    try {
      await this.ports.store.write(name, value);
      return true;
    } catch (error) {
      this.ports.log.warn(
        `A document could not be stored (${this.form.document.what}). It holds until the host stops.`,
        error,
      );
      return false;
    }
  }

  async #load(): Promise<void> {
    const { value, readOnly } = await readStored(this.form.document, this.ports);
    this.#readOnly = readOnly;
    if (!value) return;
    const mine = [...this.#places];
    this.#places.clear();
    for (const [key, place] of listOf(value['items']).flatMap(readPlace)) this.#places.set(key, place);
    // What was put before the list was there keeps its value and takes the place that is its own, or a free one.
    for (const [key, { weight }] of mine) {
      const place = this.#places.get(key)?.place ?? this.#freePlace();
      this.#places.delete(key);
      this.#places.set(key, { place, weight });
    }
  }

  /** The value, if the document is the one of this key: a list and its documents are not written at one moment. */
  async #read(key: string, place: number): Promise<Value | undefined> {
    const { value, readOnly } = await readStored(this.form.document, this.ports, this.#nameOf(place));
    this.#readOnly ??= readOnly;
    return value?.['key'] === key ? this.form.read(value['value']) : undefined;
  }

  #nameOf(place: number): string {
    return `${this.form.document.name}-${String(place)}`;
  }
}

function readPlace(stored: unknown): readonly (readonly [string, Place])[] {
  if (!isRecord(stored)) return [];
  const { key, place, weight } = stored;
  if (typeof key !== 'string' || typeof place !== 'number' || !Number.isInteger(place) || place < 0) return [];
  return [[key, { place, weight: typeof weight === 'number' ? weight : 0 }]];
}
