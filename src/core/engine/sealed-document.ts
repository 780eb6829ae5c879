import { contentHash } from '../base/content-hash';

/** A value as it is stored, with what tells whether it can still be used. */
interface SealedDocument {
  /** Fingerprint of everything besides the notes that the value depends on. */
  readonly reading: string;
  /** Fingerprint of `body`. */
  readonly hash: string;
  /** The value as JSON: a text, so that what was damaged without ceasing to be JSON is found out. */
  readonly body: string;
}

/** What was sealed, and under which fingerprint. The value is exactly what this program once gave. */
export interface Unsealed {
  readonly reading: string;
  readonly value: unknown;
}

/** Makes what is stored of a value. */
export function seal(reading: string, value: unknown): SealedDocument {
  const body = JSON.stringify(value);
  return { reading, hash: contentHash(body), body };
}

/** Opens a document; a sentence says why when it cannot be used. */
export function unseal(document: unknown): Unsealed | { readonly refusal: string } {
  if (typeof document !== 'object' || document === null) return { refusal: 'It has another form.' };
  const field = (name: keyof SealedDocument): unknown => Reflect.get(document, name);
  const [reading, hash, body] = [field('reading'), field('hash'), field('body')];
  if (typeof body !== 'string' || typeof reading !== 'string' || contentHash(body) !== hash)
    return { refusal: 'It is damaged.' };
  return { reading, value: JSON.parse(body) };
}
