import type { LoreEntry } from '../../lore/lore-entry';
import { LoreIndex, type IndexedNote } from '../../search/lore-index';
import type { RegexKey } from '../../search/regex-keys';
import type { KeyHit, KeyHits } from '../job-result';
import type { GrowthPorts } from '../ports';
import type { StoredMessage, StoredMessages } from './stored-messages';

/** Hits of each kind that are told; counts are of all. */
const MOST_TOLD = 40;
/** Characters of a quote on each side of the key. */
const REACH = 70;

/** A primary key in a message. */
interface FoundKey {
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Tries the keys of an entry, and those that it would have, on stored messages, with the same matcher that turns use.
 * What other keys refuse (`exclude_keys`, `refine_keys`) is not looked at.
 */
export async function compareKeyHits(
  before: LoreEntry,
  after: LoreEntry,
  stored: StoredMessages,
  ports: GrowthPorts,
): Promise<KeyHits> {
  const find = await keyFinder([before, after], stored, ports);
  const told = { gainedHits: [] as KeyHit[], lostHits: [] as KeyHit[], keptHits: [] as KeyHit[] };
  const counts = { before: 0, after: 0, gained: 0, lost: 0 };
  for (const message of stored.messages) {
    await ports.give();
    const [old, now] = find(message);
    if (old) counts.before += 1;
    if (now) counts.after += 1;
    if (now && !old) counts.gained += 1;
    if (old && !now) counts.lost += 1;
    const list = old && now ? told.keptHits : old ? told.lostHits : told.gainedHits;
    const hit = now ?? old;
    if (hit && list.length < MOST_TOLD) list.push(toldHit(message, hit));
  }
  return { messages: stored.messages.length, chats: stored.chats, ...counts, ...told, isCut: stored.isCut };
}

/** Some messages that the keys of an entry hit, those of every key among them. */
export async function sampleHits(
  entry: LoreEntry,
  stored: StoredMessages,
  most: number,
  ports: GrowthPorts,
): Promise<readonly KeyHit[]> {
  const find = await keyFinder([entry], stored, ports);
  const hits = new Map<string, KeyHit[]>();
  for (const message of stored.messages) {
    await ports.give();
    const [found] = find(message);
    if (!found) continue;
    const known = hits.get(found.key) ?? [];
    if (known.length < most) hits.set(found.key, [...known, toldHit(message, found)]);
  }
  const lists = [...hits.values()];
  return Array.from({ length: most }, (_, rank) => lists.flatMap((list) => list[rank] ?? []))
    .flat()
    .slice(0, most);
}

/** Finds for each of some entries the first of its primary keys in a message. */
async function keyFinder(
  entries: readonly LoreEntry[],
  stored: StoredMessages,
  { keyDefaults, patterns }: GrowthPorts,
): Promise<(message: StoredMessage) => readonly (FoundKey | undefined)[]> {
  // Both versions of an entry stand in one index, each under a path of its own.
  const notes = entries.map((entry, at) => noteOf(entry, `${String(at)}.md`));
  const index = LoreIndex.empty(keyDefaults()).apply(notes.map((note) => ({ kind: 'read', note })));
  const ids = notes.map(({ path }) => index.entryByPath(path)?.id);
  const primary = index.patterns.all.filter(({ role }) => role === 'primary');
  await patterns.prepare(
    primary,
    stored.messages.map(({ text }) => text),
  );
  return ({ text, names }) => {
    const literal = index.keys.match(text, names).filter(({ owner }) => owner.role === 'primary');
    return ids.map((id) => {
      const hit = literal.find(({ owner }) => owner.entry === id);
      if (hit) return { key: hit.owner.key, start: hit.start, end: hit.end };
      return primary
        .filter(({ entry }) => entry === id)
        .map((key) => firstOf(key, text))
        .find((one) => one !== undefined);
    });
  };

  function firstOf(key: RegexKey, text: string): FoundKey | undefined {
    const [range] = patterns.find(key, text);
    return range && { key: key.key, start: range[0], end: range[1] };
  }
}

function noteOf(entry: LoreEntry, path: string): IndexedNote {
  return { path, size: 0, modified: 0, reading: { kind: 'entry', entry: { ...entry, id: path, path } } };
}

function toldHit({ chat, chatName, index, name, text }: StoredMessage, { key, start, end }: FoundKey): KeyHit {
  const from = edge(text, start - REACH);
  const to = edge(text, end + REACH);
  const lead = from > 0 ? '…' : '';
  const tail = to < text.length ? '…' : '';
  return {
    ...{ chat, chatName, message: index, speaker: name, key },
    // Line ends become blanks of the same length, so that places stay.
    quote: `${lead}${text.slice(from, to).replace(/\s/g, ' ')}${tail}`,
    start: start - from + lead.length,
    end: end - from + lead.length,
  };
}

/** A place in a text that splits no character. */
function edge(text: string, at: number): number {
  const place = Math.min(text.length, Math.max(0, at));
  return /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;
}
