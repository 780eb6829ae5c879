import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import { textOf } from './json-value';
import type { LorePlan } from './lore-plan';

/** An injected entry with which Quick Replies of SillyTavern run. */
export interface AutomatedEntry {
  readonly title: string;
  /** Never empty. */
  readonly automationId: string;
}

/** The entries of an answer that have an automation id, but for those whose text cannot be handed over. */
export function automatedEntries(
  { entries }: Pick<WireGenerationAnswer, 'entries'>,
  { prompts, slots, undelivered }: LorePlan,
): readonly AutomatedEntry[] {
  const placed = new Set([...prompts, ...slots].flatMap((planned) => planned.entries));
  const lost = new Set(undelivered.flatMap((planned) => planned.entries).filter((id) => !placed.has(id)));
  return entries.flatMap(({ id, title, automationId }) => {
    const written = textOf(automationId) ?? '';
    return written === '' || lost.has(id) ? [] : [{ title, automationId: written }];
  });
}
