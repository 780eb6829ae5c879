import { exactForm, isSlipOf, looseForm, withoutTrimmings } from './title-forms';

/** Which candidate something in an answer means, by its number. */
export type Meaning =
  | { readonly kind: 'one'; readonly number: number }
  /** It may mean each of several. */
  | { readonly kind: 'several'; readonly numbers: readonly number[] }
  | { readonly kind: 'none' };

const NONE: Meaning = { kind: 'none' };

/** Longer texts are no titles. In characters. */
const LONGEST_TITLE = 500;

/** Finds candidates by what a model calls them. They are numbered from 1. */
export class TitleIndex {
  readonly #exact = new Map<string, number[]>();
  readonly #loose = new Map<string, number[]>();

  constructor(titles: readonly string[]) {
    for (const [at, title] of titles.entries()) {
      put(this.#exact, exactForm(title), at + 1);
      put(this.#loose, looseForm(title), at + 1);
    }
    this.count = titles.length;
  }

  /** How many candidates there are. */
  readonly count: number;

  /** The candidate with exactly this title, folded as names are. */
  exact(written: string): Meaning {
    return written.length > LONGEST_TITLE ? NONE : meaning(this.#exact.get(exactForm(written)));
  }

  /** The same, else the only candidate whose title differs by marks, an article or a slip of the fingers. */
  find(written: string): Meaning {
    if (written.length > LONGEST_TITLE) return NONE;
    const exact = this.exact(written);
    if (exact.kind !== 'none') return exact;
    const forms = [looseForm(written), looseForm(withoutTrimmings(written))].filter((form) => form !== '');
    for (const form of forms) {
      const loose = meaning(this.#loose.get(form));
      if (loose.kind !== 'none') return loose;
    }
    const slips = [...this.#loose].filter(([title]) => forms.some((form) => isSlipOf(form, title)));
    return meaning(slips.flatMap(([, numbers]) => numbers));
  }

  /** The candidate of a number. */
  numbered(number: number): Meaning {
    return Number.isInteger(number) && number >= 1 && number <= this.count ? { kind: 'one', number } : NONE;
  }
}

function put(map: Map<string, number[]>, form: string, number: number): void {
  if (form === '') return;
  const known = map.get(form);
  if (known) known.push(number);
  else map.set(form, [number]);
}

function meaning(numbers: readonly number[] = []): Meaning {
  const [number] = numbers;
  if (number === undefined) return NONE;
  return numbers.length === 1 ? { kind: 'one', number } : { kind: 'several', numbers };
}
