import type { EntryId } from '../base/entry-id';
import { LayeredMap, type LayerChange } from '../base/layered-map';
import { LruMap } from '../base/lru-map';
import type { EntryKey } from '../lore/entry-key';
import type { LoreEntry } from '../lore/lore-entry';
import { keysWithRoles, type KeyRole } from './entry-key-roles';
import type { KeyPattern } from './key-pattern';
import { createKeywordMatcher, KeywordMatcherDraft, type KeywordMatcher } from './keyword-matcher';

/** A literal key of an entry. */
export interface KeyOwner {
  readonly entry: EntryId;
  readonly role: KeyRole;
  /** The key as the user wrote it. */
  readonly key: string;
}

/** A key that stands in a text. Offsets are UTF-16 units of that text. */
export interface OwnedHit {
  readonly owner: KeyOwner;
  readonly start: number;
  readonly end: number;
}

/** How keys are compared where an entry does not say it. */
export interface KeyDefaults {
  readonly caseSensitive: boolean;
  readonly wholeWords: boolean;
}

/** Names that fill `{{user}}` and `{{char}}` in keys. */
export interface MacroNames {
  readonly user: string;
  readonly char: string;
}

/** Texts whose hits are remembered. A turn scans a few messages again and again. */
const REMEMBERED_TEXTS = 2_000;
/** Longer texts, and those with more hits, are searched anew each time: remembering many would take all memory. */
const LONGEST_REMEMBERED = 100_000;
const MOST_REMEMBERED_HITS = 5_000;
/** Pairs of names whose keys are remembered. */
const REMEMBERED_NAMES = 8;

interface MacroKey {
  readonly owner: KeyOwner;
  readonly pattern: Omit<KeyPattern, 'text'>;
}

/**
 * All literal keys of an index in one matcher. Immutable; a text is searched once for the life of a table.
 */
export class KeyTable {
  readonly #hits = new LruMap<string, readonly OwnedHit[]>(REMEMBERED_TEXTS);
  readonly #named = new LruMap<string, { matcher: KeywordMatcher; owners: readonly KeyOwner[] }>(REMEMBERED_NAMES);

  private constructor(
    private readonly defaults: KeyDefaults,
    private readonly matcher: KeywordMatcher,
    private readonly owners: LayeredMap<number, KeyOwner>,
    private readonly numbers: LayeredMap<EntryId, readonly number[]>,
    private readonly macroKeys: LayeredMap<EntryId, readonly MacroKey[]>,
    /** What a draft fills instead of the matcher. */
    private readonly draft?: KeywordMatcherDraft,
  ) {}

  static empty(defaults: KeyDefaults): KeyTable {
    return new KeyTable(defaults, createKeywordMatcher([]), LayeredMap.of(), LayeredMap.of(), LayeredMap.of());
  }

  /** A table that is still being filled by its only owner, until it is `sealed`. */
  static draft(defaults: KeyDefaults): KeyTable {
    return new KeyTable(
      defaults,
      createKeywordMatcher([]),
      LayeredMap.draft(),
      LayeredMap.draft(),
      LayeredMap.draft(),
      new KeywordMatcherDraft(),
    );
  }

  /** The table that a draft became. */
  sealed(): KeyTable {
    const { owners, numbers, macroKeys } = this;
    const matcher = this.draft?.sealed() ?? this.matcher;
    return new KeyTable(this.defaults, matcher, owners.sealed(), numbers.sealed(), macroKeys.sealed());
  }

  /** The table without the keys of some entries and with those of others. */
  with(removed: readonly EntryId[], added: readonly LoreEntry[]): KeyTable {
    const gone = removed.flatMap((id) => this.numbers.get(id) ?? []);
    const first = (this.draft ?? this.matcher).nextPattern;
    const patterns: KeyPattern[] = [];
    const owners: LayerChange<number, KeyOwner>[] = gone.map((number) => [number, undefined]);
    const numbers: LayerChange<EntryId, readonly number[]>[] = removed.map((id) => [id, undefined]);
    const macroKeys: LayerChange<EntryId, readonly MacroKey[]>[] = removed.map((id) => [id, undefined]);
    for (const entry of added) {
      const compare = this.#comparison(entry);
      const own: number[] = [];
      const macros: MacroKey[] = [];
      for (const { role, key } of literalKeys(entry)) {
        const owner: KeyOwner = { entry: entry.id, role, key: key.text };
        if (key.macros) {
          macros.push({ owner, pattern: compare });
          continue;
        }
        const number = first + patterns.length;
        patterns.push({ text: key.text, ...compare });
        owners.push([number, owner]);
        own.push(number);
      }
      numbers.push([entry.id, own]);
      if (macros.length > 0) macroKeys.push([entry.id, macros]);
    }
    this.draft?.change(patterns, gone);
    return new KeyTable(
      this.defaults,
      this.draft ? this.matcher : this.matcher.with(patterns, gone),
      this.owners.with(owners),
      this.numbers.with(numbers),
      this.macroKeys.with(macroKeys),
      this.draft,
    );
  }

  /** Every key that stands in the text, with `{{user}}` and `{{char}}` filled in. A macro without a name matches nothing. */
  match(text: string, names: MacroNames): readonly OwnedHit[] {
    const plain = this.#plainHits(text);
    if (this.macroKeys.size === 0) return plain;
    const { matcher, owners } = this.#namedKeys(names);
    const named = matcher.match(text).flatMap(({ pattern, start, end }) => {
      const owner = owners[pattern];
      return owner ? [{ owner, start, end }] : [];
    });
    return named.length === 0 ? plain : [...plain, ...named];
  }

  #plainHits(text: string): readonly OwnedHit[] {
    const known = this.#hits.get(text);
    if (known) return known;
    const hits = this.matcher.match(text).flatMap(({ pattern, start, end }) => {
      const owner = this.owners.get(pattern);
      return owner ? [{ owner, start, end }] : [];
    });
    if (text.length <= LONGEST_REMEMBERED && hits.length <= MOST_REMEMBERED_HITS) this.#hits.set(text, hits);
    return hits;
  }

  #namedKeys(names: MacroNames): { matcher: KeywordMatcher; owners: readonly KeyOwner[] } {
    const known = this.#named.get(`${names.user}\n${names.char}`);
    if (known) return known;
    const keys = [...this.macroKeys.values()].flat().flatMap(({ owner, pattern }) => {
      const text = fillMacros(owner.key, names);
      return text === undefined ? [] : [{ owner, pattern: { text, ...pattern } }];
    });
    const named = {
      matcher: createKeywordMatcher(keys.map((key) => key.pattern)),
      owners: keys.map((key) => key.owner),
    };
    this.#named.set(`${names.user}\n${names.char}`, named);
    return named;
  }

  #comparison(entry: LoreEntry): Omit<KeyPattern, 'text'> {
    return {
      caseSensitive: entry.properties.caseSensitive ?? this.defaults.caseSensitive,
      wholeWords: entry.properties.wholeWords ?? this.defaults.wholeWords,
    };
  }
}

/** A key with the names filled in, or undefined when a name that it needs is not known. */
export function fillMacros(key: string, names: MacroNames): string | undefined {
  const nameOf = (macro: string): string => (macro.toLowerCase() === '{{user}}' ? names.user : names.char).trim();
  const macros = key.match(/\{\{(?:user|char)\}\}/gi) ?? [];
  if (macros.some((macro) => nameOf(macro) === '')) return undefined;
  return key.replace(/\{\{(?:user|char)\}\}/gi, nameOf);
}

function literalKeys(entry: LoreEntry): readonly { role: KeyRole; key: Extract<EntryKey, { kind: 'literal' }> }[] {
  return keysWithRoles(entry).flatMap(({ role, key }) => (key.kind === 'literal' ? [{ role, key }] : []));
}
