import type { EntryId } from '../../base/entry-id';
import { plainCandidate, type Candidate } from '../candidate';
import type { Hook, HookInput, HookOutput, HookReport, HookStage } from '../hook';
import type { HookRegistry } from '../hook-registry';
import { refusal, type Refusal } from '../refusal';
import type { TurnContext } from '../turn-context';

/** What hooks left of a selection. */
export interface HookedSelection {
  readonly kept: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly reports: readonly HookReport[];
}

/**
 * Asks the hooks of a stage one after the other about the selection. Required entries that a hook removed are put back;
 * what a hook adds is an ordinary entry that names its source, and only enabled entries of the vault can be added.
 */
export async function askHooks(
  stage: Exclude<HookStage, 'injections'>,
  selected: readonly Candidate[],
  context: TurnContext,
  hooks: HookRegistry,
  signal: AbortSignal | undefined,
): Promise<HookedSelection> {
  let kept = selected;
  const refusals: Refusal[] = [];
  const reports: HookReport[] = [];
  for (const hook of hooks.of(stage)) {
    const answer = await hooks.ask(hook, hookInput(stage, kept, context), signal);
    const change = answer.output ? changed(hook, answer.output, kept, context) : undefined;
    reports.push({ ...answer.report, ...(change?.report ?? NOTHING) });
    if (!change) continue;
    kept = change.kept;
    refusals.push(...change.refusals);
  }
  return { kept, refusals, reports };
}

const NOTHING = { added: [], removed: [], changed: [], tokens: 0 };

function hookInput(stage: HookStage, selected: readonly Candidate[], { request }: TurnContext): HookInput {
  return {
    stage,
    chat: request.chat.id,
    turn: request.turn,
    type: request.type,
    messages: request.messages
      .filter((message) => !message.hidden)
      .map(({ role, name, text }) => ({ role, name, text })),
    entries: selected.map(({ entry, reason }) => ({
      id: entry.id,
      title: entry.title,
      path: entry.path,
      text: entry.text,
      reason,
      required: entry.required,
      priority: entry.priority,
    })),
    injections: [],
  };
}

interface SelectionChange {
  readonly kept: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly report: Pick<HookReport, 'added' | 'removed' | 'changed' | 'tokens'>;
}

function changed(
  hook: Hook,
  output: HookOutput,
  before: readonly Candidate[],
  context: TurnContext,
): SelectionChange | undefined {
  if (!output.entries || !hook.permissions.includes('change-selection')) return undefined;
  const wanted = new Map(output.entries.map((entry) => [entry.id, entry.text]));
  const mayWrite = hook.permissions.includes('change-text');
  const rewritten: EntryId[] = [];
  const stay = before
    .filter((candidate) => wanted.has(candidate.entry.id) || candidate.entry.required)
    .map((candidate) => {
      const text = wanted.get(candidate.entry.id);
      if (!mayWrite || text === undefined || text === candidate.entry.text) return candidate;
      rewritten.push(candidate.entry.id);
      return { ...candidate, entry: { ...candidate.entry, text } };
    });
  const known = new Set(before.map((candidate) => candidate.entry.id));
  const added = [...wanted.keys()].filter((id) => !known.has(id)).flatMap((id) => addedCandidate(id, hook, context));
  const removed = before.filter((candidate) => !stay.some((one) => one.entry.id === candidate.entry.id));
  return {
    kept: [...stay, ...added],
    refusals: removed.map((candidate) => refusal(candidate, 'hooks', 'hook', `The hook ${hook.id} removed it.`)),
    report: {
      added: added.map((candidate) => candidate.entry.id),
      removed: removed.map((candidate) => candidate.entry.id),
      changed: rewritten,
      tokens: tokens(stay, context) + tokens(added, context) - tokens(before, context),
    },
  };
}

function addedCandidate(id: EntryId, hook: Hook, { index }: TurnContext): readonly Candidate[] {
  const entry = index.entries.get(id);
  if (!entry || !entry.enabled || entry.never) return [];
  return [plainCandidate({ ...entry, required: false }, 'hook', 'hooks', `The hook ${hook.id} added it.`)];
}

function tokens(candidates: readonly Candidate[], context: TurnContext): number {
  return candidates.reduce((sum, { entry }) => sum + context.tokens.count(entry.text).tokens, 0);
}
