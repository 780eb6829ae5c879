/** A turn and what went into it. */
export interface HeatTurn {
  readonly id: string;
  readonly turn: number;
  readonly entries: readonly { readonly id: string; readonly title: string; readonly tokens: number }[];
}

/** An entry and the turns it was in. */
export interface HeatRow {
  readonly id: string;
  readonly title: string;
  /** Turns that it was in. */
  readonly count: number;
  /** For each turn its tokens; 0 where it was not in. */
  readonly cells: readonly number[];
}

/** Entries against turns. */
export interface HeatGrid {
  readonly turns: readonly HeatTurn[];
  /** The most frequent first. */
  readonly rows: readonly HeatRow[];
  /** Entries that have no row. */
  readonly more: number;
  /** The most tokens of a cell. */
  readonly most: number;
}

/** Which entries were in which turns, given oldest first; at most `mostRows` entries, those that were in most often. */
export function heatGrid(turns: readonly HeatTurn[], mostRows: number): HeatGrid {
  const rows = new Map<string, { title: string; cells: number[] }>();
  turns.forEach(({ entries }, at) => {
    for (const { id, title, tokens } of entries) {
      const row = rows.get(id) ?? { title, cells: Array.from(turns, () => 0) };
      row.title = title;
      // An entry without tokens was in all the same.
      row.cells[at] = Math.max(1, tokens);
      rows.set(id, row);
    }
  });
  const all = [...rows]
    .map(([id, { title, cells }]): HeatRow => ({ id, title, cells, count: cells.filter((cell) => cell > 0).length }))
    .sort((a, b) => b.count - a.count || a.title.localeCompare(b.title));
  const shown = all.slice(0, mostRows);
  return {
    turns,
    rows: shown,
    more: all.length - shown.length,
    most: Math.max(1, ...shown.flatMap(({ cells }) => cells)),
  };
}
