import { contentHash } from '../base/content-hash';
import { folderParts } from '../imports/vault-paths';
import { applyOperations, refused } from './apply-operations';
import { noteText, type EditParts } from './edit-parts';
import { isLocked, LOCKED_NOTE } from './locks';
import type { Changing, NoteChanges } from './note-changes';
import type { Proposal } from './proposal';
import { rebase, type Rebased } from './rebase';

/** A decision as the user edited it. */
export interface Acceptance {
  /** The whole text that the note is to have. */
  readonly text?: string | undefined;
  /** Fingerprint of the version that the user looked at. */
  readonly base?: string | undefined;
}

export const GONE = 'The note is not there any more.';
export const IN_CONFLICT = 'The note was changed at the same places since. Choose what it is to say.';
const ANOTHER_BY_NOW = 'The note was changed once more. Look at it again.';

/** Makes the change that a proposal proposes; its `after` is the edited text where the user edited it. */
export async function makeProposed(
  proposal: Proposal,
  { text, base }: Acceptance,
  changes: NoteChanges,
  { source, pathToday }: EditParts,
): Promise<Changing> {
  const { patch, origin, title, before = '', after } = proposal;
  const reason = { origin, title, proposal: proposal.id };
  const path = pathToday(proposal.path);
  switch (patch.kind) {
    case 'create': {
      const fault = text === undefined ? undefined : applyOperations('', [{ kind: 'replace-source', text }]);
      if (fault?.kind === 'refused') return fault;
      return changes.create(folderParts(patch.folder) ?? [], title, after, reason);
    }
    case 'move': {
      const current = await noteText(source, path);
      if (typeof current === 'string' && isLocked(current)) return refused(LOCKED_NOTE);
      return changes.move(path, patch.to, reason);
    }
    case 'change': {
      const steps = text === undefined ? patch.operations : [];
      return changes.rewrite(path, (current) => textFor({ before, after, current, base, steps }), reason);
    }
  }
}

interface Wanted {
  readonly before: string;
  readonly after: string;
  readonly current: string;
  readonly base: string | undefined;
  readonly steps: Parameters<typeof rebase>[3];
}

/** A version that the user looked at himself is the one that his text takes the place of. */
function textFor({ before, after, current, base, steps }: Wanted): Rebased {
  if (base === undefined || base === contentHash(before))
    return checked(rebase(before, after, current, steps), current);
  if (base === contentHash(current)) return checked(rebase(current, after, current), current);
  return { kind: 'refused', sentence: ANOTHER_BY_NOW };
}

function checked(next: Rebased, current: string): Rebased {
  if (next.kind !== 'text' || next.text === current) return next;
  const applied = applyOperations(current, [{ kind: 'replace-source', text: next.text }]);
  return applied.kind === 'text' ? next : applied;
}
