import { isRecord } from '../base/json-value';
import { LruMap } from '../base/lru-map';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { ProtocolMemory } from './ports';
import { protocols, type Protocol } from './session/session';

const DOCUMENT = 'librarian-models';
const VERSION = 1;
const MOST_MODELS = 200;

/** Remembers how each model is told of tools, by its connection and name. */
export class ProtocolNotes implements ProtocolMemory {
  readonly #known = new LruMap<string, { readonly model: string; readonly protocol: Protocol }>(MOST_MODELS);
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  async load(): Promise<void> {
    const stored = await this.store.read(DOCUMENT);
    const models = stored.kind === 'found' && isRecord(stored.value) ? stored.value['models'] : undefined;
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
    const models = Object.fromEntries([...this.#known.values()].map(({ model, protocol }) => [model, protocol]));
    await this.store.write(DOCUMENT, { version: VERSION, models }).catch((error: unknown) => {
      this.log.warn('How models take tools could not be stored; it holds until the host stops.', error);
    });
  }
}
