import { listOf, objectOf, textOf } from './json-value';
import type { PlannedPrompt } from './prompt-plan';
import type { TavernContext } from './tavern-context';
import type { UndeliveredLore } from './undelivered-lore';

/**
 * Looks for each prompt in what is about to be sent. SillyTavern drops what does not fit without a word, and other
 * extensions may rewrite everything.
 *
 * @param assembled the request that SillyTavern has put together, for either kind of completion
 */
export function undeliveredPrompts(
  assembled: unknown,
  prompts: readonly PlannedPrompt[],
  context: Pick<TavernContext, 'extensionPrompts'>,
): readonly UndeliveredLore[] {
  const sent = promptText(assembled);
  if (sent === undefined) return [];
  return prompts
    .filter(({ value }) => !stands(value, sent))
    .map((prompt) => ({ place: prompt.place, cause: causeOf(prompt, context), entries: prompt.entries }));
}

function causeOf(
  { key, position }: PlannedPrompt,
  { extensionPrompts }: Pick<TavernContext, 'extensionPrompts'>,
): string {
  if (extensionPrompts[key] === undefined) return 'Another extension has removed it.';
  if (position === 1) return 'The context is full: SillyTavern cut the history off before this depth.';
  return 'SillyTavern left it out: its mandatory prompts exceed the context, or the prompt layout has no place for it.';
}

/** All text of an assembled request with its blanks evened out; `undefined` when its shape is unknown. */
function promptText(assembled: unknown): string | undefined {
  const data = objectOf(assembled);
  const prompt = data?.['prompt'] ?? data?.['input'];
  if (typeof prompt === 'string') return evenBlanks(prompt);
  return Array.isArray(prompt) ? evenBlanks(listOf(prompt).map(messageText).join('\n')) : undefined;
}

function messageText(message: unknown): string {
  const content = objectOf(message)?.['content'];
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(objectOf(part)?.['text']) ?? '')
    .join('\n');
}

/** SillyTavern expands macros, so a text with macros is known by any of its literal parts. */
function stands(value: string, sent: string): boolean {
  const parts = value
    .split(/\{\{[^{}]*\}\}|<(?:user|bot|char|group|charifnotgroup)>/i)
    .map(evenBlanks)
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  return parts.length === 0 || parts.some((part) => sent.includes(part));
}

function evenBlanks(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
