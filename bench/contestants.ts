import type { BenchVault } from './generate';

/** Something that finds the entries whose keys stand in a text. */
export interface Contestant {
  readonly name: string;
  /** Numbers of the entries that a text wakes. */
  readonly find: (text: string) => ReadonlySet<number>;
}

/** One regular expression per key and entry, tried in turn: the rules of SillyTavern's scanner, without its overhead. */
export function perKeyLoop(vault: BenchVault): Contestant {
  const patterns = vault.keys.map((keys) => keys.map((key) => key.toLowerCase()));
  return {
    name: 'one loop over every key',
    find: (text) => {
      const lower = text.toLowerCase();
      const found = new Set<number>();
      patterns.forEach((keys, entry) => {
        if (keys.some((key) => stands(key, lower))) found.add(entry);
      });
      return found;
    },
  };
}

/** A key of several words is looked for as it is; a single word needs a sign or an edge on both sides. */
function stands(key: string, text: string): boolean {
  if (/\s/.test(key)) return text.includes(key);
  return new RegExp(`(?:^|\\W)(${key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})(?:$|\\W)`).test(text);
}

/** The floor: every word of the text is hashed once and nothing is found. */
export const hashEveryWord: Contestant = {
  name: 'floor: hash each word once',
  find: (text) => {
    let mixed = 0;
    let hash = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at) | 32;
      if (unit > 96 && unit < 123) hash = Math.imul(hash, 31) + unit;
      else {
        mixed ^= hash;
        hash = 0;
      }
    }
    return mixed === 1 ? new Set([0]) : new Set();
  },
};
