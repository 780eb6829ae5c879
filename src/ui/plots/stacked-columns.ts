/** A turn as a column: its tokens by place. */
export interface ColumnTurn {
  readonly id: string;
  readonly turn: number;
  readonly parts: readonly { readonly place: string; readonly tokens: number }[];
  readonly budget: number | undefined;
}

/** A column of the plot; where there are more turns than columns it stands for several. */
export interface Column {
  /** The newest of its turns. */
  readonly id: string;
  readonly firstTurn: number;
  readonly lastTurn: number;
  /** Mean tokens of its turns. */
  readonly tokens: number;
  /** From below, as shares of the height of the plot. */
  readonly parts: readonly {
    readonly place: string;
    readonly series: number;
    readonly from: number;
    readonly to: number;
  }[];
}

/** Columns with the scale that they are drawn in. */
export interface ColumnPlot {
  readonly columns: readonly Column[];
  /** Places with their series. */
  readonly places: readonly { readonly place: string; readonly series: number; readonly tokens: number }[];
  /** Tokens at the top of the plot. */
  readonly top: number;
  /** The budget of the last turn as a share of the height; undefined when it has none or lies far above. */
  readonly budget: number | undefined;
}

/** A budget that is more than so many times the largest turn would press all columns flat. */
const FAR = 4;

/**
 * Stacks the tokens of turns, given oldest first, into at most `most` columns.
 *
 * @param known Places that have a series already, in its order; further ones come after them.
 */
export function stackedColumns(turns: readonly ColumnTurn[], most: number, known: readonly string[] = []): ColumnPlot {
  const places = placesOf(turns, known);
  const series = new Map(places.map(({ place, series: number }) => [place, number]));
  const groups = buckets(turns, most);
  const largest = Math.max(1, ...groups.map(meanTokens));
  const budget = turns.at(-1)?.budget;
  const isNear = budget !== undefined && budget <= largest * FAR;
  const top = isNear ? Math.max(largest, budget) : largest;
  return {
    columns: groups.flatMap((group) => column(group, series, top)),
    places,
    top,
    budget: isNear ? budget / top : undefined,
  };
}

function placesOf(turns: readonly ColumnTurn[], known: readonly string[]): ColumnPlot['places'] {
  const sums = new Map<string, number>();
  for (const { parts } of turns)
    for (const { place, tokens } of parts) sums.set(place, (sums.get(place) ?? 0) + tokens);
  const further = [...sums].filter(([place]) => !known.includes(place)).sort((a, b) => b[1] - a[1]);
  return [...known, ...further.map(([place]) => place)].flatMap((place, series) => {
    const tokens = sums.get(place);
    return tokens === undefined ? [] : [{ place, series, tokens }];
  });
}

function buckets(turns: readonly ColumnTurn[], most: number): readonly (readonly ColumnTurn[])[] {
  const size = Math.max(1, Math.ceil(turns.length / Math.max(1, most)));
  return Array.from({ length: Math.ceil(turns.length / size) }, (_, at) => turns.slice(at * size, (at + 1) * size));
}

function meanTokens(group: readonly ColumnTurn[]): number {
  const sum = group.flatMap(({ parts }) => parts).reduce((whole, { tokens }) => whole + tokens, 0);
  return sum / Math.max(1, group.length);
}

function column(group: readonly ColumnTurn[], series: ReadonlyMap<string, number>, top: number): readonly Column[] {
  const [first, last] = [group[0], group.at(-1)];
  if (first === undefined || last === undefined) return [];
  let at = 0;
  const parts = [...series].flatMap(([place, number]) => {
    const here = group.flatMap((turn) => turn.parts.filter((part) => part.place === place));
    const tokens = here.reduce((sum, part) => sum + part.tokens, 0) / group.length;
    if (tokens === 0) return [];
    const from = at / top;
    at += tokens;
    return [{ place, series: number, from, to: at / top }];
  });
  return [{ id: last.id, firstTurn: first.turn, lastTurn: last.turn, tokens: meanTokens(group), parts }];
}
