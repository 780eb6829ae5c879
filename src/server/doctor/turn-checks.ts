import type { ResolvedChannel } from '../../core/ai/channels/resolve-channel';
import type { AiOverview } from '../../core/engine/ai-administration';
import type { Trace } from '../../core/pipeline/trace';
import type { WireFix } from '../contract/wire-doctor';
import type { Check, CheckContext, CheckResult } from './check';
import { ago, counted } from './words';

const tryText: WireFix = { kind: 'panel', label: 'Try a text', panel: 'lab' };
const aiPanel: WireFix = { kind: 'panel', label: 'Open AI', panel: 'ai' };

/** Whether the last turn got lore, and whether it reached the model. */
export const turnCheck: Check = {
  id: 'turn',
  title: 'Last turn',
  run: async ({ engine, now }) => {
    const lastTurn = await engine.lastTurn();
    if (lastTurn === undefined)
      return { state: 'waiting', sentence: 'No reply has asked for lore yet. Send a message in SillyTavern.' };
    return judge(lastTurn, ago(lastTurn.at, now));
  },
};

function judge({ summary, delivery }: Trace, when: string): CheckResult {
  const lost = delivery?.filter(({ outcome }) => outcome === 'undelivered') ?? [];
  if (lost.length > 0) {
    const causes = [...new Set(lost.map(({ cause }) => cause))].join(' ');
    const what = counted(lost.length, 'text', 'texts');
    return { state: 'failed', sentence: `${what} of the turn ${when} did not reach the model. ${causes}` };
  }
  if (summary.injected === 0) {
    const sentence = `A reply asked ${when}, and no entry answered to its messages.`;
    return { state: 'waiting', sentence: `${sentence} Write a key of an entry into the chat.`, fixes: [tryText] };
  }
  const lore = `${counted(summary.injected, 'entry', 'entries')}, ${counted(summary.tokens, 'token', 'tokens')}`;
  if (summary.degraded.length > 0)
    return { state: 'warning', sentence: `${lore} ${when}, with less than was meant. The home panel says why.` };
  if (delivery === undefined)
    return { state: 'ok', sentence: `Lore was handed over ${when}: ${lore}. Whether it arrived was not said.` };
  return { state: 'ok', sentence: `Lore reached the model ${when}: ${lore}.` };
}

/** Whether the model that selects can be asked. */
export const aiCheck: Check = {
  id: 'ai',
  title: 'AI selection',
  isPrivate: true,
  run: async (context) => {
    if (context.engine.settings().selectionMode === 'keywords')
      return { state: 'ok', sentence: 'Keywords alone choose the entries; no model is needed.' };
    const overview = await context.engine.ai.overview();
    const search = overview.channels.find(({ channel }) => channel === 'search');
    if (search?.kind !== 'usable') return notSetUp(search);
    return context.asksModels ? asked(context) : asLastSeen(overview, search);
  },
};

function notSetUp(search: ResolvedChannel | undefined): CheckResult {
  const why = search?.kind === 'no-connection' ? search.sentence : 'The channel AI Search is off.';
  return { state: 'failed', sentence: `${why} Until then keywords choose.`, fixes: [aiPanel] };
}

async function asked({ engine, signal }: CheckContext): Promise<CheckResult> {
  const { isOk, sentence, milliseconds } = await engine.ai.test('search', signal);
  if (!isOk) return { state: 'failed', sentence, fixes: [aiPanel] };
  return { state: 'ok', sentence: `${sentence} It took ${String(Math.round(milliseconds / 100) / 10)} s.` };
}

function asLastSeen(
  { states, relays }: AiOverview,
  { place }: Extract<ResolvedChannel, { kind: 'usable' }>,
): CheckResult {
  if (place.mode === 'sillytavern') {
    return relays > 0
      ? { state: 'ok', sentence: 'SillyTavern asks its own model for Lorehearth.' }
      : { state: 'warning', sentence: 'The model is asked through SillyTavern, and no page of it is open.' };
  }
  const state = states.find(({ connection }) => connection === place.connection.id);
  if (state?.state === 'open') {
    const why = state.lastError?.sentence ?? 'It failed several times in a row.';
    return {
      state: 'warning',
      sentence: `${place.connection.name} is not asked for a moment. ${why}`,
      fixes: [aiPanel],
    };
  }
  return { state: 'ok', sentence: `${place.connection.name} is set up.` };
}
