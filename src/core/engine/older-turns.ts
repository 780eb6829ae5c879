import { isRecord } from '../base/json-value';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { KeptTurn } from './generation-log';
import { seal, unseal } from './sealed-document';
import { restoreTurns, TURN_FORM } from './stored-turn';

const DOCUMENT = storedDocuments.turns;
/** So many documents took each other's place. */
const PARTS = 16;

/** The turns of all chats as they were stored together, before each chat had documents of its own. Read once, then emptied. */
export class OlderTurns {
  readonly #read: string[] = [];

  constructor(private readonly ports: { readonly store: DocumentStore; readonly log: Log }) {}

  /** The turns, oldest first. Never rejects. */
  async read(): Promise<readonly KeptTurn[]> {
    const parts: { readonly number: number; readonly turns: readonly KeptTurn[] }[] = [];
    for (let place = 0; place < PARTS; place++) {
      const name = `${DOCUMENT.name}-${String(place)}`;
      const { value } = await readStored(DOCUMENT, this.ports, name);
      const read = value && unseal(value);
      if (!read || 'refusal' in read || read.reading !== TURN_FORM || !isRecord(read.value)) continue;
      const { number } = read.value;
      const turns = restoreTurns(read.value);
      if (typeof number !== 'number' || turns.length === 0) continue;
      parts.push({ number, turns });
      this.#read.push(name);
    }
    return parts.sort((a, b) => a.number - b.number).flatMap(({ turns }) => turns);
  }

  /** Empties what was read: it is stored elsewhere by now. Never rejects. */
  async forget(): Promise<void> {
    for (const name of this.#read.splice(0)) {
      const empty = { version: DOCUMENT.version, ...seal(TURN_FORM, { number: 0, turns: [] }) };
      await this.ports.store.write(name, empty).catch((error: unknown) => {
        this.ports.log.warn('Turns that were stored anew could not be removed from where they were.', error);
      });
    }
  }
}
