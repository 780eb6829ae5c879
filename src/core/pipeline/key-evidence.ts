import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { KeyRole } from '../search/entry-key-roles';
import type { MacroNames } from '../search/key-table';
import type { LoreIndex } from '../search/lore-index';
import type { RegexKey } from '../search/regex-keys';
import type { PatternSearch } from './pattern-search';
import type { MatchedKey } from './trace';
import { namedPatterns } from './turn-names';

/** A text that is searched: a message, a card text, or the text of an entry. */
export interface SearchedText {
  readonly where: number | string;
  readonly text: string;
  /** Characters in front that are not the text's own, such as the speaker's name. */
  readonly lead: number;
  /** How old it is; 0 for what is no message. */
  readonly age: number;
}

/** The keys of one entry that stand in its texts. */
export interface EntryEvidence {
  /** Distinct keys by role. */
  readonly found: Readonly<Record<KeyRole, ReadonlySet<string>>>;
  /** Occurrences of primary keys. */
  readonly occurrences: number;
  readonly matched: readonly MatchedKey[];
  /** Age of the newest text with a primary key. */
  readonly newestAge: number;
}

/** At most so many matches of one entry are kept for the trace. */
const MOST_MATCHES = 20;

interface Evidence {
  readonly found: Record<KeyRole, Set<string>>;
  occurrences: number;
  readonly matched: MatchedKey[];
  newestAge: number;
}

/**
 * What the searched texts of a turn say about each entry's keys. Texts are added as they become known: messages first,
 * then, with recursion, the texts of entries.
 */
export class KeyEvidence {
  readonly #entries = new Map<EntryId, Evidence>();

  /** The regular expressions among the keys, with the names filled in. */
  readonly patterns: readonly RegexKey[];

  constructor(
    private readonly index: LoreIndex,
    private readonly names: MacroNames,
    private readonly search: PatternSearch,
  ) {
    this.patterns = namedPatterns(index.patterns.all, names);
  }

  of(id: EntryId): EntryEvidence | undefined {
    return this.#entries.get(id);
  }

  ids(): IterableIterator<EntryId> {
    return this.#entries.keys();
  }

  /** Searches a text for the keys of the entries that are allowed to see it; returns those about which it said something. */
  add(text: SearchedText, maySee: (entry: LoreEntry) => boolean): ReadonlySet<EntryId> {
    const touched = new Set<EntryId>();
    const note = (id: EntryId, role: KeyRole, key: string, start: number, end: number): void => {
      const entry = this.index.entries.get(id);
      if (!entry || !maySee(entry)) return;
      addEvidence(this.#evidenceOf(id), role, matchedKey(text, key, start, end), text.age);
      touched.add(id);
    };
    for (const { owner, start, end } of this.index.keys.match(text.text, this.names))
      note(owner.entry, owner.role, owner.key, start, end);
    for (const pattern of this.patterns) {
      for (const [start, end] of this.search.find(pattern, text.text))
        note(pattern.entry, pattern.role, pattern.key, start, end);
    }
    return touched;
  }

  #evidenceOf(id: EntryId): Evidence {
    const known = this.#entries.get(id);
    if (known) return known;
    const fresh: Evidence = {
      found: {
        primary: new Set(),
        refine: new Set(),
        exclude: new Set(),
        'exclude-all': new Set(),
        additional: new Set(),
      },
      occurrences: 0,
      matched: [],
      newestAge: Number.POSITIVE_INFINITY,
    };
    this.#entries.set(id, fresh);
    return fresh;
  }
}

function addEvidence(evidence: Evidence, role: KeyRole, match: MatchedKey, age: number): void {
  const isNew = !evidence.found[role].has(match.key);
  evidence.found[role].add(match.key);
  if (role !== 'primary') return;
  evidence.occurrences++;
  evidence.newestAge = Math.min(evidence.newestAge, age);
  if (isNew || evidence.matched.length < MOST_MATCHES) evidence.matched.push(match);
}

function matchedKey(text: SearchedText, key: string, start: number, end: number): MatchedKey {
  return {
    key,
    matched: text.text.slice(start, end),
    where: text.where,
    // A hit in the speaker's name lies before the message's own text and is told as its beginning.
    start: Math.max(0, start - text.lead),
    end: Math.max(0, end - text.lead),
  };
}
