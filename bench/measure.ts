/**
 * Calls before those that count, at most: a host that serves turns has run this code often, and code that the engine has
 * not compiled yet takes twice as long on both sides of a ratio, but not equally.
 */
const WARM_UP = 101;

/** The median time of a call in milliseconds, after as many calls to warm up. */
export function median(work: () => unknown, runs = 15): number {
  for (let warm = 0; warm < Math.min(WARM_UP, runs); warm++) work();
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/** The same for work that is waited for. */
export async function medianAsync(work: () => Promise<unknown>, runs = 15): Promise<number> {
  for (let warm = 0; warm < Math.min(WARM_UP, runs); warm++) await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

/**
 * Starts a watch; what it answers is the time since then in milliseconds. What other programs took of the processor
 * meanwhile does not count.
 */
export function startWatch(): () => number {
  const [wall, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min(performance.now() - wall, (user + system) / 1_000);
  };
}

/** How long one piece of work takes, and what it answers. */
export async function timed<Result>(work: () => Promise<Result> | Result): Promise<{ time: number; result: Result }> {
  const watch = startWatch();
  const result = await work();
  return { time: watch(), result };
}

/** Bytes of the heap in use after everything that is not held was given back (needs `--expose-gc`). */
export function heldBytes(): number {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  return process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers;
}

/** The longest time that nothing else of this program could run during some work, in milliseconds. */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let watch = startWatch();
  const tick = (): void => {
    longest = Math.max(longest, watch());
    watch = startWatch();
  };
  const timer = setInterval(tick, 1);
  await work();
  tick();
  clearInterval(timer);
  return longest;
}

/** A time for a table. */
export function shown(milliseconds: number): string {
  if (milliseconds >= 100) return `${milliseconds.toFixed(0)} ms`;
  return milliseconds >= 1 ? `${milliseconds.toFixed(1)} ms` : `${(milliseconds * 1000).toFixed(0)} µs`;
}
