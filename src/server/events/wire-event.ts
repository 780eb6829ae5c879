import type { EngineEvent } from '../../core/engine/engine-event';

/** An event of the engine as clients are told it: what happened, and where to look. */
export function wireEvent(event: EngineEvent): { readonly kind: string; readonly data: unknown } {
  switch (event.kind) {
    case 'generation-finished': {
      const { id, chat, turn, summary } = event.trace;
      return { kind: event.kind, data: { id, chat, turn, injected: summary.injected, tokens: summary.tokens } };
    }
    case 'chat-changed':
      return { kind: event.kind, data: { chat: event.chat } };
    case 'hook-paused':
      return { kind: event.kind, data: { hook: event.hook } };
    case 'import-progress':
      return { kind: event.kind, data: { done: event.done, total: event.total } };
    case 'imported':
      return { kind: event.kind, data: { import: event.import } };
    case 'index-changed':
    case 'settings-changed':
    case 'channels-changed':
      return { kind: event.kind, data: {} };
  }
}
