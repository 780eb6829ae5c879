import type { NotedHook } from '../message-note';
import { countOfTokens, grouped } from './turn-text';

const outcomes: Readonly<Record<string, string>> = {
  failed: 'failed and was passed over',
  'timed-out': 'did not answer in time and was passed over',
  'not-permitted': 'was not asked: it lacks a permission',
  paused: 'was not asked: it failed three times in a row',
  aborted: 'was not waited for',
};

/** What another plugin did to the lore of a reply, in one sentence. */
export function hookText(hook: NotedHook): string {
  return `${hook.id} ${outcomes[hook.outcome] ?? changeText(hook)}.`;
}

function changeText({ added, removed, changed, tokens, milliseconds }: NotedHook): string {
  const parts = [
    ...(added > 0 ? [`added ${grouped(added)}`] : []),
    ...(removed > 0 ? [`removed ${grouped(removed)}`] : []),
    ...(changed > 0 ? [`rewrote ${grouped(changed)}`] : []),
  ];
  const time = `${grouped(milliseconds)} ms`;
  if (parts.length === 0) return `changed nothing (${time})`;
  const size = `${tokens < 0 ? '−' : '+'}${countOfTokens(Math.abs(tokens))}`;
  return `${parts.join(', ')} (${size}, ${time})`;
}
