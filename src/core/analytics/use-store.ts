import { isRecord, listOf, type JsonRecord } from '../base/json-value';
import { PlacedDocuments, type DocumentPorts } from '../documents/placed-documents';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import { restorePart, storePart } from './stored-use';
import { OLDER, type UseLedger, type UsePart } from './use-ledger';

/** The document that takes the last reset back. */
const UNDO = storedDocuments.analyticsUndo;
/** Far more parts than the ledger has, so that it alone decides what is forgotten. */
const MOST_PARTS = 400;

/** What keeping the ledger needs of the host. */
export interface UsePorts extends DocumentPorts {
  /** Resolves after the host has had its turn. */
  readonly pause?: (() => Promise<void>) | undefined;
}

/** Keeps a ledger in documents, one for each day, so that a turn costs the writing of its day. */
export class UseStore {
  readonly #documents: PlacedDocuments<JsonRecord>;

  constructor(private readonly ports: UsePorts) {
    this.#documents = new PlacedDocuments<JsonRecord>(
      {
        document: storedDocuments.analytics,
        most: MOST_PARTS,
        heaviest: Infinity,
        weigh: () => 1,
        read: (stored) => (isRecord(stored) ? stored : undefined),
      },
      ports,
    );
  }

  /** Brings what earlier runs counted into the ledger. Never rejects. */
  async load(ledger: UseLedger): Promise<void> {
    await this.#documents.load();
    const older = await this.#documents.get(OLDER);
    const through = older?.['through'];
    if (typeof through === 'string') ledger.restoreThrough(through);
    for (const key of this.#documents.keys) {
      // What is part of the sum already was about to be forgotten when the host stopped.
      if (typeof through === 'string' && key !== OLDER && key <= through) this.#documents.forget(key);
      else this.#restore(ledger, await this.#documents.get(key));
      await this.ports.pause?.();
    }
  }

  /** Stores what changed; resolves when that is done. Never rejects. */
  async save(ledger: UseLedger): Promise<void> {
    const changed = ledger.takeChanged();
    // The sum of earlier days goes first: it says which days are not to be counted any more.
    for (const name of [...changed].sort((a) => (a === OLDER ? -1 : 1))) {
      const part = ledger.take(name);
      if (part) this.#documents.put(name, { ...storePart(part), ...(name === OLDER && { through: ledger.through }) });
    }
    if (changed.length > 0) await this.#documents.flush();
    const gone = changed.filter((name) => ledger.take(name) === undefined);
    for (const name of gone) this.#documents.forget(name);
    if (gone.length > 0) await this.#documents.flush();
  }

  /** Errors: `ReadOnlyDocument` where counts are read and never stored. */
  requireWritable(): Promise<void> {
    return this.#documents.requireWritable();
  }

  /** Keeps everything that is about to be forgotten; whether that was possible. */
  async keepUndo(ledger: UseLedger, at: number): Promise<boolean> {
    const parts = ledger.parts.flatMap((name) => ledger.take(name) ?? []).map(storePart);
    return this.#writeUndo({ version: UNDO.version, at, parts });
  }

  /** When the last reset was that can be taken back, in milliseconds since 1970, and what it took. */
  async undo(): Promise<{ readonly at: number; readonly parts: readonly UsePart[] } | undefined> {
    const { value, readOnly } = await readStored(UNDO, this.ports);
    // What cannot be crossed out afterwards would be brought back twice.
    if (readOnly !== undefined) return undefined;
    const { at, parts } = value ?? {};
    if (typeof at !== 'number' || at === 0) return undefined;
    return { at, parts: listOf(parts).flatMap((part) => restorePart(part) ?? []) };
  }

  /** The last reset cannot be taken back any more: it was. */
  async dropUndo(): Promise<void> {
    await this.#writeUndo({ version: UNDO.version, at: 0, parts: [] });
  }

  async #writeUndo(document: JsonRecord): Promise<boolean> {
    try {
      await this.ports.store.write(UNDO.name, document);
      return true;
    } catch (error) {
      this.ports.log.warn('What undoes the forgetting of how often entries were used could not be stored.', error);
      return false;
    }
  }

  #restore(ledger: UseLedger, stored: JsonRecord | undefined): void {
    const part = restorePart(stored);
    if (part) ledger.restore(part);
  }
}
