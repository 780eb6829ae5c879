import { listOf } from '../base/json-value';
import type { DeclaredDocument } from '../documents/declared-document';
import { readStored } from '../documents/read-stored';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

/** How a list is kept. */
interface ListForm<Item> {
  readonly document: DeclaredDocument;
  readonly isItem: (value: unknown) => value is Item;
  /** The items that are still kept, of all. */
  readonly bounded: (items: readonly Item[]) => readonly Item[];
}

/** A list, newest first, in a document of its own. A document of a newer program is shown, and never written. */
export class KeptList<Item extends { readonly id: string }> {
  #items: readonly Item[] = [];
  #loading: Promise<void> | undefined;
  #readOnly: string | undefined;

  constructor(
    private readonly form: ListForm<Item>,
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  get items(): readonly Item[] {
    return this.#items;
  }

  find(id: string): Item | undefined {
    return this.#items.find((item) => item.id === id);
  }

  /** Why nothing can be kept, as a sentence for the user; undefined where it can. Known once it was loaded. */
  get readOnly(): string | undefined {
    return this.#readOnly;
  }

  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /**
   * Puts an item first, or in the place of its earlier state, and keeps it.
   *
   * @returns Whether it could be kept. Where it could not, nothing changed.
   */
  async put(item: Item): Promise<boolean> {
    const isKnown = this.find(item.id) !== undefined;
    return this.#keep(isKnown ? this.#items.map((one) => (one.id === item.id ? item : one)) : [item, ...this.#items]);
  }

  drop(id: string): Promise<boolean> {
    return this.#keep(this.#items.filter((item) => item.id !== id));
  }

  async #keep(items: readonly Item[]): Promise<boolean> {
    if (this.#readOnly !== undefined) return false;
    const { document, bounded } = this.form;
    const kept = bounded(items);
    try {
      await this.store.write(document.name, { version: document.version, items: kept });
      this.#items = kept;
      return true;
    } catch (error) {
      this.log.warn(`A document could not be stored (${document.what}).`, error);
      return false;
    }
  }

  async #load(): Promise<void> {
    const { document, isItem } = this.form;
    const { value, readOnly } = await readStored(document, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    this.#items = listOf(value?.['items']).filter(isItem);
  }
}
