import type { Position, Role } from '../lore/entry-fields';
import { admissionReasons, refusalReasons } from './reasons';

/** Where a text stands in the prompt. */
export interface PromptPlace {
  readonly position: Position;
  readonly depth?: number | undefined;
  readonly role?: Role | undefined;
  readonly outlet?: string | undefined;
}

/** What of a turn is compared: of a trace as it is kept, or as clients are told it. */
export interface ComparedTurn {
  readonly entries: readonly {
    readonly id: string;
    readonly title: string;
    readonly path: string;
    readonly tokens: number;
    readonly injected: boolean;
    readonly reason?: string | undefined;
  }[];
  readonly decisions: readonly {
    readonly entry: string;
    readonly verdict: 'kept' | 'refused';
    readonly reason: string;
    readonly detail: string;
  }[];
  readonly injections: readonly (PromptPlace & { readonly entries: readonly string[] })[];
}

/** One entry in two turns. */
export interface EntryChange {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** Tokens in the later turn; of one that went out, in the earlier. */
  readonly tokens: number;
  /** Tokens in the earlier turn, where it was in and they were others. */
  readonly tokensBefore: number | undefined;
  /** Why it is in or out in the later turn, in a sentence. */
  readonly why: string;
  /** Why it was in or out in the earlier turn; undefined where that turn says nothing of it. */
  readonly whyBefore: string | undefined;
  /** The places, where they differ. */
  readonly moved: { readonly from: PromptPlace; readonly to: PromptPlace } | undefined;
}

/** Two turns side by side. */
export interface TurnComparison {
  readonly came: readonly EntryChange[];
  readonly went: readonly EntryChange[];
  /** In both, changed or not. */
  readonly stayed: readonly EntryChange[];
}

const GONE = 'None of its keys stands in the scanned text any more, and nothing else brought it in.';

/**
 * What changed from an earlier turn to a later one.
 *
 * @param currentId Tells under which id the later turn knows an entry of the earlier one.
 */
export function compareTurns(
  before: ComparedTurn,
  after: ComparedTurn,
  currentId: (id: string) => string = (id) => id,
): TurnComparison {
  const old = sideOf(before, currentId);
  const now = sideOf(after, (id) => id);
  const change = (id: string, { entries }: Side): EntryChange => {
    const [was, is] = [old.entries.get(id), now.entries.get(id)];
    const { title = id, path = '', tokens = 0 } = entries.get(id) ?? {};
    const isResized = was?.injected === true && is?.injected === true && was.tokens !== is.tokens;
    return {
      ...{ id, title, path, tokens },
      tokensBefore: isResized ? was.tokens : undefined,
      why: is ? now.why(id, is.injected) : GONE,
      whyBefore: was && old.why(id, was.injected),
      moved: movedOf(old.places.get(id), now.places.get(id)),
    };
  };
  return {
    came: now.injected.filter((id) => !old.isIn(id)).map((id) => change(id, now)),
    went: old.injected.filter((id) => !now.isIn(id)).map((id) => change(id, old)),
    stayed: now.injected.filter((id) => old.isIn(id)).map((id) => change(id, now)),
  };
}

/** Whether an entry that stayed is not as it was: elsewhere, or of another size. */
export function isChanged({ moved, tokensBefore }: EntryChange): boolean {
  return moved !== undefined || tokensBefore !== undefined;
}

interface Side {
  readonly entries: ReadonlyMap<string, ComparedTurn['entries'][number]>;
  /** In the order of the turn. */
  readonly injected: readonly string[];
  readonly places: ReadonlyMap<string, PromptPlace>;
  isIn(id: string): boolean;
  why(id: string, isIn: boolean): string;
}

function sideOf({ entries: all, decisions, injections }: ComparedTurn, currentId: (id: string) => string): Side {
  const entries = new Map(all.map((entry) => [currentId(entry.id), entry]));
  const kept = new Map<string, string>();
  const refused = new Map<string, string>();
  for (const { entry, verdict, reason, detail } of decisions) {
    const known = verdict === 'kept' ? kept : refused;
    const id = currentId(entry);
    if (!known.has(id)) known.set(id, detail === '' ? sentenceOf(reason) : detail);
  }
  return {
    entries,
    injected: [...entries].flatMap(([id, { injected }]) => (injected ? [id] : [])),
    places: new Map(injections.flatMap((place) => place.entries.map((id) => [currentId(id), place] as const))),
    isIn: (id) => entries.get(id)?.injected === true,
    why: (id, isIn) => (isIn ? kept : refused).get(id) ?? sentenceOf(entries.get(id)?.reason ?? ''),
  };
}

function sentenceOf(reason: string): string {
  const sentences: Readonly<Record<string, string>> = { ...admissionReasons, ...refusalReasons };
  return sentences[reason] ?? 'Nothing more is known of it.';
}

function movedOf(from: PromptPlace | undefined, to: PromptPlace | undefined): EntryChange['moved'] {
  if (!from || !to || placeKey(from) === placeKey(to)) return undefined;
  return { from: placeOf(from), to: placeOf(to) };
}

function placeOf({ position, depth, role, outlet }: PromptPlace): PromptPlace {
  return { position, depth, role, outlet };
}

function placeKey({ position, depth, role, outlet }: PromptPlace): string {
  return JSON.stringify([position, depth, role, outlet]);
}
