import { quoted } from '../material';
import type { GapBook, LibrarianGap, LibrarianLore } from '../ports';
import type { LibrarianTask, SessionHead } from './session';

/** What a new conversation is to be about. */
export interface NewSession {
  readonly task:
    | { readonly kind: 'free' }
    /** Without an id: the most urgent open gap that no conversation is about. */
    | { readonly kind: 'gap'; readonly gap?: string | undefined }
    | { readonly kind: 'entry'; readonly entry: string };
  readonly chat?: string | undefined;
  readonly title?: string | undefined;
}

/** A task, with the chat that it comes from, or why there is none. */
export type ChosenTask =
  { readonly task: LibrarianTask; readonly gapChat?: string | undefined } | { readonly sentence: string };

const NO_GAP = 'No open lore gap is left that no conversation is about.';
const UNKNOWN_GAP = 'There is no such lore gap.';

/** The task that is meant, found among gaps and entries. */
export function chooseTask(
  wanted: NewSession['task'],
  { gaps, lore }: { readonly gaps: GapBook; readonly lore: LibrarianLore },
  sessions: readonly SessionHead[],
): ChosenTask {
  switch (wanted.kind) {
    case 'free':
      return { task: wanted };
    case 'gap': {
      const gap = wanted.gap === undefined ? nextGap(gaps, sessions) : gaps.find(wanted.gap);
      if (gap === undefined) return { sentence: wanted.gap === undefined ? NO_GAP : UNKNOWN_GAP };
      return { task: { kind: 'gap', gap: gap.id, title: gap.title }, gapChat: gap.chat };
    }
    case 'entry': {
      const [entry, another] = lore.find(wanted.entry);
      const name = quoted(wanted.entry);
      if (entry === undefined) return { sentence: `There is no entry “${name}”.` };
      if (another !== undefined) return { sentence: `Several entries are called “${name}”. Name one by its path.` };
      return { task: { kind: 'entry', path: entry.path, title: entry.title } };
    }
  }
}

function nextGap(gaps: GapBook, sessions: readonly SessionHead[]): LibrarianGap | undefined {
  const taken = new Set(sessions.flatMap(({ task }) => (task.kind === 'gap' ? [task.gap] : [])));
  return gaps.open().find(({ id }) => !taken.has(id));
}
