/** Vaults and chats made from a seed: the same seed gives the same texts on every machine. */
export interface BenchVault {
  /** Notes by path. */
  readonly notes: ReadonlyMap<string, string>;
  /** Keys of each note, for contestants that need no parser. */
  readonly keys: readonly (readonly string[])[];
  readonly texts: readonly string[];
}

/** A small, fast generator of numbers in [0, 1) (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const syllables = 'ka ro mi ve dun sel tar ith or bel an gor esh lin mar quo zu phe nia drak'.split(' ');
const common = 'the a of and to in is was she he they with on at by from it that as but for not are his her'.split(' ');

/** A made-up word; rare enough to be a name. */
function name(random: () => number): string {
  const length = 2 + Math.floor(random() * 3);
  return Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)] ?? '').join('');
}

function prose(random: () => number, words: number, names: readonly string[], share: number): string {
  return Array.from({ length: words }, () => {
    if (random() < share) return names[Math.floor(random() * names.length)] ?? '';
    return random() < 0.6 ? (common[Math.floor(random() * common.length)] ?? '') : name(random);
  }).join(' ');
}

/** A vault of `size` entries with one to six keys, a third of them of two words, and 100 to 400 words of text. */
export function makeVault(size: number, seed = 7): BenchVault {
  const random = numbers(seed);
  const keys = Array.from({ length: size }, () =>
    Array.from({ length: 1 + Math.floor(random() * 6) }, () =>
      random() < 0.33 ? `${name(random)} ${name(random)}` : name(random) + name(random),
    ),
  );
  const names = keys.flat();
  const texts = keys.map(() => prose(random, 100 + Math.floor(random() * 300), names, 0.01));
  const notes = new Map(
    keys.map((own, at) => [
      `Lore/Entry ${String(at)}.md`,
      `---\ntags: [lorebook]\nkeys:\n${own.map((key) => `  - ${key}`).join('\n')}\n---\n${texts[at] ?? ''}\n`,
    ]),
  );
  return { notes, keys, texts };
}

/** A chat of `count` messages of about 900 characters that names some keys. */
export function makeChat(vault: BenchVault, count: number, hits: number, seed = 11): readonly string[] {
  const random = numbers(seed);
  const wanted = Array.from({ length: hits }, () => vault.keys[Math.floor(random() * vault.keys.length)]?.[0] ?? '');
  return Array.from({ length: count }, (_, at) => {
    const words = prose(random, 160, ['x'], 0).split(' ');
    wanted
      .filter((__, hit) => hit % count === at)
      .forEach((key) => words.splice(Math.floor(random() * words.length), 0, key));
    return words.join(' ');
  });
}

/**
 * A vault whose entries name each other: from the keys of two entries, recursion reaches some hundreds. Every text names
 * about five other entries of a small circle.
 */
export function makeLinkedVault(size: number, seed = 13): BenchVault {
  const plain = makeVault(size, seed);
  const random = numbers(seed);
  const circle = Math.min(size, 800);
  const texts = plain.texts.map((text) => {
    const named = Array.from({ length: 5 }, () => plain.keys[Math.floor(random() * circle)]?.[0] ?? '');
    return `${text} ${named.join(' and ')}`;
  });
  const notes = new Map(
    [...plain.notes].map(([path, note], at) => [path, note.replace(plain.texts[at] ?? '', texts[at] ?? '')]),
  );
  return { ...plain, notes, texts };
}
