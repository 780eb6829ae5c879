import { createHash, timingSafeEqual } from 'node:crypto';
import type { Hasher } from '../../core/ports/hasher';

// Digests have one length, so that comparing them does not tell the length of the secret. Written as UTF-16, no two
// texts are the same bytes; as UTF-8, lone surrogates are.
function digest(text: string): Buffer {
  return createHash('sha256').update(text, 'utf16le').digest();
}

/** The digests of Node's crypto module. */
export const nodeHasher: Hasher = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('hex'),
  equal: (a, b) => timingSafeEqual(digest(a), digest(b)),
};
