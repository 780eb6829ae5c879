import type { LoreEntry } from '../../lore/lore-entry';
import { groupsOfEntry } from '../../pipeline/choose-from-groups';
import { counted } from '../counted';
import { inEntry, type Finding } from '../finding';
import { eachUsed, type HealthInput } from '../health-input';
import { byFolded, keyWords, swallowing } from '../key-words';

const MOST_TITLES = 4;

/** What several entries have in common that each should have alone. */
export async function sharedFindings(input: HealthInput): Promise<readonly Finding[]> {
  const keys = new Map<string, LoreEntry[]>();
  const titles = new Map<string, LoreEntry[]>();
  const types = new Map<string, Map<string, LoreEntry[]>>();
  const groups = new Map<string, LoreEntry[]>();
  await eachUsed(input, (entry) => {
    for (const key of entry.constant ? [] : keyWords(entry, entry.keys, input.settings.caseSensitive))
      append(keys, key.folded, entry);
    append(titles, plainTitle(entry.title), entry);
    if (entry.type !== undefined) appendType(types, entry.type, entry);
    for (const group of groupsOfEntry(entry)) append(groups, group, entry);
  });
  return [
    ...sharedKeys(keys, input),
    ...[...titles.values()].flatMap(overlappingTitles),
    ...[...types.values()].flatMap(spellingsOfType),
    ...[...groups].flatMap(([group, members]) => neverWinning(group, members, input)),
  ];
}

/** One finding for each key, at the first entry that has it. */
function sharedKeys(keys: ReadonlyMap<string, readonly LoreEntry[]>, { settings }: HealthInput): readonly Finding[] {
  return [...keys].flatMap(([key, entries]): readonly Finding[] => {
    const [first, ...others] = [...new Set(entries)];
    if (!first || others.length < settings.sharedKeyEntries) return [];
    // The members of one group share their keys on purpose.
    const group = first.properties.group;
    if (group !== undefined && others.every(({ properties }) => properties.group === group)) return [];
    return [inEntry('key-shared', first, key, among([first, ...others]), { property: 'keys' })];
  });
}

function among(entries: readonly LoreEntry[]): string {
  const named = entries.slice(0, MOST_TITLES).map(({ title }) => title);
  const rest = entries.length - named.length;
  const names = rest > 0 ? `${named.join(', ')} and ${String(rest)} more` : named.join(', ');
  return `${counted(entries.length, 'entry', 'entries')} (${names})`;
}

/** A title without articles, marks and letter case. */
function plainTitle(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [title];
  const [first = '', ...others] = words;
  return others.length > 0 && ['the', 'a', 'an'].includes(first) ? others.join('') : words.join('');
}

/** Titles that are equal in full are told by the index already. */
function overlappingTitles(entries: readonly LoreEntry[]): readonly Finding[] {
  const [first, ...others] = entries;
  if (!first || others.length === 0) return [];
  const folded = (entry: LoreEntry): string => entry.title.normalize('NFC').trim().toLowerCase();
  return others.flatMap((entry) =>
    folded(entry) === folded(first) ? [] : [inEntry('title-overlap', entry, entry.title, first.title)],
  );
}

function appendType(types: Map<string, Map<string, LoreEntry[]>>, type: string, entry: LoreEntry): void {
  const plain = type
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .replace(/s$/, '');
  const known = types.get(plain) ?? new Map<string, LoreEntry[]>();
  types.set(plain, known);
  append(known, type, entry);
}

/** The rarer spellings of a type, each at its first entry. */
function spellingsOfType(spellings: ReadonlyMap<string, readonly LoreEntry[]>): readonly Finding[] {
  if (spellings.size < 2) return [];
  const [usual, ...others] = [...spellings].sort(([, a], [, b]) => b.length - a.length);
  if (!usual) return [];
  return others.flatMap(([type, [first]]) =>
    first ? [inEntry('type-near', first, type, usual[0], { property: 'type' })] : [],
  );
}

/** Members whose every key brings in the member that always wins. */
function neverWinning(group: string, members: readonly LoreEntry[], { settings }: HealthInput): readonly Finding[] {
  const winner = [...members].filter(alwaysWins).sort((a, b) => a.priority - b.priority)[0];
  if (!winner || members.length < 2) return [];
  const known = byFolded(keyWords(winner, winner.keys, settings.caseSensitive));
  return members.flatMap((entry): readonly Finding[] => {
    const keys = keyWords(entry, entry.keys, settings.caseSensitive);
    const isSwallowed =
      entry !== winner &&
      keys.length > 0 &&
      keys.length === entry.keys.length &&
      keys.every((key) => known.has(key.folded) || swallowing(key, known) !== undefined);
    return isSwallowed ? [inEntry('group-never-wins', entry, group, winner.title, { property: 'group' })] : [];
  });
}

/** Wins its group whenever one of its keys is found: nothing else may keep it out. */
function alwaysWins({ properties, refineKeys, excludeKeys }: LoreEntry): boolean {
  const { groupOverride, probability = 1, warmup = 0, cooldown, delay, caseSensitive, scanDepth } = properties;
  const isPlain = refineKeys.length === 0 && excludeKeys.length === 0 && probability >= 1 && warmup <= 1;
  return (
    groupOverride === true && isPlain && [cooldown, delay, caseSensitive, scanDepth].every((one) => one === undefined)
  );
}

function append<Key>(map: Map<Key, LoreEntry[]>, key: Key, entry: LoreEntry): void {
  const known = map.get(key);
  if (known) known.push(entry);
  else map.set(key, [entry]);
}
