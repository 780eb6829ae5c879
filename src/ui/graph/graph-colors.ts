import { useState } from '../analytics/use-words';
import type { PaletteColor, WireGraphNode } from './graph-types';

/** What the color of an entry tells. */
export const colorings = [
  ['type', 'Type'],
  ['use', 'Use'],
  ['health', 'Health'],
  ['field', 'Property'],
] as const;
export type Coloring = (typeof colorings)[number][0];

/** A line of the legend. */
export interface ColorGroup {
  readonly name: string;
  readonly words: string;
  readonly color: PaletteColor;
  readonly count: number;
}

const SERIES = 6;
const OTHER = '\u0000other';
const NONE = '';
const useColors: Readonly<Record<string, PaletteColor>> = {
  always: 'accent',
  hot: 'warning',
  warm: 'good',
  cold: 'info',
};
const healthRows = [
  ['error', 'Error', 'error'],
  ['warning', 'Warning', 'warning'],
  ['info', 'Note', 'info'],
  [NONE, 'No problem', 'muted'],
] as const satisfies readonly (readonly [string, string, PaletteColor])[];

/** The groups of entries by what their color tells, and the group of each entry. */
export function colorGroups(
  nodes: readonly WireGraphNode[],
  coloring: Coloring,
): { readonly groups: readonly ColorGroup[]; readonly colorOf: (node: WireGraphNode) => PaletteColor } {
  const nameOf = (node: WireGraphNode): string => groupName(node, coloring);
  const counts = new Map<string, number>();
  for (const node of nodes) counts.set(nameOf(node), (counts.get(nameOf(node)) ?? 0) + 1);
  const groups = coloring === 'use' || coloring === 'health' ? fixed(counts, coloring) : series(counts, coloring);
  const colors = new Map(groups.map(({ name, color }) => [name, color]));
  return { groups, colorOf: (node) => colors.get(nameOf(node)) ?? 'muted' };
}

function groupName({ type, state, health, value }: WireGraphNode, coloring: Coloring): string {
  if (coloring === 'use') return state;
  if (coloring === 'health') return health ?? NONE;
  return (coloring === 'type' ? type : value)?.toLowerCase() ?? NONE;
}

function fixed(counts: ReadonlyMap<string, number>, coloring: 'use' | 'health'): readonly ColorGroup[] {
  if (coloring === 'use')
    return [...counts]
      .map(([name, count]): ColorGroup => ({
        name,
        words: useState(name).words,
        color: useColors[name] ?? 'muted',
        count,
      }))
      .sort((a, b) => b.count - a.count);
  return healthRows.flatMap(([name, words, color]) => {
    const count = counts.get(name);
    return count === undefined ? [] : [{ name, words, color, count }];
  });
}

/** The six largest groups have a color of their own. */
function series(counts: ReadonlyMap<string, number>, coloring: Coloring): readonly ColorGroup[] {
  const named = [...counts].filter(([name]) => name !== NONE).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const own = named.slice(0, SERIES).map(([name, count], at): ColorGroup => ({
    name,
    words: name.charAt(0).toUpperCase() + name.slice(1),
    color: seriesColor(at),
    count,
  }));
  const rest = named.slice(SERIES).reduce((sum, [, count]) => sum + count, 0);
  const none = counts.get(NONE) ?? 0;
  return [
    ...own,
    ...(rest > 0 ? [{ name: OTHER, words: 'Others', color: 'muted' as const, count: rest }] : []),
    ...(none > 0
      ? [{ name: NONE, words: coloring === 'type' ? 'No type' : 'Not set', color: 'muted' as const, count: none }]
      : []),
  ];
}

function seriesColor(at: number): PaletteColor {
  const colors: readonly PaletteColor[] = ['series-0', 'series-1', 'series-2', 'series-3', 'series-4', 'series-5'];
  return colors[at] ?? 'muted';
}
