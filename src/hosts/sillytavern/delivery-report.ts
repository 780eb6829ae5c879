import type { WireDeliveryReport } from '../../server/contract/wire-generation';
import { clientFor, type Fetch } from './find-server';
import type { LorePlan, LostLore } from './lore-plan';
import type { ServerLink } from './server-link';
import type { SettingsStore } from './settings';

/** Tells the server what became of the injections of a generation. Returns at once and never fails. */
export type ReportDelivery = (generation: string, report: WireDeliveryReport) => void;

/** A report is of no use to anyone after this time, in milliseconds. */
const patienceMs = 5_000;

/** What became of every injection of a plan. */
export function deliveryReport(
  { prompts, slots, undelivered }: LorePlan,
  lost: readonly LostLore[],
): WireDeliveryReport {
  const missing = [...undelivered, ...lost];
  const keys = new Set(missing.map(({ injection }) => injection));
  const there = [...prompts, ...slots].filter(({ injection }) => !keys.has(injection));
  return {
    items: [
      ...there.map(({ injection: key, place, moved }) =>
        moved === undefined
          ? { key, outcome: 'delivered' as const, place, cause: '' }
          : { key, outcome: 'moved' as const, place: moved.to, cause: moved.cause },
      ),
      ...missing.map(({ injection: key, place, cause }) => ({ key, outcome: 'undelivered' as const, place, cause })),
    ],
  };
}

/** A reporter over the connection of the page. Nothing depends on the report, so nobody hears of one that fails. */
export function reportOver(link: ServerLink, settings: SettingsStore, fetch: Fetch): ReportDelivery {
  return (id, report) => {
    if (link.state.kind !== 'connected' || report.items.length === 0) return;
    const client = clientFor(link.state.base, settings.get().token, fetch);
    const init = { signal: AbortSignal.timeout(patienceMs) };
    const sending = client.v1.generations[':id'].delivery.$post({ param: { id }, json: report }, { init });
    sending.catch(() => undefined);
  };
}
