import type { Injection } from '../injection';
import { tokensOf } from '../price';
import type { TurnContext } from '../turn-context';
import { notebookText } from './notebook';
import { notepadInTurn } from './notepad';
import { storyText } from './story';
import { contextShare } from './turn-budget';

/** The part of a turn that does not hang on entries. */
interface StandingTexts {
  readonly injections: readonly Injection[];
  readonly tokens: number;
  readonly warnings: readonly string[];
}

/**
 * Notebook, notepad and summaries as injections of their own, in every turn. They stand outside the budget of entries but
 * count for the safe share of the context; what has no room there is left out, and it is said.
 */
export function injectStandingTexts(context: TurnContext): StandingTexts {
  const limit = contextShare(context, context.settings.safeShare);
  const injections: Injection[] = [];
  const warnings: string[] = [];
  let taken = 0;
  for (const standing of [notebookText(context), notepadInTurn(context), storyText(context)]) {
    if (standing === undefined) continue;
    const { name, ...text } = standing;
    const tokens = tokensOf(text.text, context);
    if (limit === undefined || taken + tokens <= limit) {
      taken += tokens;
      injections.push({ ...text, outlet: undefined, tokens, entries: [] });
    } else {
      const numbers = `${String(tokens)} tokens; the context’s safe share is ${String(limit)}`;
      warnings.push(`${name} was left out: it needs ${numbers}. Shorten it.`);
    }
  }
  return { injections, tokens: taken, warnings };
}
