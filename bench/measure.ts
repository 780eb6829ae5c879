/** The median time of a call in milliseconds, after some calls to warm up. */
export function median(work: () => unknown, runs = 15): number {
  for (let warm = 0; warm < 3; warm++) work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** The same for work that is waited for. */
export async function medianAsync(work: () => Promise<unknown>, runs = 15): Promise<number> {
  for (let warm = 0; warm < 3; warm++) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** A time for a table. */
export function shown(milliseconds: number): string {
  if (milliseconds >= 100) return `${milliseconds.toFixed(0)} ms`;
  return milliseconds >= 1 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds * 1000).toFixed(0)} µs`;
}
