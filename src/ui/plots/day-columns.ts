/** A day with its turns. */
export interface PlotDay {
  /** Like `2026-03-01`. */
  readonly day: string;
  readonly turns: number;
  readonly tokens: number;
}

const DAY_MS = 86_400_000;

/**
 * Every day from the first to the last, also those without turns, so that equal widths are equal times. At most `most`,
 * the newest.
 */
export function everyDay(days: readonly PlotDay[], most: number): readonly PlotDay[] {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const [first, last] = [Date.parse(days[0]?.day ?? ''), Date.parse(days.at(-1)?.day ?? '')];
  if (Number.isNaN(first) || Number.isNaN(last)) return [];
  const count = Math.min(most, Math.round((last - first) / DAY_MS) + 1);
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(last - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, turns: 0, tokens: 0 };
  });
}
