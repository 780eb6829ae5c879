import { access, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentStore, StoredDocument } from '../../core/ports/document-store';
import { errorCode, fileProblem } from './file-problem';
import { renamePatiently, replaceFile } from './replace-file';

/** What a store can be told about its documents. */
export interface DocumentStoreOptions {
  /** Documents that nobody but the owner of the files may read, such as those with keys of access. */
  readonly privateDocuments?: readonly string[];
  /** The time for the names of files that are set aside, in milliseconds since 1970. */
  readonly now?: () => number;
}

const OWNER_ONLY = 0o600;
const ANYONE = 0o666;

// Names that every file system takes, and that cannot lead to another folder.
const NAME = /^(?=.{1,100}$)[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Documents as JSON files of one folder, which is made when it is needed. */
export class FileDocumentStore implements DocumentStore {
  readonly #private: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Documents whose file is there but could not be read: it is set aside before anything is written. */
  readonly #unread = new Set<string>();

  constructor(
    private readonly folder: string,
    options: DocumentStoreOptions = {},
  ) {
    this.#private = new Set(options.privateDocuments);
    this.#now = options.now ?? Date.now;
  }

  async read(name: string): Promise<StoredDocument> {
    const file = this.#file(name);
    return this.#inTurn(name, () => this.#read(name, file));
  }

  async write(name: string, value: unknown): Promise<void> {
    const file = this.#file(name);
    // Undefined for what JSON cannot hold, which the type of stringify does not tell.
    const text: unknown = JSON.stringify(value);
    if (typeof text !== 'string') throw new TypeError(`The document ${name} is no JSON value.`);
    await this.#inTurn(name, () => this.#write(name, file, text));
  }

  async setAside(name: string): Promise<string> {
    const file = this.#file(name);
    return this.#inTurn(name, () => this.#setAside(name, file));
  }

  #file(name: string): string {
    if (!NAME.test(name)) throw new RangeError('This is no name of a document.');
    return join(this.folder, `${name}.json`);
  }

  /** One thing after the other for each document. */
  #inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#turns.get(name) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(name, turn);
    return turn;
  }

  async #read(name: string, file: string): Promise<StoredDocument> {
    try {
      const bytes = await readFile(file);
      this.#unread.delete(name);
      return await this.#parse(name, file, bytes);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return { kind: 'absent' };
      this.#unread.add(name);
      return { kind: 'unreadable', reason: `The document ${name} cannot be read. ${fileProblem(error)}` };
    }
  }

  async #parse(name: string, file: string, bytes: Uint8Array): Promise<StoredDocument> {
    try {
      const value: unknown = JSON.parse(utf8.decode(bytes));
      return { kind: 'found', value };
    } catch {
      this.#unread.add(name);
      const kept = await this.#setAside(name, file);
      return { kind: 'unreadable', reason: `The document ${name} is no JSON. It was kept as ${kept}.` };
    }
  }

  async #write(name: string, file: string, text: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    if (this.#unread.has(name)) await this.#setAside(name, file);
    await replaceFile(file, text, this.#private.has(name) ? OWNER_ONLY : ANYONE);
  }

  /** Gives the file another name, and answers it. */
  async #setAside(name: string, file: string): Promise<string> {
    const time = new Date(this.#now()).toISOString().replace(/[:.]/g, '-');
    const kept = await this.#freeName(`${name}.corrupt-${time}`);
    try {
      await renamePatiently(file, join(this.folder, kept));
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') throw error;
    }
    this.#unread.delete(name);
    return kept;
  }

  async #freeName(wanted: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? `${wanted}.json` : `${wanted}-${String(count)}.json`;
      const taken = await access(join(this.folder, name)).then(
        () => true,
        () => false,
      );
      if (!taken) return name;
    }
  }
}
