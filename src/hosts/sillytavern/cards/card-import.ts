import type { WireImportAnswer } from '../../../server/contract/wire-imports';
import { clientFor, type Fetch } from '../find-server';
import { objectOf, textOf } from '../json-value';
import type { ServerLink } from '../server-link';
import type { ReadContext, TavernCharacter } from '../tavern-context';
import { bookOf, openCards } from './open-cards';

/** What importing needs. */
export interface CardImportPorts {
  readonly context: ReadContext;
  readonly link: Pick<ServerLink, 'connection'>;
  readonly fetch: Fetch;
}

/** How an import ended, in a sentence for the user. */
export interface CardImported {
  readonly isDone: boolean;
  readonly sentence: string;
}

/** How long an import may take, in milliseconds. */
const patienceMs = 120_000;

/** Makes notes of the lorebook in a card. From then on the notes are used, and the card's entries rest. */
export class CardImport {
  readonly #ports: CardImportPorts;

  constructor(ports: CardImportPorts) {
    this.#ports = ports;
  }

  /** The characters in play whose cards have a lorebook, the speaker's first. */
  get names(): readonly string[] {
    return openCards(this.#ports.context()).map(({ name }) => name);
  }

  /** Whether a character of this name has a lorebook in its card. */
  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  /** Never rejects. */
  async import(name: string): Promise<CardImported> {
    const character = this.#find(name);
    if (character === undefined) return failed(`There is no lorebook in the card of ${name}.`);
    const { link, fetch } = this.#ports;
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const connection = await link.connection(signal);
      if (connection === undefined) return failed('Lorehearth is not connected.');
      // Under the card's name it is the book that turns read live.
      const files = [{ name: `${name}.json`, text: JSON.stringify(bookOf(character)) }];
      const client = clientFor(connection.base, connection.token, fetch);
      const response = await client.v1.imports.$post({ json: { files } }, { init: { signal } });
      if (response.status !== 200) return failed(refusalText(await response.json(), response.status));
      return imported(await response.json());
    } catch {
      return failed('Lorehearth did not answer. Nothing may have been imported; its list of imports tells.');
    }
  }

  #find(name: string): TavernCharacter | undefined {
    const { characters, characterId } = this.#ports.context();
    const open = characters[Number(characterId)];
    const all = open === undefined ? characters : [open, ...characters];
    return all.find((character) => character.name === name && bookOf(character) !== undefined);
  }
}

function imported({ report, files }: WireImportAnswer): CardImported {
  if (report === undefined || files.every(({ mapped }) => mapped === 0)) {
    const [problem = 'Nothing in the lorebook can become a note.'] = files.flatMap(({ problems }) => problems);
    return failed(problem);
  }
  const { created, updated, failed: lost } = report;
  if (lost.length > 0) return failed(`${notes(lost.length)} could not be written: ${lost[0]?.sentence ?? ''}`);
  const folder = created[0]?.split('/').slice(0, -1).join('/') ?? '';
  const made = created.length === 0 ? '' : `${notes(created.length)} made in ${folder === '' ? 'the vault' : folder}.`;
  const changed = updated.length === 0 ? '' : `${notes(updated.length)} brought up to date.`;
  const sentence = [made, changed].filter((part) => part !== '').join(' ');
  return { isDone: true, sentence: sentence === '' ? 'The notes are there already and up to date.' : sentence };
}

function notes(count: number): string {
  return count === 1 ? '1 note' : `${String(count)} notes`;
}

function refusalText(content: unknown, status: number): string {
  const problem = objectOf(content);
  if (problem?.['code'] === 'scope_missing') return 'This page may not write notes. Pair it again.';
  return textOf(problem?.['detail']) ?? `Lorehearth answered with status ${String(status)}.`;
}

function failed(sentence: string): CardImported {
  return { isDone: false, sentence };
}
