import type { BenchVault } from './generate';

/** Something that finds the entries whose keys stand in a text. */
export interface Contestant {
  readonly name: string;
  /** Numbers of the entries that a text wakes. */
  readonly find: (text: string) => ReadonlySet<number>;
}

/** Makes a contestant for a vault; whatever it builds beforehand is not measured. */
export type Enter = (vault: BenchVault) => Promise<Contestant>;

/**
 * A program that is not part of this one, as a module with an `enter` function (see `Enter`). It is given notes by path,
 * keys by entry and texts by entry.
 */
export async function outsider(path: string): Promise<Enter> {
  // eslint-disable-next-line no-unsanitized/method -- the module is the one that was named on the command line
  const module: unknown = await import(path);
  const enter: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'enter') : undefined;
  if (typeof enter !== 'function') throw new Error(`${path} has no function "enter".`);
  return enter as Enter;
}

/** Every key of every entry is looked for in turn, by the rules of SillyTavern's scanner, without its overhead. */
export function perKeyLoop(vault: BenchVault): Contestant {
  const patterns = vault.keys.map((keys) => keys.map((key) => key.toLowerCase()));
  return {
    name: 'loop over every key',
    find: (text) => {
      const lower = text.toLowerCase();
      return whereSome(patterns, (key) => stands(key, lower));
    },
  };
}

/** One regular expression for each key, compiled beforehand; edges are looked at afterwards, which is faster. */
export function onePatternPerKey(vault: BenchVault): Contestant {
  const patterns = vault.keys.map((keys) => keys.map((key) => new RegExp(escaped(key), 'gi')));
  return { name: 'one RegExp per key', find: (text) => whereSome(patterns, (pattern) => standsAlone(pattern, text)) };
}

/** A contestant with recursion: the texts of what it finds are searched, `steps` times. */
export function recursively(contestant: Contestant, vault: BenchVault, steps: number): (text: string) => Set<number> {
  return (text) => {
    const found = new Set(contestant.find(text));
    let fresh = [...found];
    for (let step = 0; step < steps && fresh.length > 0; step++) {
      const more = contestant.find(fresh.map((entry) => vault.texts[entry] ?? '').join('\n'));
      fresh = [...more].filter((entry) => !found.has(entry));
      for (const entry of fresh) found.add(entry);
    }
    return found;
  };
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

function whereSome<Key>(keys: readonly (readonly Key[])[], test: (key: Key) => boolean): ReadonlySet<number> {
  const found = new Set<number>();
  keys.forEach((own, entry) => {
    if (own.some(test)) found.add(entry);
  });
  return found;
}

function standsAlone(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [before, after] = [text.charAt(match.index - 1), text.charAt(match.index + match[0].length)];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

/** A key of several words is looked for as it is; a single word needs a sign or an edge on both sides. */
function stands(key: string, text: string): boolean {
  if (/\s/.test(key)) return text.includes(key);
  return new RegExp(`(?:^|\\W)(${escaped(key)})(?:$|\\W)`).test(text);
}

function escaped(key: string): string {
  return key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
