/** How long a caller waits. */
export interface SelectionWait {
  /** Ends when the turn must be answered; the question goes on, so that its answer is there for the next try. */
  readonly due: AbortSignal;
  /** Ends when nobody wants the answer any more: the question is stopped too. */
  readonly stop?: AbortSignal | undefined;
  /** The turn is only prepared: nobody waits yet. */
  readonly isAhead?: boolean;
}

/** What comes of the work, or what `late` makes when the wait ends before. What fails after that is nobody's business any more. */
export function withinWait<Value>(
  work: Promise<Value>,
  { due, stop }: SelectionWait,
  late: () => Value,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(late());
    const forget = (): void => {
      due.removeEventListener('abort', end);
      stop?.removeEventListener('abort', end);
    };
    due.addEventListener('abort', end, { once: true });
    stop?.addEventListener('abort', end, { once: true });
    if (due.aborted || stop?.aborted === true) end();
    work.then(resolve, reject).finally(forget);
  });
}
