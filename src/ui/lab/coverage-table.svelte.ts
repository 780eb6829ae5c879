import type { WireCoverage } from '../../server/contract/wire-coverage';

type Item = WireCoverage['items'][number];

/** What of a coverage is looked at. */
export const coverageViews = [
  { name: 'all', label: 'All' },
  { name: 'never', label: 'Never in' },
  { name: 'always', label: 'Almost always in' },
  { name: 'collided', label: 'Gave way' },
  { name: 'squeezed', label: 'No room' },
  { name: 'together', label: 'Always together' },
  { name: 'shared', label: 'Shared words' },
] as const;
export type CoverageView = (typeof coverageViews)[number]['name'];

/** Columns with figures, with what they say. */
export const coverageColumns = [
  { name: 'found', label: 'Found', hint: 'Turns in which one of its keys was found' },
  { name: 'injected', label: 'In', hint: 'Turns into which it went' },
  { name: 'collided', label: 'Gave way', hint: 'Turns in which others took its place' },
  { name: 'squeezed', label: 'No room', hint: 'Turns in which budget or entry limit had no room for it' },
] as const;
export type CoverageSort = 'title' | (typeof coverageColumns)[number]['name'];

/** How many rows are drawn at a time. */
const STEP = 100;

/** What of a coverage is shown: view, thresholds, order. */
export class CoverageTable {
  view = $state<CoverageView>('all');
  /** From this share of the turns on an entry is almost always in, in percent. */
  always = $state(80);
  /** Fewer turns than this say nothing about entries that give way or go in together. */
  least = $state(2);
  text = $state('');
  sort = $state<CoverageSort>('injected');
  isDown = $state(true);
  #shown = $state(STEP);

  get shown(): number {
    return this.#shown;
  }

  /** Sorts by a column; the one by which it is sorted turns round. */
  sortBy(sort: CoverageSort): void {
    this.isDown = this.sort === sort ? !this.isDown : sort !== 'title';
    this.sort = sort;
  }

  open(view: CoverageView): void {
    this.view = view;
    this.#shown = STEP;
  }

  showMore(): void {
    this.#shown += STEP;
  }

  /** The entries of a view, in their order, as far as they hold the words that are searched. */
  rows(coverage: WireCoverage, view: CoverageView = this.view): readonly Item[] {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    const sign = this.isDown ? -1 : 1;
    const { sort } = this;
    return coverage.items
      .filter((item) => this.#isIn(item, view, coverage.turns))
      .filter(({ title, path }) => words.every((word) => `${title}\n${path}`.toLowerCase().includes(word)))
      .sort((a, b) => {
        const byTitle = a.title < b.title ? -1 : a.title > b.title ? 1 : 0;
        return sort === 'title' ? sign * byTitle : sign * (a[sort] - b[sort]) || byTitle;
      });
  }

  /** Entries that went into the same turns, often enough. */
  together({ together }: WireCoverage): WireCoverage['together'] {
    return together.filter(({ turns }) => turns >= this.least);
  }

  /** Words that woke several entries, often enough. */
  shared({ shared }: WireCoverage): WireCoverage['shared'] {
    return shared.filter(({ turns }) => turns >= this.least);
  }

  count(coverage: WireCoverage, view: CoverageView): number {
    if (view === 'together') return this.together(coverage).length;
    if (view === 'shared') return this.shared(coverage).length;
    return coverage.items.filter((item) => this.#isIn(item, view, coverage.turns)).length;
  }

  clear(): void {
    this.view = 'all';
    this.text = '';
    this.#shown = STEP;
  }

  #isIn({ injected, collided, squeezed }: Item, view: CoverageView, turns: number): boolean {
    switch (view) {
      case 'never':
        return injected === 0;
      case 'always':
        return turns > 0 && injected * 100 >= this.always * turns;
      case 'collided':
        return collided >= this.least;
      case 'squeezed':
        return squeezed >= this.least;
      case 'all':
      case 'together':
      case 'shared':
        return true;
    }
  }
}
