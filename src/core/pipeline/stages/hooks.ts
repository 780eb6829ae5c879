import type { EntryId } from '../../base/entry-id';
import type { Candidate } from '../candidate';
import type { HookReport, HookStage } from '../hook';
import { hookInput } from '../hook-input';
import type { HookRegistry } from '../hook-registry';
import { hookedSelection } from '../hooked-selection';
import { refusal, type Refusal } from '../refusal';
import type { TurnContext } from '../turn-context';

/** What hooks left of a selection. */
export interface HookedSelection {
  readonly kept: readonly Candidate[];
  /** What hooks added and no later one removed. */
  readonly added: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly reports: readonly HookReport[];
}

/**
 * Asks the hooks of a stage one after the other about the selection. Each sees what the one before it left. An entry
 * that one removed and a later one added is not refused.
 */
export async function askHooks(
  stage: Exclude<HookStage, 'injections'>,
  selected: readonly Candidate[],
  context: TurnContext,
  hooks: HookRegistry,
  signal: AbortSignal | undefined,
): Promise<HookedSelection> {
  let kept = selected;
  const added = new Map<EntryId, Candidate>();
  const removed = new Map<EntryId, Refusal>();
  const reports: HookReport[] = [];
  for (const hook of hooks.of(stage)) {
    const { list, report } = await hooks.ask(
      hook,
      hookInput({ stage, entries: kept, injections: [] }, context),
      signal,
    );
    if (!list) {
      reports.push({ ...report, added: [], removed: [], changed: [], tokens: 0 });
      continue;
    }
    const change = hookedSelection(hook, list, kept, context);
    kept = change.kept;
    for (const candidate of change.removed) {
      added.delete(candidate.entry.id);
      removed.set(candidate.entry.id, refusal(candidate, 'hooks', 'hook', `The hook ${hook.id} removed it.`));
    }
    for (const candidate of change.added) {
      removed.delete(candidate.entry.id);
      added.set(candidate.entry.id, candidate);
    }
    reports.push({ ...report, ...change.report });
  }
  return { kept, added: [...added.values()], refusals: [...removed.values()], reports };
}
