/** Unpredictable values from the host (never used for choosing lore: that is seeded). */
export interface RandomSource {
  /** A text of the given number of random bytes, base64url without padding. */
  token(bytes: number): string;
  /** A whole number in [0, below). */
  integer(below: number): number;
}
