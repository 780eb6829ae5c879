import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { colorGroups } from './graph-colors';
import { neighborsOf, ringPlaces, within } from './graph-focus';
import { GraphForce } from './graph-force';
import { nodeAt, radiusOf } from './graph-hit';
import { alongEdge } from './graph-keys';
import { paintGraph, type Brush, type Palette } from './graph-paint';
import { paletteColors, type DrawnNode, type WireGraphNode } from './graph-types';
import { fitView, panBy, reveal, toLayout, toScreen, zoomAt } from './graph-view';

const size = { width: 800, height: 600 };
const node = (id: string, more: Partial<WireGraphNode> = {}): WireGraphNode => ({
  id,
  title: `Entry ${id}`,
  path: `${id}.md`,
  tags: [],
  enabled: true,
  constant: false,
  degree: 0,
  used: 0,
  state: 'never',
  ...more,
});
const drawn = (id: string, x: number, y: number, radius = 6): DrawnNode => ({
  node: node(id),
  x,
  y,
  radius,
  color: 'muted',
});
const tree = (count: number) =>
  Array.from({ length: count - 1 }, (_, at) => ({ from: String(Math.floor(at / 3)), to: String(at + 1) }));
const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => String(at));

function settle(force: GraphForce): GraphForce {
  while (!force.isCool) force.step();
  return force;
}

describe('the view', () => {
  const number = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  const view = fc.record({ x: number, y: number, scale: fc.double({ min: 0.05, max: 4, noNaN: true }) });
  const point = fc.record({ x: fc.nat({ max: 800 }), y: fc.nat({ max: 600 }) });

  test('zooms around the point that is pointed at', () => {
    fc.assert(
      fc.property(view, point, fc.double({ min: 0.2, max: 5, noNaN: true }), (from, at, factor) => {
        const place = toLayout(at, from, size);
        const after = toScreen(place, zoomAt(from, factor, at, size), size);
        expect(after.x).toBeCloseTo(at.x, 3);
        expect(after.y).toBeCloseTo(at.y, 3);
      }),
    );
  });

  test('that fits shows every place, and never larger than life', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ x: number, y: number }), { minLength: 1, maxLength: 20 }), (places) => {
        const fit = fitView(places, size);
        for (const place of places) {
          const { x, y } = toScreen(place, fit, size);
          expect(x >= 0 && x <= size.width && y >= 0 && y <= size.height).toBe(true);
        }
        expect(fit.scale).toBeLessThanOrEqual(1.6);
      }),
    );
    expect(fitView([], size)).toEqual({ x: 0, y: 0, scale: 1 });
  });

  test('moves as little as it must', () => {
    const start = { x: 0, y: 0, scale: 1 };
    expect(reveal(start, { x: 10, y: 10 }, size)).toBe(start);
    expect(toScreen({ x: 900, y: 0 }, reveal(start, { x: 900, y: 0 }, size), size)).toEqual({ x: 764, y: 300 });
    expect(panBy(start, 10, -20)).toEqual({ x: -10, y: 20, scale: 1 });
  });
});

describe('the layout', () => {
  test('is the same for the same graph, and ends', () => {
    const run = () => settle(new GraphForce(ids(40), tree(40), new Map()));
    const first = run();
    expect(first.steps).toBeGreaterThan(50);
    expect(first.steps).toBeLessThan(250);
    expect([...run().places()]).toEqual([...first.places()]);
  });

  test('that was kept costs no step, and a new entry stands near what it is joined to', () => {
    const kept = settle(new GraphForce(ids(40), tree(40), new Map())).places();
    const again = new GraphForce(ids(40), tree(40), kept);
    expect(again.isCool).toBe(true);
    expect([...again.places()]).toEqual([...kept]);
    const grown = settle(new GraphForce(ids(41), tree(41), kept)).places();
    const [fresh, parent] = [grown.get('40'), grown.get('13')];
    expect(Math.hypot((fresh?.x ?? 0) - (parent?.x ?? 0), (fresh?.y ?? 0) - (parent?.y ?? 0))).toBeLessThan(200);
  });

  test('sets entries without connections in rows beside the others, each in a place of its own', () => {
    const places = settle(new GraphForce(ids(30), [{ from: '0', to: '1' }], new Map())).places();
    expect(new Set([...places.values()].map(({ x, y }) => `${String(x)} ${String(y)}`)).size).toBe(30);
    expect([...new GraphForce(ids(4), [], new Map()).places().keys()].sort()).toEqual(['0', '1', '2', '3']);
  });

  test('leaves an entry where it is put', () => {
    const force = settle(new GraphForce(ids(5), [{ from: '0', to: '1' }], new Map()));
    force.put('0', { x: 7, y: 8 });
    force.put('4', { x: 9, y: 9 });
    expect([force.places().get('0'), force.places().get('4')]).toEqual([
      { x: 7, y: 8 },
      { x: 9, y: 9 },
    ]);
  });

  test('runs until it is told that time is up', () => {
    const force = new GraphForce(ids(40), tree(40), new Map());
    force.run(() => force.steps >= 5);
    expect(force.steps).toBe(5);
  });
});

describe('focus', () => {
  const edges = [...tree(14), { from: '13', to: '0' }];
  const neighbors = neighborsOf(edges);

  test('reaches so many edges far, in either direction', () => {
    expect([...within(neighbors, '1', 1).keys()].sort()).toEqual(['0', '1', '4', '5', '6']);
    expect(within(neighbors, '1', 9).size).toBe(14);
  });

  test('sets each ring further out, and no two entries in one place', () => {
    const distance = within(neighbors, '0', 3);
    const places = ringPlaces(distance, neighbors, new Map());
    const far = (id: string): number => Math.hypot(places.get(id)?.x ?? 0, places.get(id)?.y ?? 0);
    for (const [id, away] of distance) expect(Math.round(far(id)) >= away * 110 - 1).toBe(true);
    expect(new Set([...places.values()].map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(places.size);
  });
});

test('arrow keys go along edges, to the entry that lies best in their direction', () => {
  const places = new Map(
    Object.entries({ a: { x: 0, y: 0 }, b: { x: 50, y: 10 }, c: { x: 200, y: 0 }, d: { x: 0, y: -9 } }),
  );
  expect(alongEdge('ArrowRight', 'a', ['b', 'c', 'd'], places)).toBe('b');
  expect(alongEdge('ArrowRight', 'a', ['c', 'd'], places)).toBe('c');
  expect(alongEdge('ArrowUp', 'a', ['b', 'c', 'd'], places)).toBe('d');
  expect(alongEdge('ArrowLeft', 'a', ['b', 'c', 'd'], places)).toBeUndefined();
  expect(alongEdge('ArrowLeft', 'gone', ['b'], places)).toBeUndefined();
});

test('the pointer takes the nearest entry, also a little beside it', () => {
  const nodes = [drawn('a', 0, 0), drawn('b', 20, 0)];
  expect(nodeAt(nodes, { x: 9, y: 0 }, 1)?.node.id).toBe('a');
  expect(nodeAt(nodes, { x: 12, y: 0 }, 1)?.node.id).toBe('b');
  expect(nodeAt(nodes, { x: 0, y: 30 }, 1)).toBeUndefined();
  expect(radiusOf(0, 0)).toBe(4);
  expect(radiusOf(9, 9)).toBe(16);
});

describe('colors', () => {
  test('tell the six most frequent types apart, the rest together', () => {
    const nodes = Array.from('aabbcdefgh')
      .map((type, at) => node(String(at), { type }))
      .concat(node('x'));
    const { groups, colorOf } = colorGroups(nodes, 'type');
    expect(groups.map(({ words, count }) => [words, count])).toEqual([
      ['A', 2],
      ['B', 2],
      ['C', 1],
      ['D', 1],
      ['E', 1],
      ['F', 1],
      ['Others', 2],
      ['No type', 1],
    ]);
    expect(colorOf(node('y', { type: 'A' }))).toBe('series-0');
    expect(colorOf(node('y', { type: 'unheard of' }))).toBe('muted');
  });

  test('tell use and health with the tones that they have elsewhere', () => {
    const nodes = [node('a', { state: 'hot', health: 'error' }), node('b', { state: 'never' })];
    expect(colorGroups(nodes, 'use').groups.map(({ words, color }) => [words, color])).toEqual([
      ['Hot', 'warning'],
      ['Never in', 'muted'],
    ]);
    expect(colorGroups(nodes, 'health').groups.map(({ words }) => words)).toEqual(['Error', 'No problem']);
  });
});

describe('the picture', () => {
  const colors = Object.fromEntries(paletteColors.map((role) => [role, 'gray']));
  const palette = {
    ...colors,
    text: 'black',
    line: 'gray',
    ground: 'white',
    ring: 'blue',
    font: '12px serif',
  } as Palette;

  /** Draws and counts what was drawn. */
  function paint(count: number, scale: number, lit?: string) {
    const calls = new Map<string, number>();
    const count1 = (name: string) => () => void calls.set(name, (calls.get(name) ?? 0) + 1);
    const names = [
      'beginPath',
      'moveTo',
      'lineTo',
      'arc',
      'fill',
      'stroke',
      'fillText',
      'strokeText',
      'clearRect',
      'setLineDash',
    ];
    const brush = Object.fromEntries(names.map((name) => [name, count1(name)])) as unknown as Brush;
    const nodes = ids(count).map((id, at) => drawn(id, (at % 50) * 30, Math.floor(at / 50) * 30));
    const edges = tree(count).map(({ from, to }) => ({
      from: nodes[Number(from)]!,
      to: nodes[Number(to)]!,
      kinds: ['link' as const],
    }));
    const view = count > 100 ? { x: 750, y: 600, scale } : { x: 90, y: 0, scale };
    paintGraph(brush, { nodes, edges, view, size, palette, lit, chosen: lit, found: undefined });
    return (name: string): number => calls.get(name) ?? 0;
  }

  test('of 2,000 entries is a handful of paths, an arc for each entry and a line for each edge', () => {
    const calls = paint(2_000, 0.4);
    expect([calls('fill'), calls('stroke'), calls('arc'), calls('lineTo')]).toEqual([1, 2, 2_000, 1_999]);
  });

  test('leaves out what lies outside, and names no more than can be read', () => {
    const calls = paint(2_000, 2);
    expect(calls('arc')).toBeLessThan(250);
    expect(calls('fillText')).toBeLessThanOrEqual(60);
    expect(calls('fillText')).toBeGreaterThan(10);
  });

  test('lets the entry that is pointed at and its neighbors stand out, with their names', () => {
    const calls = paint(40, 3, '1');
    expect(calls('fillText')).toBe(5);
  });
});
