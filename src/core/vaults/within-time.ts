import type { Timer } from '../ports/clock';

/** What is answered, or `late` after a time in milliseconds. Does not stop what is waited for. */
export function withinTime<Value>(
  waited: Promise<Value>,
  milliseconds: number,
  timer: Timer,
  late: Value,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = timer.after(milliseconds, () => resolve(late));
    waited.then(resolve, reject).finally(cancel);
  });
}
