import type { SecretStorage } from 'obsidian';
import type { Log } from '../../core/ports/log';
import { secretName, type SecretStore } from '../../core/ports/secret-store';

/** Secrets of this plugin in the app's keychain: on this device only, never in the synced settings. */
export class PluginSecrets {
  readonly #storage: SecretStorage;
  readonly #prefix: string;
  readonly #log: Log;
  /** What the keychain did not take: it lasts until the app is closed. */
  readonly #unsaved = new Map<string, string>();

  constructor(storage: SecretStorage, pluginId: string, log: Log) {
    this.#storage = storage;
    this.#prefix = pluginId;
    this.#log = log;
  }

  /** The secret of that name (as `SecretStore` takes them), or undefined when this device has none. */
  read(name: string): string | undefined {
    const unsaved = this.#unsaved.get(name);
    if (unsaved !== undefined) return unsaved === '' ? undefined : unsaved;
    try {
      const secret = this.#storage.getSecret(this.#id(name));
      return secret === null || secret === '' ? undefined : secret;
    } catch (error) {
      this.#log.warn('The keychain could not be read.', error);
      return undefined;
    }
  }

  /** Replaces the secret; when the keychain refuses, it is kept in memory. */
  write(name: string, secret: string): void {
    try {
      this.#storage.setSecret(this.#id(name), secret);
      this.#unsaved.delete(name);
    } catch (error) {
      this.#log.warn('The keychain did not take the secret; it lasts until the app is closed.', error);
      this.#unsaved.set(name, secret);
    }
  }

  #id(name: string): string {
    return `${this.#prefix}-${name}`;
  }
}

/** The secrets as the port that the rest of the program knows. The keychain has no removal: an empty text is none. */
export function secretStoreOf(secrets: PluginSecrets): SecretStore {
  const write = async (name: string, value: string): Promise<void> => {
    await Promise.resolve();
    secrets.write(secretName(name), value);
  };
  return {
    read: async (name) => {
      await Promise.resolve();
      return secrets.read(secretName(name));
    },
    write,
    remove: (name) => write(name, ''),
  };
}
