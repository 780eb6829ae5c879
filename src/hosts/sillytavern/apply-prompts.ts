import type { PlannedPrompt } from './lore-plan';
import { promptPrefix } from './prompt-plan';
import type { TavernContext } from './tavern-context';

/** Hands prompts to SillyTavern. They stay until they are cleared or the chat changes. */
export function applyPrompts(context: TavernContext, prompts: readonly PlannedPrompt[], scan: boolean): void {
  for (const { key, value, position, depth, role } of prompts) {
    context.setExtensionPrompt(key, value, position, depth, scan, role);
  }
}

/** Takes away every prompt of ours, also what an earlier load of this extension has left, and nothing else. */
export function clearPrompts({ extensionPrompts }: TavernContext): void {
  for (const key of Object.keys(extensionPrompts)) {
    if (key.startsWith(promptPrefix)) Reflect.deleteProperty(extensionPrompts, key);
  }
}
