import { channelIds, channelTable, type ChannelId } from '../ai/channels/channel-table';
import type { DocumentNotice } from '../documents/guarded-documents';
import type { Gap } from '../gaps/gap';
import { findLine } from '../health/find-line';
import type { Finding } from '../health/finding';
import { ProblemFinder } from '../health/find-problems';
import { fixOf } from '../health/fixes';
import { fromCheck, fromNote, type HealthProblem } from '../health/health-problem';
import type { FailedSummary, HealthInput, ModelLack } from '../health/health-input';
import { IgnoredProblems, type Ignored, type IgnoredBy } from '../health/ignored-problems';
import type { LoreEntry } from '../lore/lore-entry';
import type { Proposing } from '../edits/vault-edits';
import type { Trace } from '../pipeline/trace';
import type { Settings } from '../settings/settings-table';
import type { LoreIndex } from '../search/lore-index';
import type { AiModels } from './ai-models';
import type { EditAdministration } from './edit-administration';
import type { EngineEvent } from './engine-event';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import type { SetupAdministration } from './setup-administration';
import type { VaultLore } from './vault-lore';

/** The turns that were played, as far as they are kept. */
interface PlayedTurns {
  readonly last: { readonly id: string } | undefined;
  /** Newest first, of one chat or of all. */
  traces(chat: string | undefined, limit: number): readonly Trace[];
}

/** What the health check needs of the engine. */
export interface HealthParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly models: AiModels;
  readonly turns: PlayedTurns;
  readonly setup: SetupAdministration;
  readonly edits: EditAdministration;
  /** Further vaults that cannot be reached. */
  readonly unreachableVaults: () => NonNullable<HealthInput['unreachableVaults']>;
  /** Gaps that are read by now. */
  readonly gaps: () => readonly Gap[];
  readonly failedSummaries: () => readonly FailedSummary[];
  readonly documents: { readonly notices: readonly DocumentNotice[] };
}

/** A problem of a report, and how far the user put it aside. */
export interface ReportedProblem extends HealthProblem {
  readonly ignored: IgnoredBy | undefined;
  /** What would mend it, on a button. */
  readonly fix: string | undefined;
}

/** What became of a wish to mend a problem. */
export interface Mended {
  /** Id of the problem. */
  readonly problem: string;
  /** Id of the proposal that would mend it. */
  readonly proposal: string | undefined;
  /** Why there is none. */
  readonly sentence: string | undefined;
}

/** One finding with the line at which to look. */
type Placed = readonly [finding: Finding, problem: HealthProblem];

/** What a check was made from: with the same, its findings are the same. */
interface Basis {
  readonly index: LoreIndex;
  readonly settings: Settings;
  readonly others: string;
}

/** The index rests so long before it is checked in the background, in milliseconds. */
const QUIET_MS = 4_000;
/** What a report may say something else after. */
const CHECKED_AFTER: ReadonlySet<EngineEvent['kind']> = new Set([
  ...([
    'index-changed',
    'settings-changed',
    'channels-changed',
    'gaps-changed',
    'scribe-changed',
    'vaults-changed',
  ] as const),
]);
/** Turns that are looked through. */
const MOST_TURNS = 400;

const GONE = 'This problem is not there any more.';
const NO_FIX = 'Nothing can be mended by itself here.';
const CHANGED = 'The note does not read like that any more.';

/** Looks after the health of vault and settings: what is wrong, what the user put aside, what would mend it. */
export class HealthAdministration {
  readonly #finder = new ProblemFinder();
  readonly #ignored: IgnoredProblems;
  readonly #lines = new WeakMap<LoreEntry, Map<string, number>>();
  #found: { readonly basis: Basis; readonly placed: readonly Placed[] } | undefined;
  #running: Promise<void> | undefined;
  #known: { readonly key: readonly unknown[]; readonly problems: readonly HealthProblem[] } | undefined;
  #cancelWait: (() => void) | undefined;
  #isClosed = false;

  constructor(private readonly parts: HealthParts) {
    this.#ignored = new IgnoredProblems(parts.ports.store, parts.ports.log);
  }

  async load(): Promise<void> {
    await this.#ignored.load();
    // A host that cannot be given turns in between is asked for a report only when somebody wants one.
    if (!this.parts.ports.pause) return;
    this.parts.events.on(({ kind }) => {
      if (CHECKED_AFTER.has(kind)) this.#checkSoon();
    });
    this.#checkSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelWait?.();
    await this.#running?.catch(() => undefined);
  }

  /** Everything that is wrong, those put aside included; looks anew where something changed since. */
  async report(): Promise<readonly ReportedProblem[]> {
    await this.#ignored.load();
    await this.#check();
    return this.#all().map((problem) => ({
      ...problem,
      ignored: this.#ignored.by(problem),
      fix: problem.path === '' ? undefined : fixOf(problem.code)?.label,
    }));
  }

  /** What is known to be wrong at this moment without looking for more; what the user put aside is left out. */
  known(): readonly HealthProblem[] {
    const key = [this.parts.lore.index, this.#found, this.#ignored.all.length, this.parts.lore.problems().length];
    if (this.#known?.key.every((part, at) => part === key[at]) !== true)
      this.#known = { key, problems: this.#all().filter((problem) => this.#ignored.by(problem) === undefined) };
    return this.#known.problems;
  }

  get ignored(): readonly Ignored[] {
    return this.#ignored.all;
  }

  /** Puts a kind of problem aside, in one note or everywhere, or takes that back. Whether it could be kept. */
  async ignore(ignored: Ignored, isIgnored: boolean): Promise<boolean> {
    const isKept = await this.#ignored.set(ignored, isIgnored);
    this.#known = undefined;
    this.parts.events.emit({ kind: 'health-changed' });
    return isKept;
  }

  /** Proposes what mends some problems, by their ids. Several in one note are proposed one after the other. */
  async mend(ids: readonly string[]): Promise<readonly Mended[]> {
    await this.#check();
    const byId = new Map(this.#all().map((problem) => [problem.id, problem]));
    const mended: Mended[] = [];
    for (const id of new Set(ids)) mended.push(await this.#mendOne(id, byId.get(id)));
    return mended;
  }

  async #mendOne(id: string, problem: HealthProblem | undefined): Promise<Mended> {
    const result = problem ? await this.#proposeFor(problem) : GONE;
    if (typeof result === 'string') return { problem: id, proposal: undefined, sentence: result };
    if (result.kind === 'refused') return { problem: id, proposal: undefined, sentence: result.sentence };
    return { problem: id, proposal: result.proposal.id, sentence: undefined };
  }

  /** The proposal, or why there is none. One that waits already is not made twice. */
  async #proposeFor(problem: HealthProblem): Promise<Proposing | string> {
    const { path, code } = problem;
    const fix = path === '' ? undefined : fixOf(code);
    if (!fix) return NO_FIX;
    const note = await this.parts.ports.source.read(path);
    if (note.kind !== 'text') return GONE;
    const operations = fix.mend(problem, note.text);
    if (!operations) return CHANGED;
    const patch = { kind: 'change', path, operations } as const;
    const asked = JSON.stringify(patch);
    const waiting = (await this.parts.edits.list()).find(
      (one) => one.status === 'open' && one.origin.tool === 'health' && JSON.stringify(one.patch) === asked,
    );
    if (waiting) return { kind: 'proposal', proposal: waiting };
    return this.parts.edits.propose(patch, { tool: 'health' });
  }

  #all(): readonly HealthProblem[] {
    const { index } = this.parts.lore;
    const ofNotes = this.parts.lore.problems().map(fromNote);
    // What was found in an entry that is another one by now may be mended.
    const found = (this.#found?.placed ?? []).filter(
      ([{ entry }]) => entry === undefined || index.entries.get(entry.id) === entry,
    );
    return [...new Map([...ofNotes, ...found.map(([, problem]) => problem)].map((one) => [one.id, one])).values()];
  }

  #checkSoon(): void {
    this.#cancelWait?.();
    if (this.#isClosed) return;
    this.#cancelWait = this.parts.ports.timer.after(QUIET_MS, () => {
      this.#cancelWait = undefined;
      void this.#check().catch((error: unknown) => this.parts.ports.log.warn('The health check failed.', error));
    });
  }

  /** Checks what is not checked yet; who comes while a check runs waits for it and looks again. */
  async #check(): Promise<void> {
    while (!this.#isClosed && !this.#isUpToDate()) {
      this.#running ??= this.#run().finally(() => (this.#running = undefined));
      await this.#running;
    }
  }

  #isUpToDate(): boolean {
    const now = this.#basis();
    const then = this.#found?.basis;
    return then?.index === now.index && then.settings === now.settings && then.others === now.others;
  }

  #basis(): Basis {
    const { lore, settings, turns, gaps, failedSummaries } = this.parts;
    const asked = gaps().map(({ id, status, flags }) => [id, status, flags]);
    const others = JSON.stringify([
      ...[lore.state.kind, turns.last?.id, lore.fields],
      ...[channelIds.map((id) => this.#lackOf(id)), asked, failedSummaries(), this.parts.documents.notices],
      this.parts.unreachableVaults(),
    ]);
    return { index: lore.index, settings: settings(), others };
  }

  async #run(): Promise<void> {
    const basis = this.#basis();
    const { ports, lore, setup, gaps, failedSummaries } = this.parts;
    const { tokens, clock, pause = () => Promise.resolve() } = ports;
    const hostTurns = new HostTurns(clock, pause);
    const { state } = lore;
    const findings = await this.#finder.find({
      index: basis.index,
      settings: basis.settings,
      recurses: (path) => lore.books.of(path).recursion ?? basis.settings.recursion,
      tokens: (text) => tokens.count(text).tokens,
      unreachable: state.kind === 'unreachable' ? state.reason : undefined,
      unreachableVaults: this.parts.unreachableVaults(),
      lackOf: (channel) => this.#lackOf(channel),
      failedSummaries: failedSummaries(),
      documents: this.parts.documents.notices,
      gaps: gaps(),
      fields: lore.fields,
      nearTags: basis.index.entries.size === 0 && state.kind === 'ready' ? await setup.nearTags() : [],
      turns: this.parts.turns.traces(undefined, MOST_TURNS),
      give: () => hostTurns.give(),
    });
    const placed: Placed[] = [];
    for (const finding of findings) {
      placed.push([finding, fromCheck(finding, await this.#lineOf(finding))]);
      await hostTurns.give();
    }
    this.#found = { basis, placed };
    this.parts.events.emit({ kind: 'health-changed' });
  }

  #lackOf(id: ChannelId): ModelLack | undefined {
    const channel = this.parts.models.channel(id);
    switch (channel.kind) {
      case 'usable':
        return undefined;
      case 'off':
        return { kind: 'off', sentence: `${channelTable[id].label} is off. Set it up in the settings.` };
      case 'no-connection':
        return { kind: channel.missing.setting === 'mode' ? 'not-set-up' : 'broken', sentence: channel.sentence };
    }
  }

  /** Notes are read only where something was found in them, and once for each state. */
  async #lineOf(finding: Finding): Promise<number> {
    const { entry, property, words, text } = finding;
    if (entry === undefined || (property === undefined && words === undefined)) return 1;
    const known = this.#lines.get(entry) ?? new Map<string, number>();
    this.#lines.set(entry, known);
    const name = JSON.stringify([property, words, text]);
    const line = known.get(name) ?? (await this.#readLine(finding, entry.path));
    known.set(name, line);
    return line;
  }

  async #readLine(finding: Finding, path: string): Promise<number> {
    const note = await this.parts.ports.source.read(path);
    return note.kind === 'text' ? findLine(note.text, finding) : 1;
  }
}
