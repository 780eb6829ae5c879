import type { Proposal } from '../edits/proposal';
import { isWaiting } from '../edits/proposal';
import { frequencyOf, type Gap, type GapStatus } from '../gaps/gap';
import { GapInbox, mostUrgentFirst, type GapDecision, type GapFlag, type ProposalMark } from '../gaps/gap-inbox';
import { countGaps, queryGaps, type GapQuery } from '../gaps/query-gaps';
import type { GapSighting } from '../gaps/sighting';
import type { FlaggedGap, GapBook, LibrarianGap } from '../librarian/ports';
import type { LoreEntry } from '../lore/lore-entry';
import type { Stop } from '../ports/note-source';
import type { Settings } from '../settings/settings-table';
import type { AiModels } from './ai-models';
import type { EditAdministration } from './edit-administration';
import type { EngineEvent } from './engine-event';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { GapScan, type GapScanned } from './gap-scan';
import type { Page } from './lookup';
import type { TranscriptAdministration } from './transcript-administration';
import type { VaultLore } from './vault-lore';

/** What lore gaps need of the engine. */
export interface GapAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly models: AiModels;
  readonly edits: EditAdministration;
  readonly transcripts: TranscriptAdministration;
}

/** Part of the gaps, and what there is in all. */
export interface GapPage extends Page<Gap> {
  readonly counts: Readonly<Record<GapStatus, number>>;
  readonly chats: readonly { readonly id: string; readonly gaps: number }[];
}

/** What became of a gap that the user noted. */
export type GapNoted =
  | { readonly kind: 'kept'; readonly gap: Gap; readonly isNew: boolean }
  | { readonly kind: 'refused'; readonly sentence: string };

/** Replies that come one after the other are scanned together; nothing else is to wait for it. In milliseconds. */
const SCAN_AFTER = 1_500;
/** So long after the last change of notes or proposals gaps follow. In milliseconds. */
const FOLLOW_AFTER = 300;

/** The lore gaps of this vault: noted, found, decided, filled. */
export class GapAdministration {
  readonly #inbox: GapInbox;
  readonly #scan: GapScan;
  readonly #stop: Stop;
  /** Scans that wait or run, by chat; each can be ended. */
  readonly #scans = new Map<string, () => void>();
  readonly #waiting = new Map<'entries' | 'proposals' | 'changes', () => void>();
  #busy: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: GapAdministrationParts) {
    const { ports, events } = parts;
    this.#inbox = new GapInbox({ ...ports, changed: () => events.emit({ kind: 'gaps-changed' }) });
    this.#scan = new GapScan({ ...parts, inbox: this.#inbox });
    this.#stop = events.on((event) => this.#follow(event));
  }

  load(): Promise<void> {
    return this.#inbox.load();
  }

  /** Ends what is under way and stores what is not stored yet. */
  async close(): Promise<void> {
    this.#stop();
    for (const end of [...this.#scans.values(), ...this.#waiting.values()]) end();
    await this.#busy;
    await this.#inbox.flush();
  }

  /** All gaps, as far as they are read by now. */
  get all(): readonly Gap[] {
    return this.#inbox.all();
  }

  /** Gaps that are open, as far as they are read by now. */
  get open(): number {
    return this.#inbox.all().filter(({ status }) => status === 'open').length;
  }

  async list(query: GapQuery, offset: number, limit: number): Promise<GapPage> {
    await this.#inbox.load();
    const all = this.#inbox.all();
    const found = queryGaps(all, query);
    return {
      items: found.slice(offset, offset + limit),
      total: found.length,
      offset,
      counts: countGaps(all),
      chats: chatsOf(all),
    };
  }

  /** Notes a gap in somebody's name. */
  async note(sighting: GapSighting): Promise<GapFlag> {
    await this.#inbox.load();
    return this.#inbox.flag(sighting);
  }

  /**
   * Notes a gap of the user's, unless it is none. What the user dismissed himself he may open again. Errors:
   * `ReadOnlyDocument`.
   */
  async noteForUser(sighting: GapSighting): Promise<GapNoted> {
    const entry = sighting.kind === 'missing' ? this.entryCalled(sighting.title) : undefined;
    await this.#inbox.requireWritable();
    if (entry) return { kind: 'refused', sentence: `The entry “${entry.title}” has this name or key already.` };
    const flag = await this.note(sighting);
    if (flag.kind === 'kept') return flag;
    const [gap = flag.gap] = await this.decide([flag.gap.id], { status: 'open' });
    return { kind: 'kept', gap, isNew: false };
  }

  /** Carries out what the user decided; gaps that are not known are left out. Errors: `ReadOnlyDocument`. */
  async decide(ids: readonly string[], decision: GapDecision): Promise<readonly Gap[]> {
    await this.#inbox.requireWritable();
    const gaps = await this.#inbox.decide(ids, decision, (gap) => this.#entryOf(gap));
    // One that is opened again may have a proposal that waits.
    if (decision.status === 'open') this.#followSoon('proposals', () => this.#followProposals());
    return gaps;
  }

  /** Scans a chat now; undefined where none of its messages are kept. */
  async scan(chat: string, asksAi: boolean | undefined, signal: AbortSignal): Promise<GapScanned | undefined> {
    const transcript = await this.parts.transcripts.of(chat);
    return transcript && this.#scan.scan(transcript, signal, asksAi);
  }

  /** A branch does not show again what was put away in the chat that it was copied from. */
  fork(chat: string, parent: string): Promise<void> {
    return this.#inbox.fork(chat, parent);
  }

  /** The entry that has a title, alias or key. */
  entryCalled(...names: readonly string[]): LoreEntry | undefined {
    const id = this.#scan.names.entryOf(names);
    return id === undefined ? undefined : this.parts.lore.entry(id);
  }

  /** Gaps as the Librarian works on them. */
  book(): GapBook {
    const inbox = this.#inbox;
    return {
      open: () =>
        inbox
          .all()
          .filter(({ status }) => status === 'open')
          .sort(mostUrgentFirst)
          .map(librarianGap),
      find: (id) => {
        const gap = inbox.find(id);
        return gap && librarianGap(gap);
      },
      flag: async (flagged) => {
        const flag = await this.note(sightingOf(flagged));
        if (flag.kind === 'kept') return { kind: 'kept', gap: librarianGap(flag.gap), isNew: flag.isNew };
        return {
          kind: 'refused',
          sentence: `The user dismissed the gap “${flag.gap.title}” and wants no entry about it.`,
        };
      },
      drafted: (id, proposal) => inbox.drafted(id, proposal),
    };
  }

  #follow(event: EngineEvent): void {
    if (event.kind === 'transcript-changed') this.#scanSoon(event.chat);
    if (event.kind === 'index-changed') this.#followSoon('entries', () => this.#followEntries());
    if (event.kind === 'proposals-changed') this.#followSoon('proposals', () => this.#followProposals());
    if (event.kind === 'changes-changed') this.#followSoon('changes', () => this.#followChanges());
  }

  /** A newer reply takes the place of a scan that waits or runs. */
  #scanSoon(chat: string): void {
    this.#scans.get(chat)?.();
    if (!this.parts.settings().gapScan) return;
    const { ports } = this.parts;
    const abort = ports.newAbort();
    const cancel = ports.timer.after(SCAN_AFTER, () => {
      this.#run(async () => {
        await this.scan(chat, undefined, abort.signal);
        if (this.#scans.get(chat) === end) this.#scans.delete(chat);
      }, 'A chat could not be scanned for unknown names.');
    });
    const end = (): void => {
      cancel();
      abort.abort();
      this.#scans.delete(chat);
    };
    this.#scans.set(chat, end);
  }

  #followSoon(what: 'entries' | 'proposals' | 'changes', follow: () => Promise<void>): void {
    this.#waiting.get(what)?.();
    const cancel = this.parts.ports.timer.after(FOLLOW_AFTER, () => {
      this.#waiting.delete(what);
      this.#run(follow, 'Lore gaps could not follow what was written.');
    });
    this.#waiting.set(what, cancel);
  }

  /** Nobody waits for it; what fails costs a warning. */
  #run(work: () => Promise<void>, failed: string): void {
    const running = work().catch((error: unknown) => this.parts.ports.log.warn(failed, error));
    this.#busy = Promise.all([this.#busy, running]);
  }

  async #followEntries(): Promise<void> {
    await this.#inbox.followEntries((gap) => this.#entryOf(gap));
  }

  #entryOf({ title, otherTitles }: Gap): string | undefined {
    return this.#scan.names.entryOf([title, ...otherTitles]);
  }

  async #followChanges(): Promise<void> {
    // What was done again fills its gap once more.
    const undone = (await this.parts.edits.changes()).filter(
      ({ state, redone }) => state === 'undone' && redone === undefined,
    );
    await this.#inbox.followUndone(new Set(undone.flatMap(({ proposal }) => proposal ?? [])));
  }

  async #followProposals(): Promise<void> {
    await this.#inbox.followProposals((await this.parts.edits.list()).map(markOf));
  }
}

function markOf(proposal: Proposal): ProposalMark {
  const { id, origin, patch, status } = proposal;
  const state = isWaiting(proposal) ? 'waiting' : status === 'accepted' ? 'accepted' : 'rejected';
  return { id, state, gap: origin.gap, title: patch.kind === 'create' ? patch.title : undefined };
}

function sightingOf({ kind, title, reason, urgency, chat }: FlaggedGap): GapSighting {
  return { kind, title, reason, urgency, chat, origin: 'librarian', evidence: [] };
}

function librarianGap(gap: Gap): LibrarianGap {
  const { id, kind, title, urgency, status, chat, evidence, reason } = gap;
  const said = reason === '' ? [] : [{ quote: reason, message: undefined }];
  const quotes = evidence.map(({ quote, message }) => ({ quote, message }));
  return { id, kind, title, urgency, status, chat, frequency: frequencyOf(gap), evidence: [...said, ...quotes] };
}

function chatsOf(gaps: readonly Gap[]): GapPage['chats'] {
  const counts = new Map<string, number>();
  for (const { chat } of gaps) if (chat !== undefined) counts.set(chat, (counts.get(chat) ?? 0) + 1);
  return [...counts]
    .map(([id, count]) => ({ id, gaps: count }))
    .sort((a, b) => b.gaps - a.gaps || (a.id < b.id ? -1 : 1));
}
