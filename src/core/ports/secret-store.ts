/**
 * Keys and tokens of this device: never in settings, logs, traces or exports. A name has lower-case letters, digits and
 * dashes, at most 60. Errors: everything rejects with a `RangeError` for another name; `write` and `remove`
 * reject with a sentence when this device cannot change the secret.
 */
export interface SecretStore {
  /** The secret, or undefined when this device has none of that name. */
  read(name: string): Promise<string | undefined>;
  /** Replaces the secret; an empty text removes it. */
  write(name: string, value: string): Promise<void>;
  /** Forgets the secret; one that is not there is no error. */
  remove(name: string): Promise<void>;
}

const NAME = /^[a-z\d](?:[a-z\d-]{0,58}[a-z\d])?$/;

/** The name, if it is one that every store takes. Errors: `RangeError`, without the name. */
export function secretName(name: string): string {
  if (!NAME.test(name)) throw new RangeError('This is no name of a secret.');
  return name;
}
