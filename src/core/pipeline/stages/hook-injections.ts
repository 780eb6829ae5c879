import type { HookInput, HookReport } from '../hook';
import type { HookRegistry } from '../hook-registry';
import type { Injection } from '../injection';
import type { TurnContext } from '../turn-context';

/** What hooks left of the injections. */
export interface HookedInjections {
  readonly injections: readonly Injection[];
  readonly reports: readonly HookReport[];
}

/**
 * Asks the hooks of the stage `injections`. They may change texts, not places. A change after which the lore would exceed
 * the limit is not taken.
 */
export async function askInjectionHooks(
  injections: readonly Injection[],
  limit: number | undefined,
  context: TurnContext,
  hooks: HookRegistry,
  count: (text: string) => number,
  signal: AbortSignal | undefined,
): Promise<HookedInjections> {
  let current = injections;
  const reports: HookReport[] = [];
  for (const hook of hooks.of('injections')) {
    const answer = await hooks.ask(hook, hookInput(current, context), signal);
    const texts = new Map((answer.output?.injections ?? []).map((one) => [one.key, one.text]));
    const mayWrite = hook.permissions.includes('change-text');
    const next = current.map((one): Injection => {
      const text = texts.get(one.key);
      return !mayWrite || text === undefined || text === one.text ? one : { ...one, text, tokens: count(text) };
    });
    const fits = limit === undefined || total(next) <= Math.max(limit, total(current));
    const changed = fits ? next.filter((one, at) => one !== current[at]).map((one) => one.key) : [];
    const detail = fits ? answer.report.detail : 'Its texts exceed the token budget and were not taken.';
    reports.push({
      ...answer.report,
      detail,
      added: [],
      removed: [],
      changed,
      tokens: fits ? total(next) - total(current) : 0,
    });
    if (fits) current = next.filter((one) => one.text.trim() !== '');
  }
  return { injections: current, reports };
}

function total(injections: readonly Injection[]): number {
  return injections.reduce((sum, one) => sum + one.tokens, 0);
}

function hookInput(injections: readonly Injection[], { request }: TurnContext): HookInput {
  return {
    stage: 'injections',
    chat: request.chat.id,
    turn: request.turn,
    type: request.type,
    messages: request.messages
      .filter((message) => !message.hidden)
      .map(({ role, name, text }) => ({ role, name, text })),
    entries: [],
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
