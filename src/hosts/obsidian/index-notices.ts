import type { App } from 'obsidian';
import type { IndexReport } from '../../core/vaults/index-reports';
import { reportCounts } from '../../ui/vaults/vault-words';
import type { CalmNotices } from './calm-notices';
import { followEngine } from './follow-engine';
import type { HostSlot } from './host-slot';

/** Between two notices lies so much time at least; what comes meanwhile is said in one. In milliseconds. */
const PACE = 5_000;
/** Vaults that a notice names. */
const MOST_VAULTS = 3;

/** Says what changed in the index, where the user wants that: one notice for each report, none in a storm. */
export class IndexNotices {
  #waiting: readonly IndexReport[] = [];
  #timer: number | undefined;

  constructor(
    private readonly notices: CalmNotices,
    /** Paths of the notes that the user has open: what changes there the user writes. */
    private readonly openNotes: () => readonly string[],
  ) {}

  /** Says what changed, or keeps it for the next notice. */
  take(report: IndexReport): void {
    if (this.#isWrittenHere(report)) return;
    this.#waiting = [...this.#waiting, report];
    if (this.#timer === undefined) this.#say();
  }

  /** Says nothing any more. */
  close(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #say(): void {
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    this.notices.say('index-report', reportsSentence(this.#waiting));
    this.#waiting = [];
    this.#timer = window.setTimeout(() => this.#say(), PACE);
  }

  #isWrittenHere({ vault, entries, more }: IndexReport): boolean {
    if (vault !== '' || more > 0) return false;
    const open = this.openNotes();
    return entries.every(({ path }) => open.includes(path));
  }
}

/** Follows the reports of whatever host there is, until the returned function is called. */
export function followIndexReports(app: App, slot: HostSlot, notices: CalmNotices): () => void {
  const told = new IndexNotices(notices, () => openNotes(app));
  const stop = followEngine(slot, (event) => {
    if (event.kind !== 'index-report') return;
    if (slot.host?.engine.settings().indexReportNotice === true) told.take(event.report);
  });
  return () => {
    stop();
    told.close();
  };
}

/** Several reports in one text; those of one vault are added up. */
export function reportsSentence(reports: readonly IndexReport[]): string {
  const vaults = [...new Set(reports.map(({ vault }) => vault))];
  const said = vaults.slice(0, MOST_VAULTS).map((vault) => {
    const own = reports.filter((report) => report.vault === vault);
    const sum = (count: (report: IndexReport) => number): number =>
      own.reduce((total, report) => total + count(report), 0);
    const changed = { text: sum((one) => one.changed.text), keys: sum((one) => one.changed.keys) };
    const counts = { added: sum(({ added }) => added), removed: sum(({ removed }) => removed), changed };
    return `${own.at(-1)?.vaultName ?? ''}: ${reportCounts(counts)}.`;
  });
  const left = vaults.length - said.length;
  if (left === 0) return said.join(' ');
  return `${said.join(' ')} ${left === 1 ? 'One more vault' : `${String(left)} more vaults`} changed too.`;
}

/** Views that are not loaded yet know their note only by their state. */
function openNotes({ workspace }: App): readonly string[] {
  return workspace.getLeavesOfType('markdown').flatMap((leaf) => {
    const file = leaf.getViewState().state?.['file'];
    return typeof file === 'string' ? [file] : [];
  });
}
