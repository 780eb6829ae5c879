import { stripReasoning, type ReasoningFrame } from './strip-reasoning';
import { textOf } from './json-value';
import type { TavernContext, TavernMessage } from './tavern-context';

/**
 * The texts that the model will read, by index in the stored chat. SillyTavern hands out copies, with its prompt
 * scripts applied and hidden messages left out; what other extensions put in between belongs to no stored message.
 */
export function promptTexts(prompt: readonly TavernMessage[], context: TavernContext): ReadonlyMap<number, string> {
  const frame = reasoningFrame(context);
  const texts = new Map<number, string>();
  let next = 0;
  for (const sent of prompt) {
    const index = indexOfOriginal(sent, context.chat, next);
    const stored = context.chat[index];
    if (stored === undefined) continue;
    const reasoning = textOf(stored.extra?.['reasoning']) ?? '';
    texts.set(index, stripReasoning(sent.mes, stored.mes, reasoning, frame));
    next = index + 1;
  }
  return texts;
}

function indexOfOriginal(copy: TavernMessage, chat: readonly TavernMessage[], from: number): number {
  for (let index = from; index < chat.length; index += 1) {
    const stored = chat[index];
    if (stored !== undefined && isCopyOf(copy, stored)) return index;
  }
  return -1;
}

/** Copies are shallow: they share `extra`. */
function isCopyOf(copy: TavernMessage, stored: TavernMessage): boolean {
  if (stored.extra !== undefined || copy.extra !== undefined) return copy.extra === stored.extra;
  return copy.is_user === stored.is_user && copy.name === stored.name && copy.send_date === stored.send_date;
}

function reasoningFrame({ powerUserSettings, substituteParams }: TavernContext): ReasoningFrame {
  const { prefix = '', suffix = '', separator = '' } = powerUserSettings.reasoning ?? {};
  return {
    prefix: substituteParams(prefix),
    suffix: substituteParams(suffix),
    separator: substituteParams(separator),
  };
}
