import type { WirePreviewAnswer } from '../../server/contract/wire-generation';
import { table } from './print-table';

/** The answer as tables that can be read in a terminal. */
export function printMatch({ answer, trace }: WirePreviewAnswer): string {
  const { summary } = answer;
  const placeOf = (id: string): string =>
    answer.injections.find((injection) => injection.entries.includes(id))?.key.replace('lorehearth/', '') ?? '';
  const injected = answer.entries.map((entry) => [
    entry.title,
    placeOf(entry.id),
    String(entry.tokens),
    entry.reason,
    entry.matched.map((word) => `“${word}”`).join(', '),
  ]);
  const refused = trace.decisions
    .filter((decision) => decision.verdict === 'refused')
    .map((decision) => [titleOf(trace, decision.entry), decision.reason, decision.detail]);
  const budget = summary.budget === undefined ? '' : ` of ${String(summary.budget)}`;
  const figures = `${String(summary.injected)} of ${String(summary.candidates)} candidates, ${String(summary.tokens)}${budget} tokens, ${summary.milliseconds.toFixed(1)} ms`;
  return [
    figures,
    ...[...summary.degraded, ...summary.warnings].map((line) => `! ${line}`),
    '',
    ...(injected.length > 0
      ? table(['entry', 'place', 'tokens', 'reason', 'matched'], injected)
      : ['Nothing is injected.']),
    ...(refused.length > 0 ? ['', ...table(['refused', 'reason', 'because'], refused)] : []),
  ].join('\n');
}

function titleOf(trace: WirePreviewAnswer['trace'], id: string): string {
  return trace.entries.find((entry) => entry.id === id)?.title ?? id;
}
