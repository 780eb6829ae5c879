const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls back once when a signal is aborted; the returned function takes that back. However many wait, the signal has one
 * listener: Node warns of more than ten, and a vault is asked many questions at the same time.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const known = waiting.get(signal);
  const stops = known ?? new Set<() => void>();
  stops.add(stop);
  if (known === undefined) {
    waiting.set(signal, stops);
    const tell = (): void => {
      for (const each of [...stops]) each();
    };
    signal.addEventListener('abort', tell, { once: true });
  }
  return () => void stops.delete(stop);
}
