import type { WireTrace } from '../../server/contract/wire-generation';
import { injectionWords } from '../place-words';
import { reasonLabel } from '../reason-words';
import { evidenceOf, type Evidence } from './snippets';
import { reasonSentence } from './why-words';

type Decision = WireTrace['decisions'][number];
type Delivery = NonNullable<WireTrace['delivery']>[number];
type Pick = NonNullable<WireTrace['summary']['ai']>['picks'][number];

/** An entry of a turn with everything that was decided about it. */
export interface ReportEntry {
  readonly id: string;
  readonly title: string;
  /** Empty for an entry of a card. */
  readonly path: string;
  readonly source?: WireTrace['entries'][number]['source'];
  readonly tokens: number;
  readonly isInjected: boolean;
  readonly order: number;
  readonly priority: number;
  /** Code of why it is in, or of what refused it. */
  readonly reason: string;
  /** The facts behind the reason in one sentence. */
  readonly detail: string;
  readonly decisions: readonly Decision[];
  /** What the AI said of it. */
  readonly pick: Pick | undefined;
}

/** The entries that land at one place of the prompt. */
export interface ReportPlace {
  readonly key: string;
  readonly words: string;
  readonly tokens: number;
  readonly text: string;
  readonly entries: readonly ReportEntry[];
  /** What became of it, once the client has said so. */
  readonly delivery: Delivery | undefined;
}

/** The entries that were refused for the same reason. */
export interface RefusedGroup {
  readonly reason: string;
  readonly label: string;
  readonly sentence: string;
  readonly entries: readonly ReportEntry[];
}

/** A turn, ordered for reading. */
export interface TurnReport {
  readonly places: readonly ReportPlace[];
  /** The largest group first. */
  readonly refused: readonly RefusedGroup[];
  readonly byId: ReadonlyMap<string, ReportEntry>;
}

export function turnReport(trace: WireTrace): TurnReport {
  const decisions = new Map<string, Decision[]>();
  for (const decision of trace.decisions) {
    const known = decisions.get(decision.entry);
    if (known === undefined) decisions.set(decision.entry, [decision]);
    else known.push(decision);
  }
  const picks = new Map(trace.summary.ai?.picks.map((pick) => [pick.entry, pick]));
  const byId = new Map(
    trace.entries.map((entry) => [entry.id, reportEntry(entry, decisions.get(entry.id) ?? [], picks.get(entry.id))]),
  );
  return { places: places(trace, byId), refused: refusedGroups([...byId.values()]), byId };
}

function reportEntry(entry: WireTrace['entries'][number], decisions: readonly Decision[], pick?: Pick): ReportEntry {
  const { injected, reason: admitted, ...facts } = entry;
  const decision = decisions.find(({ verdict }) => verdict === (injected ? 'kept' : 'refused'));
  const reason = (injected ? admitted : undefined) ?? decision?.reason ?? 'kept';
  const detail = decision === undefined || decision.detail === '' ? reasonSentence(reason) : decision.detail;
  return { ...facts, isInjected: injected, reason, detail, decisions, pick };
}

function places(trace: WireTrace, byId: ReadonlyMap<string, ReportEntry>): readonly ReportPlace[] {
  const delivery = new Map(trace.delivery?.map((one) => [one.key, one]));
  return trace.injections.map((injection) => ({
    key: injection.key,
    words: injectionWords(injection),
    tokens: injection.tokens,
    text: injection.text,
    entries: injection.entries.flatMap((id) => byId.get(id) ?? []),
    delivery: delivery.get(injection.key),
  }));
}

function refusedGroups(entries: readonly ReportEntry[]): readonly RefusedGroup[] {
  const groups = new Map<string, ReportEntry[]>();
  for (const entry of entries) {
    if (entry.isInjected) continue;
    const known = groups.get(entry.reason);
    if (known === undefined) groups.set(entry.reason, [entry]);
    else known.push(entry);
  }
  return [...groups]
    .map(([reason, members]) => ({
      reason,
      label: reasonLabel(reason),
      sentence: reasonSentence(reason),
      entries: members,
    }))
    .sort((a, b) => b.entries.length - a.entries.length);
}

/** Where the words of an entry stand. */
export function evidenceFor(entry: ReportEntry, texts: WireTrace['texts']): Evidence {
  const matched = entry.decisions.flatMap((decision) => decision.matched);
  const unique = new Map(matched.map((match) => [JSON.stringify([match.key, match.where, match.start]), match]));
  return evidenceOf([...unique.values()], texts);
}

/** The report narrowed to what holds all of these words in title, path, reason, facts or found words. */
export function searchReport(report: TurnReport, words: string): TurnReport {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return report;
  const holds = (entry: ReportEntry): boolean => {
    const found = entry.decisions.flatMap(({ matched }) => matched.flatMap(({ matched: word, key }) => [word, key]));
    const text = [entry.title, entry.path, reasonLabel(entry.reason), entry.detail, ...found].join('\n').toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const narrowed = <Group extends { readonly entries: readonly ReportEntry[] }>(groups: readonly Group[]) =>
    groups
      .map((group) => ({ ...group, entries: group.entries.filter(holds) }))
      .filter((group) => group.entries.length > 0);
  return { places: narrowed(report.places), refused: narrowed(report.refused), byId: report.byId };
}
