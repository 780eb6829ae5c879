import { countOf, objectOf } from './json-value';
import type { PlannedSlot } from './lore-plan';
import type { AutomatedEntry } from './quick-replies';
import { sweepLimit } from './sweep-limit';
import type { ReadContext } from './tavern-context';
import { worldInfoEntries, type WorldInfoEntry } from './world-info-entry';

/**
 * Brings lore to the places that only SillyTavern's World Info reaches, for the generation under way alone and without
 * a trace in the user's books.
 *
 * The entries are put among the loaded ones, so that a scan takes place even without any book, but switched off: as
 * active entries they would count for the least number of activations, and could be taken for another entry where
 * groups are sorted out. Once the last sweep is done, they are added to what it has found.
 */
export class WorldInfoHandover {
  readonly #context: ReadContext;
  readonly #sweepLimit: () => number;
  #entries: readonly WorldInfoEntry[] = [];

  /** @param readSweepLimit the most sweeps of one scan that the user allows; 0 for no limit */
  constructor(context: ReadContext, readSweepLimit = sweepLimit) {
    this.#context = context;
    this.#sweepLimit = readSweepLimit;
  }

  /**
   * The next scan brings these blocks.
   *
   * @param automated entries that SillyTavern is to count among those it has found, for the Quick Replies that run with
   *   them
   */
  hand(slots: readonly PlannedSlot[], automated: readonly AutomatedEntry[] = []): void {
    this.#entries = worldInfoEntries(slots, automated);
  }

  /** No scan brings anything. */
  clear(): void {
    this.#entries = [];
  }

  /**
   * SillyTavern has loaded the entries for a scan.
   *
   * @param loaded its lists, which an extension may lengthen
   */
  entriesLoaded(loaded: unknown): void {
    const list = objectOf(loaded)?.['globalLore'];
    if (!isList(list)) return;
    // A version that does not announce the end of a sweep takes them as they are.
    const disable = this.#context().eventTypes['WORLDINFO_SCAN_DONE'] !== undefined;
    list.push(...this.#entries.map((entry) => ({ ...entry, disable })));
  }

  /**
   * A sweep of a scan is done.
   *
   * @param sweep its state, in which an extension may add to the entries found
   */
  sweepDone(sweep: unknown): void {
    const state = objectOf(sweep);
    const found = objectOf(state?.['activated'])?.['entries'];
    if (!isMap(found) || !this.#isLast(objectOf(state?.['state']))) return;
    const { substituteParams } = this.#context();
    for (const entry of this.#entries) {
      found.set(`${entry.world}.${String(entry.uid)}`, { ...entry, content: substituteParams(entry.content) });
    }
  }

  #isLast(state: Readonly<Record<string, unknown>> | undefined): boolean {
    if (state?.['next'] === 0) return true;
    const limit = this.#sweepLimit();
    return limit > 0 && (countOf(state?.['loopCount']) ?? 0) >= limit;
  }
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isMap(value: unknown): value is Map<unknown, unknown> {
  return value instanceof Map;
}
