import type { EngineEvent } from '../../core/engine/engine-event';
import { writeIndexReport } from '../mapping/write-vault';

/** An event of the engine as clients are told it: what happened, and where to look. */
export function wireEvent(event: EngineEvent): { readonly kind: string; readonly data: unknown } {
  switch (event.kind) {
    case 'generation-finished': {
      const { id, chat, turn, summary } = event.trace;
      return { kind: event.kind, data: { id, chat, turn, injected: summary.injected, tokens: summary.tokens } };
    }
    case 'chat-changed':
    case 'transcript-changed':
    case 'scribe-changed':
      return { kind: event.kind, data: { chat: event.chat } };
    case 'librarian-changed':
      return { kind: event.kind, data: { session: event.session } };
    case 'growth-changed':
      return { kind: event.kind, data: { job: event.job } };
    case 'hook-paused':
      return { kind: event.kind, data: { hook: event.hook } };
    case 'import-progress':
      return { kind: event.kind, data: { done: event.done, total: event.total } };
    case 'imported':
      return { kind: event.kind, data: { import: event.import } };
    case 'watched-changed':
      return { kind: event.kind, data: { book: event.book } };
    case 'lore-tests-finished': {
      const { passed, failed, byThemselves } = event;
      return { kind: event.kind, data: { passed, failed, byThemselves } };
    }
    case 'index-report': {
      const { id, vault, vaultName, added, removed, changed } = writeIndexReport(event.report);
      return { kind: event.kind, data: { id, vault, vaultName, added, removed, ...changed } };
    }
    case 'vaults-changed':
    case 'index-changed':
    case 'settings-changed':
    case 'channels-changed':
    case 'health-changed':
    case 'proposals-changed':
    case 'gaps-changed':
    case 'analytics-changed':
    case 'changes-changed':
      return { kind: event.kind, data: {} };
  }
}
