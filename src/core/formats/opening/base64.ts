const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Value of each sign by its code; both spellings of the last two count. */
const values: ReadonlyMap<number, number> = new Map([
  ...Array.from(SIGNS, (sign, value): [number, number] => [sign.charCodeAt(0), value]),
  ...['+', '-'].map((sign): [number, number] => [sign.charCodeAt(0), 62]),
  ...['/', '_'].map((sign): [number, number] => [sign.charCodeAt(0), 63]),
]);

/** Blanks and padding say nothing: some tools break lines, and some forget the padding. */
const SILENT = /[\s=\0]+/g;

/** Decodes base64, however sloppily it was written. Undefined for a text that holds any other sign. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const signs = text.replace(SILENT, '');
  const bytes = new Uint8Array(Math.floor((signs.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (let index = 0; index < signs.length; index++) {
    const value = values.get(signs.charCodeAt(index));
    if (value === undefined) return undefined;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[at++] = (bits >> held) & 0xff;
  }
  return bytes;
}
