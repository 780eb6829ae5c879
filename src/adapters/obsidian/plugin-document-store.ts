import { normalizePath, type DataAdapter, type Plugin } from 'obsidian';
import type { DocumentStore, StoredDocument } from '../../core/ports/document-store';

/** The document that is the plugin's own `data.json`: the app watches it for changes by sync tools. */
const PLUGIN_DATA = 'data';

/**
 * Documents in the plugin's folder. `data` goes through the app's `loadData` and `saveData`; every other document is a
 * JSON file beside it. Work on one document is done in order; a document that cannot be parsed is renamed, not lost.
 */
export class PluginDocumentStore implements DocumentStore {
  readonly #plugin: Plugin;
  readonly #adapter: DataAdapter;
  readonly #folder: string;
  readonly #working = new Map<string, Promise<unknown>>();
  /** Broken files that could not be renamed: writing would destroy them. */
  readonly #stuck = new Map<string, string>();

  constructor(plugin: Plugin) {
    this.#plugin = plugin;
    this.#adapter = plugin.app.vault.adapter;
    const { dir, id } = plugin.manifest;
    this.#folder = normalizePath(dir ?? `${plugin.app.vault.configDir}/plugins/${id}`);
  }

  async read(name: string): Promise<StoredDocument> {
    const path = this.#path(name);
    return this.#inOrder(name, () => this.#read(name, path));
  }

  async write(name: string, value: unknown): Promise<void> {
    const path = this.#path(name);
    // Written as it is now: the caller may go on changing it.
    const text: unknown = JSON.stringify(value);
    if (typeof text !== 'string') throw new TypeError(`The document "${name}" cannot be written as JSON.`);
    await this.#inOrder(name, async () => {
      const stuck = this.#stuck.get(path);
      if (stuck !== undefined) throw new Error(`${path} is broken and could not be set aside: ${stuck}`);
      if (name === PLUGIN_DATA) await this.#plugin.saveData(JSON.parse(text));
      else await this.#replace(path, text);
    });
  }

  async setAside(name: string): Promise<string> {
    const path = this.#path(name);
    return this.#inOrder(name, async () => {
      const there = (await this.#adapter.exists(path)) ? path : fresh(path);
      const aside = await this.#freeName(there);
      await this.#adapter.rename(there, aside);
      return aside.slice(this.#folder.length + 1);
    });
  }

  async #read(name: string, path: string): Promise<StoredDocument> {
    const loaded: unknown = name === PLUGIN_DATA ? await this.#loadData() : undefined;
    // The app answers null for a file that is absent and for one that is broken: only the file can tell.
    if (loaded !== null && loaded !== undefined) return { kind: 'found', value: loaded };
    for (const candidate of [path, fresh(path)]) {
      const text = await this.#text(candidate);
      if (text === undefined) continue;
      if (typeof text !== 'string') return this.#setAside(candidate, text.reason);
      const document = parse(text);
      return document.kind === 'unreadable' ? await this.#setAside(candidate, document.reason) : document;
    }
    return { kind: 'absent' };
  }

  async #loadData(): Promise<unknown> {
    try {
      return await this.#plugin.loadData();
    } catch {
      // The file itself is looked at next, and says what is wrong with it.
      return undefined;
    }
  }

  async #text(path: string): Promise<string | { readonly reason: string } | undefined> {
    try {
      return (await this.#adapter.exists(path)) ? await this.#adapter.read(path) : undefined;
    } catch (error) {
      return { reason: reasonOf(error) };
    }
  }

  async #setAside(path: string, reason: string): Promise<StoredDocument> {
    try {
      const aside = await this.#freeName(path);
      await this.#adapter.rename(path, aside);
      return { kind: 'unreadable', reason: `${reason} (kept as ${aside})` };
    } catch (error) {
      this.#stuck.set(path, reasonOf(error));
      return { kind: 'unreadable', reason: `${reason} (${path})` };
    }
  }

  async #freeName(path: string): Promise<string> {
    for (let number = 1; ; number += 1) {
      const name = path.replace(/\.json(\.new)?$/, `.broken-${String(number)}.json`);
      if (!(await this.#adapter.exists(name))) return name;
    }
  }

  /** The adapter refuses to rename onto a file: between the two last steps only the fresh copy is there. */
  async #replace(path: string, text: string): Promise<void> {
    if (!(await this.#adapter.exists(this.#folder))) await this.#adapter.mkdir(this.#folder);
    await this.#adapter.write(fresh(path), text);
    if (await this.#adapter.exists(path)) await this.#adapter.remove(path);
    await this.#adapter.rename(fresh(path), path);
  }

  #path(name: string): string {
    if (!/^[a-z0-9][a-z0-9-]{0,99}$/.test(name)) throw new RangeError(`"${name}" is not a document name.`);
    return `${this.#folder}/${name}.json`;
  }

  #inOrder<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#working.get(name) ?? Promise.resolve();
    const result = before.then(work, work);
    this.#working.set(name, result);
    return result;
  }
}

function fresh(path: string): string {
  return `${path}.new`;
}

function parse(text: string): StoredDocument {
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'found', value };
  } catch (error) {
    return { kind: 'unreadable', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
