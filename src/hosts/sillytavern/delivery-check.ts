import { spokenLines } from './example-text';
import { listOf, objectOf, textOf } from './json-value';
import type { LorePlan, LostLore, PlannedPrompt, PlannedSlot } from './lore-plan';
import type { TavernContext } from './tavern-context';

/**
 * Looks for each block in what is about to be sent. SillyTavern drops what does not fit without a word, and other
 * extensions may rewrite everything.
 *
 * @param assembled the request that SillyTavern has put together, for either kind of completion
 * @returns what is not there; `undefined` when the request cannot be read
 */
export function lostLore(
  assembled: unknown,
  { prompts, slots }: Pick<LorePlan, 'prompts' | 'slots'>,
  context: Pick<TavernContext, 'extensionPrompts'>,
): readonly LostLore[] | undefined {
  const sent = promptText(assembled);
  if (sent === undefined) return undefined;
  const lostPrompts = prompts
    .filter(({ value }) => !stands(value, sent))
    .map((one) => lost(one, whyNoPrompt(one, context)));
  const lostSlots = slots.filter((one) => !slotStands(one, sent)).map((one) => lost(one, whyNoSlot(one)));
  return [...lostPrompts, ...lostSlots];
}

function lost({ injection, place, entries }: PlannedPrompt | PlannedSlot, cause: string): LostLore {
  return { injection, place, cause, entries };
}

function whyNoPrompt(
  { key, position }: PlannedPrompt,
  { extensionPrompts }: Pick<TavernContext, 'extensionPrompts'>,
): string {
  if (extensionPrompts[key] === undefined) return 'Another extension has removed it.';
  if (position === 1) return 'The context is full: SillyTavern cut the history off before this depth.';
  return 'SillyTavern left it out: its mandatory prompts exceed the context, or the prompt layout has no place for it.';
}

function whyNoSlot({ slot, outlet }: PlannedSlot): string {
  switch (slot) {
    case 'before_char':
    case 'after_char':
      return 'SillyTavern left it out: the prompt layout has no place for World Info there, or the context is full.';
    case 'author_note_top':
    case 'author_note_bottom':
      return 'SillyTavern left the author’s note out: the context is full, or another extension has changed it.';
    case 'examples_top':
    case 'examples_bottom':
      return 'SillyTavern left the example messages out: the prompt layout has no place for them, or the context is full.';
    case 'outlet':
      return `No prompt reads this outlet. Put {{outlet::${outlet}}} where its lore should stand.`;
  }
}

function slotStands({ slot, value }: PlannedSlot, sent: string): boolean {
  if (slot !== 'examples_top' && slot !== 'examples_bottom') return stands(value, sent);
  return spokenLines(value).every((line) => stands(line, sent));
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
