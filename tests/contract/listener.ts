import { expect, vi } from 'vitest';
import type { NoteChange, NoteSource, Stop } from '../../src/core/ports/note-source';

/** What is known of a path after a row of changes. */
export type Fate = 'there' | 'gone';

/** Listens to a source and remembers everything it reports. */
export class Listener {
  readonly batches: (readonly NoteChange[])[] = [];
  readonly stop: Stop;

  constructor(source: NoteSource) {
    this.stop = source.watch((changes) => this.batches.push(changes));
  }

  get changes(): readonly NoteChange[] {
    return this.batches.flat();
  }

  /** The last word on each path that was named. */
  fates(): Map<string, Fate> {
    return fatesOf(this.changes);
  }

  /** Forgets what was reported so far. */
  forget(): void {
    this.batches.length = 0;
  }

  /** Waits until the last words include these; other paths do not matter. */
  async until(wanted: Readonly<Record<string, Fate>>): Promise<void> {
    await eventually(() => expect(Object.fromEntries(this.fates())).toMatchObject(wanted));
  }
}

/** The last word on each path in a row of changes. */
export function fatesOf(changes: readonly NoteChange[]): Map<string, Fate> {
  const fates = new Map<string, Fate>();
  for (const change of changes) {
    if (change.kind === 'renamed') fates.set(change.from, 'gone').set(change.to, 'there');
    else fates.set(change.path, change.kind === 'removed' ? 'gone' : 'there');
  }
  return fates;
}

/** Tries until the expectation holds; patient, since the machine may be busy. */
export async function eventually(expectation: () => void | Promise<void>): Promise<void> {
  await vi.waitFor(expectation, { timeout: 30_000, interval: 25 });
}
