// Where more than one character in this many cannot be decoded, the bytes are no UTF-8 text at all.
const READABLE_PER_BROKEN = 8;

// The byte order mark stays: what is written back must be what was read.
const OPTIONS = { ignoreBOM: true };
const strict = new TextDecoder('utf-8', { ...OPTIONS, fatal: true });
const lenient = new TextDecoder('utf-8', OPTIONS);

function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * The text of a note's bytes, or undefined when they are no text: they hold a zero byte, or are mostly not UTF-8.
 * A few bytes in another encoding become U+FFFD.
 */
export function decodeNote(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  const exact = decodeStrictly(bytes);
  if (exact !== undefined) return exact;
  const text = lenient.decode(bytes);
  const broken = text.split('\ufffd').length - 1;
  return broken * READABLE_PER_BROKEN > text.length ? undefined : text;
}
