import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { indexOf, lore } from '../../../tests/support/lore-vault';
import { graphFields, graphValue } from './graph-fields';
import { GraphLayout } from './graph-layout';
import { graphPart, type GraphFilter } from './graph-part';
import { graphSummary, requirementCycles } from './graph-summary';
import { loreGraph } from './lore-graph';

const index = indexOf({
  'Places/Mill.md': lore(
    'type: place\nrequires: [Fox]\nera: winter',
    'By the [[River]] lives [[Fox|a fox]], near [[Nowhere]].',
  ),
  'Places/River.md': lore('type: place\ncascade_links: [Mill]\nera: spring', '[[River]] and [[Mill#Wheel]].'),
  'Fox.md': lore('requires: [Hare]'),
  'Hare.md': lore('requires: [Fox]\nexcludes: ["[[Mill]]"]'),
  'Alone.md': lore('keys: [alone]'),
  'Secret.md': lore('graph: false', '[[Fox]]'),
  'Plain.md': '[[Fox]]',
});
const titleOf = (id: string): string => index.entries.get(id)?.title ?? id;

function shown(filter: Partial<GraphFilter>) {
  const { nodes, edges, total } = graphPart(loreGraph(index), { limit: 100, ...filter });
  return {
    nodes: nodes.map(({ entry }) => entry.title),
    edges: edges.map(({ from, to, kinds }) => `${titleOf(from)} → ${titleOf(to)}: ${kinds.join(', ')}`).sort(),
    total,
  };
}

describe('the graph', () => {
  test('joins entries by links and by the properties that name others, once in each direction', () => {
    expect(shown({}).edges).toEqual([
      'Fox → Hare: requires',
      'Hare → Fox: requires',
      'Hare → Mill: excludes',
      'Mill → Fox: link, requires',
      'Mill → River: link',
      'River → Mill: link, cascade',
    ]);
  });

  test('begins with the most connected, and leaves out what its note keeps out', () => {
    const graph = loreGraph(index);
    expect(graph.nodes.map(({ entry, degree }) => [entry.title, degree])).toEqual([
      ['Mill', 3],
      ['Fox', 2],
      ['Hare', 2],
      ['River', 1],
      ['Alone', 0],
    ]);
    expect(graph.hidden).toBe(1);
    expect(loreGraph(index)).toBe(graph);
  });

  test('is narrowed by type, folder, words and kinds of edges, and cut to the most connected', () => {
    expect(shown({ type: 'PLACE' })).toMatchObject({ nodes: ['Mill', 'River'], total: 2 });
    expect(shown({ folder: 'Places/' }).nodes).toEqual(['Mill', 'River']);
    expect(shown({ text: 'FOX' }).nodes).toEqual(['Fox']);
    expect(shown({ kinds: ['cascade'] }).edges).toEqual(['River → Mill: cascade']);
    expect(shown({ limit: 2 })).toMatchObject({ nodes: ['Mill', 'Fox'], total: 5 });
  });

  test('shows what is near an entry', () => {
    const hare = index.entryByPath('Hare.md')?.id ?? '';
    expect(shown({ focus: hare }).nodes).toEqual(['Hare', 'Mill', 'Fox']);
    expect(shown({ focus: hare, hops: 2 }).nodes).toEqual(['Hare', 'Mill', 'Fox', 'River']);
    expect(shown({ focus: hare, kinds: ['excludes'], hops: 5 }).nodes).toEqual(['Hare', 'Mill']);
    expect(shown({ focus: hare, limit: 1 }).nodes).toEqual(['Hare']);
    expect(shown({ focus: 'nobody' }).nodes).toEqual([]);
  });

  test('a name that means many entries joins none', () => {
    const many = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`F${String(at)}/Inn.md`, lore('keys: [x]')]));
    const graph = loreGraph(indexOf({ ...many, 'Map.md': lore('keys: [map]', '[[Inn]]') }));
    expect(graph.edges).toEqual([]);
  });

  test('sums up hubs, orphans, clusters and circles of requirements', () => {
    const { hubs, orphans, clusters, cycles } = graphSummary(graphPart(loreGraph(index), { limit: 100 }));
    expect(hubs[0]).toMatchObject({ degree: 3, entry: { title: 'Mill' } });
    expect(orphans).toMatchObject({ count: 1, first: [{ title: 'Alone' }] });
    expect(clusters).toMatchObject({ count: 1, largest: [{ size: 4, hub: { title: 'Mill' } }] });
    expect(cycles.count).toBe(1);
    expect(cycles.first[0]?.map(({ title }) => title).sort()).toEqual(['Fox', 'Hare']);
  });

  test('of nothing is nothing', () => {
    const part = graphPart(loreGraph(indexOf({})), { limit: 10 });
    expect(part).toEqual({ nodes: [], edges: [], total: 0 });
    expect(graphSummary(part)).toMatchObject({
      hubs: [],
      orphans: { count: 0 },
      clusters: { count: 0 },
      cycles: { count: 0 },
    });
  });

  test('knows the properties that several entries have', () => {
    const entries = [...index.entries.values()];
    expect(graphFields(entries)).toEqual(['era']);
    const mill = index.entryByPath('Places/Mill.md');
    expect(mill && graphValue(mill, 'Era')).toBe('winter');
  });
});

describe('circles of requirements', () => {
  const pairs = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.nat({ max: 7 })), { maxLength: 20 });

  test('are the groups in which each entry reaches every other', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const edges = list.map(([from, to]) => ({ from: String(from), to: String(to), kinds: ['requires'] as const }));
        const reaches = (from: string): ReadonlySet<string> => {
          const seen = new Set<string>();
          const queue = [from];
          for (let id = queue.pop(); id !== undefined; id = queue.pop())
            for (const edge of edges)
              if (edge.from === id && !seen.has(edge.to)) {
                seen.add(edge.to);
                queue.push(edge.to);
              }
          return seen;
        };
        const ids = Array.from({ length: 8 }, (_, at) => String(at));
        const groupOf = (id: string): string =>
          ids.filter((other) => other === id || (reaches(id).has(other) && reaches(other).has(id))).join(' ');
        const expected = [...new Set(ids.map(groupOf))].filter((group) => group.includes(' ')).sort();
        expect(
          requirementCycles(edges)
            .map((cycle) => [...cycle].sort().join(' '))
            .sort(),
        ).toEqual(expected);
      }),
    );
  });

  test('of a long chain need no deep stack', () => {
    const edges = Array.from({ length: 50_000 }, (_, at) => ({
      from: String(at),
      to: String((at + 1) % 50_000),
      kinds: ['requires'] as const,
    }));
    expect(requirementCycles(edges)[0]).toHaveLength(50_000);
  });
});

describe('the layout of the graph', () => {
  const open = (store: MemoryDocumentStore) => new GraphLayout(store, new CollectingLog());
  const same = (id: string): string => id;

  test('is kept over restarts, beside what stood there, and follows renames', async () => {
    const store = new MemoryDocumentStore();
    expect(await open(store).keep([{ id: 'a', x: 1, y: 2 }])).toBe(true);
    expect(await open(store).keep([{ id: 'b', x: 3, y: 4 }])).toBe(true);
    const places = await open(store).places((id) => (id === 'a' ? 'z' : id));
    expect(places).toEqual([
      { id: 'z', x: 1, y: 2 },
      { id: 'b', x: 3, y: 4 },
    ]);
    expect(await open(store).forget()).toBe(true);
    expect(await open(store).places(same)).toEqual([]);
  });

  test('holds the places of the last 5,000 entries', async () => {
    const layout = open(new MemoryDocumentStore());
    await layout.keep(Array.from({ length: 5_003 }, (_, at) => ({ id: String(at), x: at, y: 0 })));
    expect((await layout.places(same)).map(({ id }) => id).slice(0, 1)).toEqual(['3']);
  });

  test('of a newer program is read and never written over', async () => {
    const store = new MemoryDocumentStore({
      graph: {
        version: 2,
        places: [
          ['a', 1, 2],
          ['b', 'x', 2],
        ],
      },
    });
    expect(await open(store).places(same)).toEqual([{ id: 'a', x: 1, y: 2 }]);
    await expect(open(store).keep([{ id: 'b', x: 3, y: 4 }])).rejects.toThrow('newer version of Lorehearth');
    expect(store.writes).toBe(0);
  });

  test('that cannot be stored says so', async () => {
    const store = new MemoryDocumentStore();
    store.failWriting(new Error('disk full'));
    expect(await open(store).keep([{ id: 'a', x: 1, y: 2 }])).toBe(false);
  });
});
