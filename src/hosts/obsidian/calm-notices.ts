import { Notice } from 'obsidian';

/** How long the same words are not said again, in milliseconds. */
const QUIET = 10_000;
/** How long a notice stays that asks the user to do something, in milliseconds. */
const LONG = 15_000;

/** Notices that do not pile up: one per subject, and the same words not again within seconds. */
export class CalmNotices {
  readonly #shown = new Map<string, { readonly notice: Notice; readonly text: string; readonly at: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Says something about a subject. A later word about it takes the place of the earlier one. */
  say(subject: string, text: string, stays: 'short' | 'long' = 'short'): void {
    const before = this.#shown.get(subject);
    const at = this.#now();
    if (before?.text === text && at - before.at < QUIET) return;
    before?.notice.hide();
    const notice = stays === 'long' ? new Notice(text, LONG) : new Notice(text);
    this.#shown.set(subject, { notice, text, at });
  }

  /** Takes back what was said about a subject. */
  forget(subject: string): void {
    this.#shown.get(subject)?.notice.hide();
    this.#shown.delete(subject);
  }

  /** Takes everything back. */
  close(): void {
    for (const { notice } of this.#shown.values()) notice.hide();
    this.#shown.clear();
  }
}
