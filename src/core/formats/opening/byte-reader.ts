/** Reads numbers at places of a file; what lies outside counts as 0. */
export interface ByteReader {
  readonly u16le: (at: number) => number;
  readonly u32le: (at: number) => number;
  readonly u32be: (at: number) => number;
}

/** A reader of these bytes. */
export function byteReader(bytes: Uint8Array): ByteReader {
  const byte = (at: number): number => bytes[at] ?? 0;
  const u16le = (at: number): number => byte(at) + byte(at + 1) * 0x100;
  return {
    u16le,
    u32le: (at) => u16le(at) + u16le(at + 2) * 0x10000,
    u32be: (at) => byte(at) * 0x1000000 + byte(at + 1) * 0x10000 + byte(at + 2) * 0x100 + byte(at + 3),
  };
}

/** Whether the bytes at a place are these. */
export function hasBytes(bytes: Uint8Array, at: number, expected: readonly number[]): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}

/** The bytes as signs of one byte each. */
export function latinText(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return text;
}
