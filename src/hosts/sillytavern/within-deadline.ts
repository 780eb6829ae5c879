/** What became of work with a deadline. */
export type InTime<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'late' }
  /** Called off from outside. */
  | { readonly kind: 'cancelled' };

/**
 * Runs `work` for `milliseconds` at most and never longer, even if it does not listen to its signal. Rejects only with
 * an error of `work` that came in time.
 */
export async function withinDeadline<Value>(
  milliseconds: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<InTime<Value>> {
  const controller = new AbortController();
  const end = new Promise<InTime<Value>>((resolve) => {
    const finish = (kind: 'late' | 'cancelled') => (): void => {
      resolve({ kind });
      controller.abort();
    };
    const timer = setTimeout(finish('late'), milliseconds);
    controller.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
    outer.addEventListener('abort', finish('cancelled'), { once: true, signal: controller.signal });
    if (outer.aborted) finish('cancelled')();
  });
  try {
    const result = work(controller.signal).then((value): InTime<Value> => ({ kind: 'done', value }));
    // Once the end has won, nobody waits for this any more, and its rejection is no news.
    result.catch(() => undefined);
    return await Promise.race([end, result]);
  } finally {
    controller.abort();
  }
}
