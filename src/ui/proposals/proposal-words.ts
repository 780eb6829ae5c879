import type { WireChangeHead, WireEditOrigin, WireProposalHead } from '../../server/contract/wire-edits';
import type { Tone } from '../parts/tone';

const tools = {
  user: 'You',
  why: 'Why',
  health: 'Health check',
  librarian: 'Librarian',
  gaps: 'Lore gaps',
  scribe: 'Scribe',
  'auto-lorebook': 'Auto Lorebook',
  'optimize-keys': 'Optimize keys',
  summarize: 'Summarize',
  'lorebook-watch': 'Lorebook watch',
  review: 'Vault review',
} as const satisfies Record<WireEditOrigin['tool'], string>;

/** The name of who proposed or made a change. */
export function toolName(tool: WireEditOrigin['tool']): string {
  return tools[tool];
}

const kinds = { change: 'Change', create: 'New note', move: 'Move' } as const;

/** What a change does, in a word or two. */
export function kindWords({ kind }: Pick<WireProposalHead | WireChangeHead, 'kind'>): string {
  return kinds[kind];
}

const states = {
  open: { text: 'Open', tone: 'info' },
  accepted: { text: 'Accepted', tone: 'good' },
  rejected: { text: 'Rejected', tone: 'neutral' },
  conflict: { text: 'Conflict', tone: 'warning' },
  stale: { text: 'Out of date', tone: 'warning' },
} as const satisfies Record<WireProposalHead['status'], { readonly text: string; readonly tone: Tone }>;

/** How a proposal stands. */
export function statusWords({ status }: Pick<WireProposalHead, 'status'>): {
  readonly text: string;
  readonly tone: Tone;
} {
  return states[status];
}

/** Whether a decision is still possible. */
export function isWaiting({ status }: Pick<WireProposalHead, 'status'>): boolean {
  return status !== 'accepted' && status !== 'rejected';
}
