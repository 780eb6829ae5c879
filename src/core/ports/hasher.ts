/** Cryptographic digests and comparison for secrets that are stored hashed. */
export interface Hasher {
  /** SHA-256 of the text's UTF-8 bytes, lower-case hexadecimal. */
  sha256(text: string): string;
  /** Compares in constant time. */
  equal(a: string, b: string): boolean;
}
