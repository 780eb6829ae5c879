import { readTavernBook, type TavernBook } from '../formats/sillytavern/read-tavern-book';
import { applyImport } from '../imports/apply-import';
import { WRONG_FOLDER } from '../imports/lore-imports';
import { homeOf } from './book-home';
import { matchEntries, type MatchedBook } from './match-entries';
import { planMirror, trackedAfter } from './mirror-plan';
import { mirrorReport, type MirrorReport } from './mirror-report';
import type { MirroringParts, MirrorRefusal, MirrorRequest } from './mirror-request';
import { readSteps, stepJournal, writeSteps } from './undo-steps';
import { watchedBookId, type TrackedEntry, type WatchedBook } from './watched-book';

/** How mirroring ended. */
export type Mirrored = { readonly kind: 'mirrored'; readonly book: WatchedBook; readonly report: MirrorReport };

/** Makes the notes of a book say what the book says now, wherever the user did not change them. */
export async function mirrorBook(request: MirrorRequest, parts: MirroringParts): Promise<Mirrored | MirrorRefusal> {
  const reading = readTavernBook(request.data);
  if (reading.kind === 'none') return { ...reading, kind: 'malformed' };
  const before = await known(request, parts);
  const tracked = before ? await stillThere(before, await parts.watched.entries(before), parts) : [];
  const matched = await matchEntries(request.book, reading.items, tracked, parts.pause);
  const folder = homeOf(request, before, matched, parts);
  if (folder === undefined) return { kind: 'refused', sentence: WRONG_FOLDER };
  const book = bookNow({ request, before, folder, reading }, parts);
  return carryOut(book, before, { reading, matched }, parts);
}

/** What is known of the book, under its name or under the one that it had. */
async function known(
  { book, renamedFrom }: MirrorRequest,
  { watched, store, log }: MirroringParts,
): Promise<WatchedBook | undefined> {
  const former = renamedFrom === undefined ? undefined : watched.book(watchedBookId(renamedFrom));
  if (!former || renamedFrom === book) return watched.book(watchedBookId(book));
  const renamed = { ...former, id: watchedBookId(book), book };
  const steps = await readSteps({ store, log, book: former.id, slot: former.slot });
  await watched.rename(former, renamed);
  await writeSteps({ store, log, book: renamed.id, slot: renamed.slot }, steps);
  return renamed;
}

/** Entries that both sides removed are forgotten; where the user begins to watch again, removed notes come back. */
async function stillThere(
  book: WatchedBook,
  entries: readonly TrackedEntry[],
  { finder, memory }: MirroringParts,
): Promise<readonly TrackedEntry[]> {
  const kept: TrackedEntry[] = [];
  for (const entry of entries) {
    const isSure = entry.state === 'there' && !book.isStopped;
    const path = memory.source(entry.source)?.path ?? entry.path;
    if (isSure || (entry.state === 'removed' && !book.isStopped) || (await finder.find(entry.source, path)))
      kept.push(entry);
  }
  return kept;
}

interface BookParts {
  readonly request: MirrorRequest;
  readonly before: WatchedBook | undefined;
  readonly folder: string;
  readonly reading: TavernBook;
}

function bookNow({ request, before, folder, reading }: BookParts, { watched, now }: MirroringParts): WatchedBook {
  return {
    id: watchedBookId(request.book),
    book: request.book,
    folder,
    digest: request.digest,
    seenAt: now,
    entries: reading.items.length,
    isComplete: false,
    isGone: false,
    isStopped: false,
    writeBack: request.writeBack ?? before?.writeBack ?? false,
    slot: before?.slot ?? watched.freeSlot(),
    ...(before?.undo && { undo: before.undo }),
  };
}

async function carryOut(
  book: WatchedBook,
  before: WatchedBook | undefined,
  { reading, matched }: { readonly reading: TavernBook; readonly matched: MatchedBook },
  parts: MirroringParts,
): Promise<Mirrored> {
  const { watched, memory, store, log, now, settings } = parts;
  const planned = await planMirror(book, matched, before ? {} : reading.settings, parts);
  const place = { store, log, book: book.id, slot: book.slot };
  const journal = stepJournal(place, await readSteps(place), now);
  const report = await applyImport(planned.plan, { ...parts, journal, id: book.id });
  const tracked = trackedAfter(matched, planned, memory, settings.loreTag);
  const [created, updated] = [report.created.length, report.updated.length];
  const isComplete = report.failed.length === 0 && report.problem === undefined;
  const undo = created + updated > 0 ? { undo: { at: now, created, updated } } : {};
  const after = { ...book, isComplete, ...undo };
  await memory.save();
  await watched.keep(after, tracked);
  const missing = matched.missing.length;
  const { untouched, removed } = planned;
  const rest = { missing, untouched, removedHere: removed.size, unread: reading.unread };
  return { kind: 'mirrored', book: after, report: mirrorReport(planned.plan, report, rest) };
}
