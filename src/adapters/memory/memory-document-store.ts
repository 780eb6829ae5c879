import type { DocumentStore, StoredDocument } from '../../core/ports/document-store';

/** Documents held in memory as the JSON texts they would be on disk. */
export class MemoryDocumentStore implements DocumentStore {
  readonly #texts = new Map<string, string>();
  #failure: Error | undefined;
  /** How often a document was written. */
  writes = 0;

  constructor(documents: Readonly<Record<string, unknown>> = {}) {
    for (const [name, value] of Object.entries(documents)) this.#texts.set(name, JSON.stringify(value));
  }

  /** The names of all documents, those set aside too. */
  get names(): readonly string[] {
    return [...this.#texts.keys()].sort();
  }

  /** Puts a text in the place of a document, as a crash or a user's editor would. */
  setText(name: string, text: string): void {
    this.#texts.set(name, text);
  }

  /** The text of a document. */
  text(name: string): string | undefined {
    return this.#texts.get(name);
  }

  /** With an error, writing fails with it from now on; without one it works. */
  failWriting(error: Error | undefined): void {
    this.#failure = error;
  }

  async read(name: string): Promise<StoredDocument> {
    await Promise.resolve();
    const text = this.#texts.get(checked(name));
    return text === undefined ? { kind: 'absent' } : this.#parse(name, text);
  }

  async write(name: string, value: unknown): Promise<void> {
    const text: unknown = JSON.stringify(value);
    if (typeof text !== 'string') throw new TypeError(`The document ${name} is no JSON value.`);
    await Promise.resolve();
    if (this.#failure !== undefined) throw this.#failure;
    this.#texts.set(checked(name), text);
    this.writes += 1;
  }

  async setAside(name: string): Promise<string> {
    await Promise.resolve();
    const text = this.#texts.get(checked(name));
    if (text === undefined) throw new Error(`There is no document ${name}.`);
    return this.#setAside(name, text);
  }

  #parse(name: string, text: string): StoredDocument {
    try {
      const value: unknown = JSON.parse(text);
      return { kind: 'found', value };
    } catch {
      const kept = this.#setAside(name, text);
      return { kind: 'unreadable', reason: `The document ${name} is no JSON. It was kept as ${kept}.` };
    }
  }

  #setAside(name: string, text: string): string {
    let count = 1;
    while (this.#texts.has(`${name}.corrupt-${String(count)}`)) count += 1;
    const kept = `${name}.corrupt-${String(count)}`;
    this.#texts.set(kept, text);
    this.#texts.delete(name);
    return kept;
  }
}

// What every host's store takes as a name.
const NAME = /^(?=.{1,100}$)[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/i;

function checked(name: string): string {
  if (!NAME.test(name)) throw new RangeError('This is no name of a document.');
  return name;
}
