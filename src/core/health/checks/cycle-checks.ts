import type { LoreEntry } from '../../lore/lore-entry';
import type { LoreIndex } from '../../search/lore-index';
import { inEntry, type Finding } from '../finding';
import type { ReferenceGraph } from './reference-graph';

/** Titles that a sentence names; the others are counted. */
const MOST_TITLES = 6;

/** Circles of `requires`, of any length, each told once: at its first entry by path. */
export function cycleFindings(index: LoreIndex, graph: ReferenceGraph): readonly Finding[] {
  return circles(index, graph).map((circle) => {
    const [first] = circle;
    const titles = circle.slice(0, MOST_TITLES).map(({ title }) => title);
    const more = circle.length > MOST_TITLES ? `, and ${String(circle.length - MOST_TITLES)} more` : '';
    return inEntry('requires-cycle', first, `${titles.join(' → ')} → ${first.title}${more}`, '', {
      property: 'requires',
    });
  });
}

type Circle = readonly [LoreEntry, ...LoreEntry[]];

/** A node on the way of the search: its edges, and how many of them were followed. */
interface Step {
  readonly entry: LoreEntry;
  readonly next: readonly LoreEntry[];
  followed: number;
}

/**
 * The strongly connected groups of two and more entries (Tarjan's algorithm, with a stack of its own: a chain of
 * requirements can be as long as the vault is large).
 */
class CircleSearch {
  readonly found: Circle[] = [];
  readonly #numbers = new Map<LoreEntry, number>();
  readonly #lowest = new Map<LoreEntry, number>();
  readonly #open: LoreEntry[] = [];
  readonly #isOpen = new Set<LoreEntry>();

  constructor(private readonly nextOf: (entry: LoreEntry) => readonly LoreEntry[]) {}

  from(start: LoreEntry): void {
    if (this.#numbers.has(start)) return;
    const way = [this.#enter(start)];
    for (let step = way.at(-1); step; step = way.at(-1)) {
      const next = step.next[step.followed++];
      if (next === undefined) {
        way.pop();
        this.#leave(step.entry, way.at(-1)?.entry);
      } else if (!this.#numbers.has(next)) way.push(this.#enter(next));
      else if (this.#isOpen.has(next)) this.#lower(step.entry, this.#numbers.get(next));
    }
  }

  #enter(entry: LoreEntry): Step {
    this.#numbers.set(entry, this.#numbers.size);
    this.#lowest.set(entry, this.#numbers.size - 1);
    this.#open.push(entry);
    this.#isOpen.add(entry);
    return { entry, next: this.nextOf(entry), followed: 0 };
  }

  #leave(entry: LoreEntry, before: LoreEntry | undefined): void {
    const lowest = this.#lowest.get(entry);
    if (before) this.#lower(before, lowest);
    if (lowest !== this.#numbers.get(entry)) return;
    const group = this.#open.splice(this.#open.lastIndexOf(entry));
    for (const one of group) this.#isOpen.delete(one);
    const [first, ...others] = group;
    if (first && others.length > 0) this.found.push([first, ...others]);
  }

  #lower(entry: LoreEntry, number = Infinity): void {
    this.#lowest.set(entry, Math.min(this.#lowest.get(entry) ?? Infinity, number));
  }
}

function circles({ entries }: LoreIndex, graph: ReferenceGraph): readonly Circle[] {
  const search = new CircleSearch((entry) => graph.certain(entry, 'requires').flatMap((id) => entries.get(id) ?? []));
  for (const entry of entries.values()) search.from(entry);
  return search.found;
}
