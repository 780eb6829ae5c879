import { isRecord, listOf } from '../base/json-value';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

/** How a list is kept. */
interface ListForm<Item> {
  /** Name of the document. */
  readonly document: string;
  readonly version: number;
  readonly isItem: (value: unknown) => value is Item;
  /** The items that are still kept, of all. */
  readonly bounded: (items: readonly Item[]) => readonly Item[];
}

/** A list, newest first, in a document of its own. A document of a newer program is never overwritten. */
export class KeptList<Item extends { readonly id: string }> {
  #items: readonly Item[] = [];
  #loading: Promise<void> | undefined;
  #isNewer = false;

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
    if (this.#isNewer) return false;
    const { document, version, bounded } = this.form;
    const kept = bounded(items);
    try {
      await this.store.write(document, { version, items: kept });
      this.#items = kept;
      return true;
    } catch (error) {
      this.log.warn(`The document ${document} could not be written.`, error);
      return false;
    }
  }

  async #load(): Promise<void> {
    const { document, version, isItem } = this.form;
    const stored = await this.store.read(document);
    if (stored.kind === 'unreadable') this.log.warn(`The document ${document} could not be read: ${stored.reason}`);
    if (stored.kind !== 'found' || !isRecord(stored.value)) return;
    const written = stored.value['version'];
    this.#isNewer = typeof written === 'number' && written > version;
    if (this.#isNewer) this.log.warn(`The document ${document} is of a newer version of Lorehearth and is left alone.`);
    else this.#items = listOf(stored.value['items']).filter(isItem);
  }
}
