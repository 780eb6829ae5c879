import { isRecord } from '../base/json-value';
import { LruMap } from '../base/lru-map';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { ProtocolMemory } from './ports';
import { protocols, type Protocol } from './session/session';

const DOCUMENT = storedDocuments.librarianModels;
const MOST_MODELS = 200;

/** Remembers how each model is told of tools, by its connection and name. */
export class ProtocolNotes implements ProtocolMemory {
  readonly #known = new LruMap<string, { readonly model: string; readonly protocol: Protocol }>(MOST_MODELS);
  #writing: Promise<void> = Promise.resolve();
  #isReadOnly = false;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  async load(): Promise<void> {
    const { value: stored, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#isReadOnly = readOnly !== undefined;
    const models = stored?.['models'];
    for (const [model, value] of Object.entries(isRecord(models) ? models : {})) {
      const protocol = protocols.find((one) => one === value);
      if (protocol !== undefined) this.#known.set(model, { model, protocol });
    }
  }

  of(model: string): Protocol | undefined {
    return this.#known.get(model)?.protocol;
  }

  keep(model: string, protocol: Protocol): void {
    if (this.of(model) === protocol) return;
    this.#known.set(model, { model, protocol });
    this.#writing = this.#writing.then(() => this.#write());
  }

  /** Resolves when everything is stored. */
  flush(): Promise<void> {
    return this.#writing;
  }

  async #write(): Promise<void> {
    if (this.#isReadOnly) return;
    const models = Object.fromEntries([...this.#known.values()].map(({ model, protocol }) => [model, protocol]));
    await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, models }).catch((error: unknown) => {
      this.log.warn('How models take tools could not be stored; it holds until the host stops.', error);
    });
  }
}
