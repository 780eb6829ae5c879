import { PlacedDocuments, type DocumentPorts } from '../documents/placed-documents';
import { storedDocuments } from '../documents/stored-documents';
import type { Clock } from '../ports/clock';
import type { RandomSource } from '../ports/random';
import { gapUrgencies, frequencyOf, type Gap, type GapKind, type GapStatus, type GapUrgency } from './gap';
import { GapLearning } from './gap-learning';
import { addSighting, alikeGap } from './gap-list';
import { readGaps } from './read-gap';
import type { GapSighting } from './sighting';

/** What keeping gaps needs of the host. */
export interface GapPorts extends DocumentPorts {
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Told whenever gaps are others than before. */
  readonly changed: () => void;
}

/** What became of a gap that was met; `dismissed`: the user wants to hear nothing of it. */
export type GapFlag =
  | { readonly kind: 'kept'; readonly gap: Gap; readonly isNew: boolean }
  | { readonly kind: 'dismissed'; readonly gap: Gap };

/** What the user decides about gaps. */
export interface GapDecision {
  readonly status?: Exclude<GapStatus, 'drafted'> | undefined;
  readonly urgency?: GapUrgency | undefined;
  readonly kind?: GapKind | undefined;
  readonly title?: string | undefined;
  readonly reason?: string | undefined;
}

/** What is known of a proposal that may fill a gap. */
export interface ProposalMark {
  readonly id: string;
  readonly gap: string | undefined;
  readonly state: 'waiting' | 'accepted' | 'rejected';
  /** What a new note would be called; undefined for a change. */
  readonly title: string | undefined;
}

const MOST_CHATS = 100;
/** Gaps of all chats together. */
const MOST_GAPS = 5_000;
const ID_BYTES = 9;
/** The key of gaps that belong to no chat; no chat has an empty id. */
const NO_CHAT = 'vault';

/** The lore gaps of all chats. */
export class GapInbox {
  readonly learning: GapLearning;
  readonly #documents: PlacedDocuments<readonly Gap[]>;
  readonly #chats = new Map<string, readonly Gap[]>();
  #loading: Promise<void> | undefined;

  constructor(private readonly ports: GapPorts) {
    this.learning = new GapLearning(ports.store, ports.log);
    this.#documents = new PlacedDocuments<readonly Gap[]>(
      {
        ...{ document: storedDocuments.gaps, most: MOST_CHATS, heaviest: MOST_GAPS },
        ...{ weigh: (gaps) => gaps.length, read: readGaps },
      },
      ports,
    );
  }

  /** Reads what there is; everything else waits for it. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  /** Errors: `ReadOnlyDocument` where gaps are read and never stored. */
  requireWritable(): Promise<void> {
    return this.#documents.requireWritable();
  }

  /** All gaps that are loaded by now, in no order. */
  all(): readonly Gap[] {
    return [...this.#chats.values()].flat();
  }

  find(id: string): Gap | undefined {
    return this.all().find((gap) => gap.id === id);
  }

  /** Keeps a gap that was met, or adds it to one that is alike. */
  async flag(sighting: GapSighting): Promise<GapFlag> {
    await this.load();
    const key = keyOf(sighting.chat);
    const gaps = this.#chats.get(key) ?? [];
    const known = alikeGap(gaps, sighting);
    if (known?.status === 'dismissed') return { kind: 'dismissed', gap: known };
    const met = addSighting(gaps, sighting, { id: this.ports.random.token(ID_BYTES), now: this.ports.clock.now() });
    this.#put(key, met.gaps);
    this.ports.changed();
    return { kind: 'kept', gap: met.gap, isNew: met.isNew };
  }

  /**
   * Takes in what a scan found in a chat. A gap that only scans have met, and that this one does not find any more, is
   * gone with the words that showed it: the reply was swiped or deleted.
   *
   * @param isWhole Whether the scan read the whole chat.
   */
  async scanned(chat: string, found: readonly GapSighting[], isWhole: boolean): Promise<readonly Gap[]> {
    await this.load();
    const before = this.#chats.get(chat) ?? [];
    const now = this.ports.clock.now();
    const met = new Set<string>();
    let gaps = before;
    for (const sighting of found) {
      if (alikeGap(gaps, sighting)?.status === 'dismissed') continue;
      const added = addSighting(gaps, { ...sighting, chat }, { id: this.ports.random.token(ID_BYTES), now });
      gaps = added.gaps;
      met.add(added.gap.id);
    }
    const kept = gaps.filter((gap) => met.has(gap.id) || !isWhole || !isOfScan(gap));
    if (kept.length !== before.length || kept.some((gap, at) => gap !== before[at])) {
      this.#put(chat, kept);
      this.ports.changed();
    }
    return kept.filter(({ id }) => met.has(id));
  }

  /**
   * Carries out what the user decided; gaps that are not known are left out.
   *
   * @param entryOf Public id of the entry that bears the name of a gap now: what is opened stays open beside it.
   */
  async decide(
    ids: readonly string[],
    decision: GapDecision,
    entryOf: (gap: Gap) => string | undefined = () => undefined,
  ): Promise<readonly Gap[]> {
    await this.load();
    const wanted = new Set(ids);
    const changed = this.#change((gap) => {
      if (!wanted.has(gap.id)) return gap;
      const next = this.#decided(gap, decision);
      return decision.status === 'open' ? openedByHand(next, gap, entryOf(next)) : next;
    });
    if (changed > 0) this.ports.changed();
    return this.all().filter(({ id }) => wanted.has(id));
  }

  /** A change was proposed that may fill a gap. */
  drafted(id: string, proposal?: string): void {
    const now = this.ports.clock.now();
    const changed = this.#change((gap) =>
      gap.id === id && (gap.status === 'open' || gap.status === 'hidden')
        ? { ...gap, status: 'drafted', proposal: proposal ?? gap.proposal, changed: now }
        : gap,
    );
    if (changed > 0) this.ports.changed();
  }

  /** Follows what became of proposals: one that waits drafts its gap, one that was turned down opens it again. */
  async followProposals(proposals: readonly ProposalMark[]): Promise<void> {
    await this.load();
    const byGap = newestByGap(proposals, this.all());
    const now = this.ports.clock.now();
    const changed = this.#change((gap) => {
      const mark = byGap.get(gap.id);
      const next = mark ? afterProposal(gap, mark) : gap;
      if (next !== gap && next.status === 'written') this.learning.decide(gap, 'used');
      return next === gap ? gap : { ...next, changed: now };
    });
    if (changed > 0) this.ports.changed();
  }

  /** What filled a gap was taken back: the gap is open again. */
  async followUndone(proposals: ReadonlySet<string>): Promise<void> {
    await this.load();
    const now = this.ports.clock.now();
    const changed = this.#change((gap) =>
      gap.status === 'written' && gap.proposal !== undefined && proposals.has(gap.proposal)
        ? { ...gap, status: 'open', proposal: undefined, entry: undefined, changed: now }
        : gap,
    );
    if (changed > 0) this.ports.changed();
  }

  /** Marks as written what has an entry by now. */
  async followEntries(entryOf: (gap: Gap) => string | undefined): Promise<void> {
    await this.load();
    const now = this.ports.clock.now();
    const changed = this.#change((gap) => {
      if (gap.kind !== 'missing' || gap.status === 'written' || gap.status === 'dismissed') return gap;
      const entry = entryOf(gap);
      // Without that entry the next one of the name is a new one, wherever it lies.
      if (entry === undefined) return gap.openDespite === undefined ? gap : { ...gap, openDespite: undefined };
      if (entry === gap.openDespite) return gap;
      this.learning.decide(gap, 'used');
      return { ...gap, status: 'written', entry, openDespite: undefined, changed: now };
    });
    if (changed > 0) this.ports.changed();
  }

  /** A branch does not show again what the user put away in the chat that it was copied from. */
  async fork(chat: string, parent: string): Promise<void> {
    await this.load();
    if (chat === parent || this.#chats.has(chat)) return;
    const away = (this.#chats.get(parent) ?? []).filter(({ status }) => status === 'hidden' || status === 'dismissed');
    if (away.length > 0)
      this.#put(
        chat,
        away.map((gap) => ({ ...gap, chat, id: this.ports.random.token(ID_BYTES) })),
      );
  }

  /** Stores what is not stored yet. */
  async flush(): Promise<void> {
    await this.#loading;
    await Promise.all([this.#documents.flush(), this.learning.flush()]);
  }

  async #load(): Promise<void> {
    await Promise.all([this.#documents.load(), this.learning.load()]);
    for (const key of this.#documents.keys) {
      const gaps = await this.#documents.get(key);
      if (gaps) this.#chats.set(key, gaps);
    }
  }

  #decided(gap: Gap, { status, ...rest }: GapDecision): Gap {
    const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
    const next = { ...gap, ...changes, status: status ?? gap.status, changed: this.ports.clock.now() };
    if (status === undefined || status === gap.status) return next;
    if (status === 'dismissed') this.learning.decide(next, 'dismissed');
    else if (gap.status === 'dismissed') this.learning.decide(next, undefined);
    return { ...next, mentionsWhenHidden: status === 'hidden' ? gap.mentions : 0 };
  }

  /** Replaces gaps by others; how many are others. */
  #change(replace: (gap: Gap) => Gap): number {
    let changed = 0;
    for (const [key, gaps] of [...this.#chats]) {
      const next = gaps.map(replace);
      const different = next.filter((gap, at) => gap !== gaps[at]).length;
      if (different > 0) this.#put(key, next);
      changed += different;
    }
    return changed;
  }

  #put(key: string, gaps: readonly Gap[]): void {
    if (gaps.length === 0) {
      this.#chats.delete(key);
      this.#documents.forget(key);
      return;
    }
    this.#chats.set(key, gaps);
    this.#documents.put(key, gaps);
    const kept = new Set(this.#documents.keys);
    for (const known of [...this.#chats.keys()]) if (!kept.has(known)) this.#chats.delete(known);
  }
}

/** The most urgent first, of these the ones that were met most often. */
export function mostUrgentFirst(a: Gap, b: Gap): number {
  const urgency = gapUrgencies.indexOf(b.urgency) - gapUrgencies.indexOf(a.urgency);
  return urgency || frequencyOf(b) - frequencyOf(a) || b.changed - a.changed || (a.id < b.id ? -1 : 1);
}

/** What filled it, in the eyes of the program, does not count any more. */
function openedByHand(next: Gap, { status }: Gap, entry: string | undefined): Gap {
  if (next.kind !== 'missing') return next;
  const filled = status === 'written' ? { entry: undefined, proposal: undefined } : {};
  return { ...next, ...filled, openDespite: entry };
}

function keyOf(chat: string | undefined): string {
  return chat ?? NO_CHAT;
}

function isOfScan({ origins, flags, status }: Gap): boolean {
  return flags === 0 && status === 'open' && origins.every((origin) => origin === 'scan');
}

/** A proposal names a gap, or would make a note of its title. The newest that waits counts, else the newest. */
function newestByGap(proposals: readonly ProposalMark[], gaps: readonly Gap[]): ReadonlyMap<string, ProposalMark> {
  const byGap = new Map<string, ProposalMark>();
  const put = (gap: string, mark: ProposalMark): void => {
    const known = byGap.get(gap);
    if (!known || (known.state !== 'waiting' && mark.state === 'waiting')) byGap.set(gap, mark);
  };
  for (const mark of proposals) {
    for (const gap of gaps) if (gap.proposal === mark.id) put(gap.id, mark);
    if (mark.gap !== undefined) put(mark.gap, mark);
    else if (mark.title !== undefined && mark.state === 'waiting')
      for (const gap of gaps) if (alikeGap([gap], { kind: 'missing', title: mark.title })) put(gap.id, mark);
  }
  return byGap;
}

function afterProposal(gap: Gap, { id, state, gap: named }: ProposalMark): Gap {
  if (state === 'waiting') {
    return gap.status === 'open' || gap.status === 'hidden' ? { ...gap, status: 'drafted', proposal: id } : gap;
  }
  if (gap.status !== 'drafted' || (gap.proposal !== undefined && gap.proposal !== id)) return gap;
  if (state === 'rejected') return { ...gap, status: 'open', proposal: undefined };
  return named === gap.id ? { ...gap, status: 'written', proposal: id } : gap;
}
