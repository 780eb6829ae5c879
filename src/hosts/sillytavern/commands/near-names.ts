/** Names less alike than this are not worth showing, 0–1. */
const leastLikeness = 0.4;

/** The names most like a written one, best first. Equal names count once. */
export function nearNames(written: string, names: Iterable<string>, most = 3): readonly string[] {
  const wanted = folded(written);
  if (wanted === '') return [];
  const pairs = pairsOf(wanted);
  return [...new Set(names)]
    .map((name) => ({ name, likeness: likeness(wanted, pairs, folded(name)) }))
    .filter((one) => one.likeness >= leastLikeness)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, most)
    .map(({ name }) => name);
}

/** “A”, “B” or “C”. */
export function quotedChoices(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  const last = quoted.pop() ?? '';
  return quoted.length === 0 ? last : `${quoted.join(', ')} or ${last}`;
}

/** The share of letter pairs that two names have in common; a name that holds the other is at least as near as most. */
function likeness(wanted: string, wantedPairs: ReadonlySet<string>, name: string): number {
  const pairs = pairsOf(name);
  const shared = [...wantedPairs].filter((pair) => pairs.has(pair)).length;
  const dice = (2 * shared) / (wantedPairs.size + pairs.size);
  const isPart = Math.min(wanted.length, name.length) >= 3 && (name.includes(wanted) || wanted.includes(name));
  return isPart ? Math.max(dice, 0.6) : dice;
}

function pairsOf(name: string): ReadonlySet<string> {
  const padded = ` ${name} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, index) => padded.slice(index, index + 2)));
}

function folded(name: string): string {
  return name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
