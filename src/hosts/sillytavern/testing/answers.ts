import type { WireGenerationAnswer, WireInjection } from '../../../server/contract/wire-generation';
import type { WireStatus } from '../../../server/contract/wire-server';

/** A block of lore with only what matters given. */
export function injection(part: Partial<WireInjection> = {}): WireInjection {
  return {
    key: 'lorehearth/before',
    position: 'before',
    text: 'The keep is silver.',
    tokens: 6,
    entries: ['e1'],
    ...part,
  };
}

/** An answer of generation `g` that injects one entry. */
export function answer(g: string, part: Partial<WireGenerationAnswer> = {}): WireGenerationAnswer {
  return {
    id: g,
    turn: 2,
    mode: 'keywords',
    injections: [injection()],
    entries: [
      { id: 'e1', title: 'Keep', path: 'Keep.md', tokens: 6, reason: 'key', matched: ['silver keep'], order: 100 },
    ],
    record: { v: 1, g, e: [['e1', 3, 'h1']] },
    wants: { messages: 2 },
    summary: { candidates: 2, injected: 1, tokens: 6, degraded: [], warnings: [], milliseconds: 3 },
    ...part,
  };
}

/** The status of a server with a small vault. */
export function status(part: Partial<WireStatus> = {}): WireStatus {
  return {
    version: '0.1.0',
    vault: 'Tales',
    index: { kind: 'ready' },
    entries: 12,
    guides: 0,
    quarantined: 0,
    skipped: 0,
    problems: { error: 0, warning: 0, info: 0 },
    tokensExact: true,
    clients: [],
    ...part,
  };
}
