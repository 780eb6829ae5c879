import { expect } from 'vitest';
import type { ChatMessage } from '../../src/core/chat/chat-message';
import type { RetrievalResult } from '../../src/core/pipeline/retrieval-result';
import type { Settings } from '../../src/core/settings/settings-table';
import { engineHost, titlesOf } from '../support/engine-host';
import { chatOf, lore, requestFor, type Notes } from '../support/lore-vault';

/** What came of a turn over hostile notes. */
export interface Outcome {
  readonly titles: readonly string[];
  readonly result: RetrievalResult;
  /** `path code`, each once. */
  readonly problems: readonly string[];
  /** What was logged: an engine that had to give up on something says so there. */
  readonly warnings: readonly string[];
}

const healthy = 'Healthy Lantern';

/**
 * Plays a turn over hostile notes beside one healthy note, which must be found all the same, and without anything that
 * the log would have to tell of.
 */
export async function besideHostile(
  notes: Notes,
  messages: readonly ChatMessage[] = chatOf('Mara: The lantern is lit.'),
  changes: Partial<Settings> = {},
): Promise<Outcome> {
  const { engine, log } = engineHost({ ...notes, 'Healthy Lantern.md': lore('keys: [lantern]\nrequired: true') });
  const refused = await engine.changeSettings({ entryLimit: 0, budgetKind: 'unlimited', ...changes });
  expect(refused).toEqual([]);
  await engine.open();
  const result = await engine.generate(requestFor(messages), 10_000);
  const titles = titlesOf(result);
  const problems = [...new Set(engine.problems().map(({ path, code }) => `${path} ${code}`))];
  await engine.close();
  expect(titles).toContain(healthy);
  expect(engine.status().index).toEqual({ kind: 'ready' });
  return {
    titles: titles.filter((title) => title !== healthy),
    result,
    problems,
    warnings: log.warnings.map((warning) => warning.message),
  };
}

/** So many things, made from their numbers. */
export function many<Item>(count: number, make: (number: number) => Item): readonly Item[] {
  return Array.from({ length: count }, (_, number) => make(number));
}

/** A vault of so many notes: `N0.md`, `N1.md` … */
export function vaultOf(count: number, make: (number: number) => string): Notes {
  return Object.fromEntries(many(count, (number) => [`N${String(number)}.md`, make(number)]));
}
