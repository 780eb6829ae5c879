import type { HookReport } from '../hook';
import { hookInput } from '../hook-input';
import type { HookRegistry } from '../hook-registry';
import type { Injection } from '../injection';
import type { KnownHook } from '../read-hook';
import type { HookList } from '../read-hook-answer';
import type { TurnContext } from '../turn-context';

/** What hooks left of the injections. */
export interface HookedInjections {
  readonly injections: readonly Injection[];
  readonly reports: readonly HookReport[];
}

/**
 * Asks the hooks of the stage `injections`. They may change texts, not places, and empty none: the record says what was
 * injected. Tokens are counted again; a change after which the lore would exceed the limit is not taken.
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
    const input = hookInput({ stage: 'injections', entries: [], injections: current }, context);
    const { list, report } = await hooks.ask(hook, input, signal);
    const wanted = list ? rewritten(hook, list, current, count) : { next: current, detail: report.detail };
    const isTooMuch = limit !== undefined && total(wanted.next) > Math.max(limit, total(current));
    const next = isTooMuch ? current : wanted.next;
    const changed = next.filter((one, at) => one !== current[at]).map((one) => one.key);
    reports.push({
      ...report,
      outcome: changed.length > 0 ? 'changed' : report.outcome,
      detail: isTooMuch ? 'Its texts exceed the token budget and were not taken.' : wanted.detail,
      added: [],
      removed: [],
      changed,
      tokens: total(next) - total(current),
    });
    current = next;
  }
  return { injections: current, reports };
}

function rewritten(
  hook: KnownHook,
  list: HookList,
  before: readonly Injection[],
  count: (text: string) => number,
): { readonly next: readonly Injection[]; readonly detail: string } {
  const mayWrite = hook.permissions.includes('change-text');
  const seesLore = hook.permissions.includes('read-lore');
  const isNew = ({ key, text }: Injection): boolean => {
    const wanted = list.get(key);
    return wanted !== undefined && wanted !== text && wanted !== (seesLore ? text : '');
  };
  const isBlank = ({ key }: Injection): boolean => list.get(key)?.trim() === '';
  const touched = before.filter(isNew);
  if (!mayWrite) return { next: before, detail: touched.length > 0 ? 'It may not change texts.' : '' };
  const known = new Set(before.map((one) => one.key));
  const details = [
    ...(touched.some(isBlank) ? ['The text of a place cannot be emptied; remove entries in the stage selection.'] : []),
    ...([...list.keys()].some((key) => !known.has(key)) ? ['It cannot add places.'] : []),
  ];
  const next = before.map((one): Injection => {
    const text = list.get(one.key);
    return text === undefined || !isNew(one) || isBlank(one) ? one : { ...one, text, tokens: count(text) };
  });
  return { next, detail: details.join(' ') };
}

function total(injections: readonly Injection[]): number {
  return injections.reduce((sum, one) => sum + one.tokens, 0);
}
