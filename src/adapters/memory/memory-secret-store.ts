import { secretName, type SecretStore } from '../../core/ports/secret-store';

/** Secrets that last as long as the program. */
export class MemorySecretStore implements SecretStore {
  readonly #secrets: Map<string, string>;

  constructor(secrets: Readonly<Record<string, string>> = {}) {
    this.#secrets = new Map(Object.entries(secrets));
  }

  async read(name: string): Promise<string | undefined> {
    await Promise.resolve();
    return this.#secrets.get(secretName(name));
  }

  async write(name: string, value: string): Promise<void> {
    await Promise.resolve();
    if (value === '') this.#secrets.delete(secretName(name));
    else this.#secrets.set(secretName(name), value);
  }

  async remove(name: string): Promise<void> {
    await this.write(name, '');
  }
}
