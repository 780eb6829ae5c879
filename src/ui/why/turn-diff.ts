import type { WireTrace } from '../../server/contract/wire-generation';
import { placeWords } from '../place-words';
import { turnReport, type ReportEntry, type TurnReport } from './turn-report';

/** What became of an entry from one turn to the next. */
export interface DiffEntry {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** Tokens in the later turn; of one that went out, in the earlier. */
  readonly tokens: number;
  /** Why it came, went or stayed. */
  readonly why: string;
  /** The places, where they differ. */
  readonly moved: { readonly from: string; readonly to: string } | undefined;
}

/** Two turns side by side. */
export interface TurnDiff {
  readonly came: readonly DiffEntry[];
  readonly went: readonly DiffEntry[];
  readonly stayed: readonly DiffEntry[];
}

/** What changed from an earlier turn to a later one. */
export function turnDiff(before: WireTrace, after: WireTrace): TurnDiff {
  const [old, now] = [turnReport(before), turnReport(after)];
  const [oldPlaces, newPlaces] = [placesById(before), placesById(after)];
  const wasIn = (id: string): boolean => old.byId.get(id)?.isInjected === true;
  const injected = [...now.byId.values()].filter(({ isInjected }) => isInjected);
  const gone = [...old.byId.values()].filter(
    ({ id, isInjected }) => isInjected && now.byId.get(id)?.isInjected !== true,
  );
  return {
    came: injected.filter(({ id }) => !wasIn(id)).map((entry) => diffEntry(entry, whyCame(entry, old))),
    went: gone.map((entry) => diffEntry(entry, whyWent(entry, now))),
    stayed: injected
      .filter(({ id }) => wasIn(id))
      .map((entry) => diffEntry(entry, entry.detail, movedOf(oldPlaces.get(entry.id), newPlaces.get(entry.id)))),
  };
}

function diffEntry({ id, title, path, tokens }: ReportEntry, why: string, moved?: DiffEntry['moved']): DiffEntry {
  return { id, title, path, tokens, why, moved };
}

function whyCame(entry: ReportEntry, old: TurnReport): string {
  const before = old.byId.get(entry.id);
  return before === undefined ? entry.detail : `${entry.detail} Before, it was refused: ${before.detail}`;
}

function whyWent({ id }: ReportEntry, now: TurnReport): string {
  const entry = now.byId.get(id);
  return entry?.detail ?? 'None of its keys stands in the scanned text any more, and nothing else brought it in.';
}

function placesById({ injections }: WireTrace): ReadonlyMap<string, string> {
  return new Map(injections.flatMap((one) => one.entries.map((id): [string, string] => [id, placeWords(one)])));
}

function movedOf(from: string | undefined, to: string | undefined): DiffEntry['moved'] {
  return from === undefined || to === undefined || from === to ? undefined : { from, to };
}
