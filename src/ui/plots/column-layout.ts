/** Where the columns of a plot stand, in pixels. */
export interface ColumnLayout {
  /** From the left of one column to the left of the next. */
  readonly step: number;
  /** Width of what is drawn of a column. */
  readonly bar: number;
  /** Left end of what is drawn of the column with this number. */
  readonly leftOf: (at: number) => number;
}

/** The most that a column is wide, in pixels. */
const WIDEST = 28;
/** Between two columns, in pixels. */
const GAP = 1;

/** Spreads columns over the whole width, or from the left where one may take only `widestStep`. */
export function columnLayout(width: number, count: number, widestStep = Infinity): ColumnLayout {
  const step = Math.min(widestStep, width / Math.max(1, count));
  const bar = Math.min(WIDEST, Math.max(1, step - GAP));
  return { step, bar, leftOf: (at) => at * step + (step - bar) / 2 };
}
