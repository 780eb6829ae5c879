import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { LoreIndex } from '../search/lore-index';
import type { NameStanding } from './find-gaps';
import { nameStem } from './names/name-stem';
import { titleForm, titleTerms } from './title-likeness';

/** What the lore calls things, made once for each index. */
export class LoreNames {
  readonly #names = new Map<string, EntryId>();
  readonly #stems = new Set<string>();
  /** Words of titles, and the entries in whose titles they stand. */
  readonly #terms = new Map<string, Set<EntryId>>();

  constructor(private readonly index: LoreIndex) {
    for (const entry of index.entries.values()) this.#add(entry);
  }

  /** The entry that a title, alias or key calls so; the first of them where there are several. */
  entryOf(names: readonly string[]): EntryId | undefined {
    for (const name of names) {
      const entry = this.#names.get(titleForm(name));
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** How the forms of a name stand to the lore. */
  standing(forms: readonly string[], isMatched: (form: string) => boolean): NameStanding {
    if (this.entryOf(forms) !== undefined) return { kind: 'known' };
    if (forms.some((form) => this.#stems.has(stemsOf(form)) || isMatched(form))) return { kind: 'known' };
    const [title = ''] = forms;
    const part = this.#partOf(title);
    return part ? { kind: 'part', entry: part.id, title: part.title } : { kind: 'unknown' };
  }

  /** The one entry whose title holds all words of a name. */
  #partOf(name: string): LoreEntry | undefined {
    const [first, ...others] = [...titleTerms(name)].map((term) => this.#terms.get(term) ?? new Set<EntryId>());
    const ids = [...(first ?? [])].filter((id) => others.every((set) => set.has(id)));
    const [only] = ids;
    return ids.length === 1 && only !== undefined ? this.index.entries.get(only) : undefined;
  }

  #add({ id, title, keys, properties }: LoreEntry): void {
    const called = [title, ...(properties.aliases ?? [])];
    const literal = keys.flatMap((key) => (key.kind === 'literal' ? [key.text] : []));
    for (const name of [...called, ...literal]) {
      const form = titleForm(name);
      if (!this.#names.has(form)) this.#names.set(form, id);
      this.#stems.add(stemsOf(name));
    }
    for (const term of called.flatMap((name) => [...titleTerms(name)])) {
      const ids = this.#terms.get(term) ?? new Set<EntryId>();
      this.#terms.set(term, ids.add(id));
    }
  }
}

function stemsOf(name: string): string {
  return (name.match(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}]+)*/gu) ?? []).map(nameStem).join(' ');
}
