import { readStored, requireWritable } from '../../core/documents/read-stored';
import { storedDocuments } from '../../core/documents/stored-documents';
import type { DocumentStore } from '../../core/ports/document-store';
import type { Log } from '../../core/ports/log';
import { secretName, type SecretStore } from '../../core/ports/secret-store';

/** The document that holds the secrets: its store must keep it for the owner of the files alone. */
export const SECRETS_DOCUMENT = storedDocuments.secrets.name;

/** Where a Node host finds secrets. */
export interface NodeSecretOptions {
  /** Its private documents must have `SECRETS_DOCUMENT` among them. */
  readonly store: DocumentStore;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/**
 * Secrets of the environment, else of a file that only its owner can read. `key-openai` is `LOREHEARTH_KEY_OPENAI` in
 * the environment. What is set there cannot be changed from within the program.
 */
export class NodeSecretStore implements SecretStore {
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly options: NodeSecretOptions) {}

  async read(name: string): Promise<string | undefined> {
    const given = this.#given(name);
    if (given !== undefined) return given;
    const { secrets } = await this.#inTurn(() => this.#secrets());
    return secrets.get(name);
  }

  async write(name: string, value: string): Promise<void> {
    if (this.#given(name) !== undefined) {
      throw new Error(`The environment variable ${variableOf(name)} holds this key. Change it there.`);
    }
    await this.#inTurn(async () => {
      const { secrets, readOnly } = await this.#secrets();
      requireWritable(readOnly);
      if (value === '' && !secrets.has(name)) return;
      if (value === '') secrets.delete(name);
      else secrets.set(name, value);
      const { version } = storedDocuments.secrets;
      await this.options.store.write(SECRETS_DOCUMENT, { version, secrets: Object.fromEntries(secrets) });
    });
  }

  async remove(name: string): Promise<void> {
    await this.write(name, '');
  }

  #given(name: string): string | undefined {
    const given = this.options.environment[variableOf(secretName(name))];
    return given === '' ? undefined : given;
  }

  async #secrets(): Promise<{ readonly secrets: Map<string, string>; readonly readOnly: string | undefined }> {
    const { value, readOnly } = await readStored(storedDocuments.secrets, this.options);
    const texts = Object.entries(value?.['secrets'] ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    return { secrets: new Map(texts), readOnly };
  }

  /** One change after the other: each is made to what the one before has written. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

function variableOf(name: string): string {
  return `LOREHEARTH_${name.toUpperCase().replaceAll('-', '_')}`;
}
