import type { Candidate } from './candidate';
import type { HookInput, HookPermission, HookStage } from './hook';
import type { Injection } from './injection';
import type { TurnContext } from './turn-context';

/** What a turn has to show to the hooks of a stage. */
export interface HookMatter {
  readonly stage: HookStage;
  readonly entries: readonly Candidate[];
  readonly injections: readonly Injection[];
}

/** Everything that a hook of the stage may be shown, before permissions. */
export function hookInput({ stage, entries, injections }: HookMatter, { request }: TurnContext): HookInput {
  return {
    stage,
    chat: request.chat.id,
    turn: request.turn,
    type: request.type,
    messages: request.messages
      .filter((message) => !message.hidden)
      .map(({ role, name, text }) => ({ role, name, text })),
    entries: entries.map(({ entry, reason }) => ({
      id: entry.id,
      title: entry.title,
      path: entry.card === undefined ? entry.path : '',
      text: entry.text,
      reason,
      required: entry.required,
      priority: entry.priority,
    })),
    injections: injections.map(({ key, position, depth, role, outlet, text, tokens }) => ({
      key,
      position,
      depth,
      role,
      outlet,
      text,
      tokens,
    })),
  };
}

/** Frozen copies of what these permissions let a hook see. */
export function visibleWith(permissions: readonly HookPermission[], input: HookInput): HookInput {
  const seesChat = permissions.includes('read-chat');
  const seesLore = permissions.includes('read-lore');
  const visible = <Value extends { readonly text: string }>(value: Value): Value =>
    Object.freeze(seesLore ? { ...value } : { ...value, text: '' });
  return Object.freeze({
    ...input,
    messages: Object.freeze(seesChat ? input.messages.map((message) => Object.freeze({ ...message })) : []),
    entries: Object.freeze(input.entries.map(visible)),
    injections: Object.freeze(input.injections.map(visible)),
  });
}
