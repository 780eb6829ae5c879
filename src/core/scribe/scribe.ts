import type { Transcript } from '../transcripts/transcript';
import type { SummaryState } from './align-scenes';
import { viewBook, type BookView } from './book-view';
import { planWork, splitTail } from './plan-work';
import type { ScribePorts } from './ports';
import type { ScribeJob } from './scribe-job';
import { ScribeQueue, type WantedWork } from './scribe-queue';
import { ScribeRun, workOrder } from './scribe-run';
import { SessionNotes, type FoundNote } from './session-notes';
import { knownBefore, rangesOf, storyParts, type StoryPart } from './story-so-far';
import type { Summary, SummaryBook } from './summary';
import { SummaryBooks } from './summary-books';

/** What came of a wish: the job, or why there is none; `missing` for a summary that is not known. */
export type ScribeAsked =
  | { readonly kind: 'job'; readonly job: ScribeJob }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'missing' };

/** A summary as it stands. */
export interface ToldSummary extends StoryPart {
  readonly state: SummaryState;
  /** The text that counts. */
  readonly text: string;
  readonly note: FoundNote;
}

/** The summaries of a chat, and what of it no summary tells yet. */
export interface ToldChat {
  readonly name: string | undefined;
  /** Whether its messages are known. */
  readonly isKnown: boolean;
  readonly summaries: readonly ToldSummary[];
  readonly untold: { readonly messages: number; readonly replies: number };
}

/** The whole story in short. */
export interface Recap {
  readonly text: string;
  readonly parts: readonly StoryPart[];
  /** Messages at the end of which no summary tells. */
  readonly untold: number;
}

const NO_MESSAGES =
  'The messages of this chat are not known. Open it in SillyTavern with Lorehearth connected, and try again.';
const ALL_TOLD = 'Everything in this chat is summed up already.';
const NOT_KEPT = 'It was not begun, because the data folder cannot be written.';
/** After a failure that does not pass by itself nothing is tried unasked for so long. In milliseconds. */
const UNASKED_AFTER = 15 * 60_000;

/** Keeps summaries of chats: written when enough was played, anew when messages change, summed up again in chapters and arcs. */
export class Scribe {
  readonly #books: SummaryBooks;
  readonly #notes: SessionNotes;
  readonly #queue: ScribeQueue;

  constructor(private readonly ports: ScribePorts) {
    this.#books = new SummaryBooks(ports);
    this.#notes = new SessionNotes(ports);
    this.#queue = new ScribeQueue(ports, (job, signal, progress) =>
      new ScribeRun(job, { ports, books: this.#books, notes: this.#notes }, signal, progress).run(),
    );
  }

  /** Goes on with what an earlier run left. */
  async open(): Promise<void> {
    await this.#books.load();
    await this.#queue.open();
  }

  /** Stops; the next start goes on. */
  async close(): Promise<void> {
    await this.#queue.close();
    await this.#books.flush();
  }

  /** Chats that have summaries, the one written of last first. */
  get chats(): readonly string[] {
    return this.#books.chats;
  }

  /** Work that is under way, waits or failed, of a chat or of all. */
  jobs(chat?: string): readonly ScribeJob[] {
    return this.#queue.jobs(chat);
  }

  /** Why nothing can be written now: what the channel lacks. */
  get complaint(): string | undefined {
    return this.ports.complaint();
  }

  /** Sums up everything that is not summed up yet. Errors: `ReadOnlyDocument`. */
  async summarize(chat: string, focus = ''): Promise<ScribeAsked> {
    const looked = await this.#look(chat);
    if (looked.transcript === undefined) return { kind: 'refused', sentence: NO_MESSAGES };
    if (planWork(looked.view, this.#everything).length === 0) return { kind: 'refused', sentence: ALL_TOLD };
    return this.#ask({ chat, reason: 'command', focus, only: undefined, closes: true });
  }

  /** Writes one summary anew. Errors: `ReadOnlyDocument`. */
  async redo(chat: string, id: string, focus = ''): Promise<ScribeAsked> {
    const { transcript, book } = await this.#look(chat);
    if (!book.summaries.some((summary) => summary.id === id)) return { kind: 'missing' };
    if (transcript === undefined) return { kind: 'refused', sentence: NO_MESSAGES };
    return this.#ask({ chat, reason: 'redo', focus, only: id, closes: false });
  }

  /** Stops what is done for a chat; what is written stays. Whether there was anything. */
  cancel(chat: string): Promise<boolean> {
    return this.#queue.cancel(chat);
  }

  /** A chat has other messages than before: when there are enough of them, they are summed up. */
  async noticed(chat: string): Promise<void> {
    const { scribeEvery } = this.ports.settings();
    if (scribeEvery === 0 || this.ports.complaint() !== undefined || this.#books.isReadOnly) return;
    const now = this.ports.clock.now();
    const isResting = ({ state, at }: ScribeJob): boolean => state !== 'failed' || now - at < UNASKED_AFTER;
    if (this.jobs(chat).some((job) => job.only === undefined && isResting(job))) return;
    const { view } = await this.#look(chat);
    const closes = repliesOf(view) >= scribeEvery;
    if (!closes && splitTail(view, this.#everything).closed.length === 0) return;
    await this.#queue.add({ chat, reason: 'automatic', focus: '', only: undefined, closes });
  }

  /** The summaries of a chat as they stand. */
  async told(chat: string): Promise<ToldChat> {
    const { transcript, book, view } = await this.#look(chat);
    const placed = await this.#notes.placed(book);
    if (placed !== book) await this.#books.put(placed);
    const notes = await this.#notes.find(placed.summaries);
    const ranges = rangesOf(view);
    const states = new Map([...view.scenes, ...view.chapters, ...view.arcs].map((one) => [one.summary.id, one.state]));
    const summaries = placed.summaries.map(async (summary): Promise<ToldSummary> => ({
      summary,
      ...(ranges.get(summary.id) ?? { from: undefined, to: undefined }),
      state: states.get(summary.id) ?? 'fresh',
      text: await this.#notes.textOf(summary),
      note: notes.get(summary.id) ?? { state: 'none', path: undefined },
    }));
    return {
      name: transcript?.name,
      isKnown: transcript !== undefined,
      summaries: await Promise.all(summaries),
      untold: { messages: view.tail.length, replies: repliesOf(view) },
    };
  }

  /** The whole story in short, to begin a new chat with. Asks nobody. */
  async recap(chat: string): Promise<Recap> {
    const { book, view } = await this.#look(chat);
    const rejected = await this.#notes.rejected(book.summaries);
    const parts = storyParts(view, ({ id }) => !rejected.has(id));
    const texts = await this.#texts(parts);
    return { text: texts.join('\n\n'), parts, untold: view.tail.length };
  }

  /** The last summary before a message, or all of the story before it: one text for each summary, oldest first. */
  async before(chat: string, turn: number, wanted: 'last' | 'story', parent?: string): Promise<readonly string[]> {
    const { book, view } = await this.#look(chat, parent);
    if (book.summaries.length === 0) return [];
    const rejected = await this.#notes.rejected(book.summaries);
    const isKnown = knownBefore(view, turn);
    const isMeant = (summary: Summary): boolean => isKnown(summary) && !rejected.has(summary.id);
    if (wanted === 'story') return this.#texts(storyParts(view, isMeant));
    const last = view.scenes.filter(({ summary, state }) => state !== 'gone' && isMeant(summary)).at(-1);
    return last ? [await this.#notes.textOf(last.summary)] : [];
  }

  #texts(parts: readonly StoryPart[]): Promise<readonly string[]> {
    return Promise.all(parts.map(({ summary }) => this.#notes.textOf(summary)));
  }

  async #ask(wanted: WantedWork): Promise<ScribeAsked> {
    const complaint = this.ports.complaint();
    if (complaint !== undefined) return { kind: 'refused', sentence: complaint };
    await this.#books.requireWritable();
    const job = await this.#queue.add(wanted);
    return job ? { kind: 'job', job } : { kind: 'refused', sentence: NOT_KEPT };
  }

  get #everything() {
    return { ...workOrder(this.ports), closes: true, until: Number.POSITIVE_INFINITY };
  }

  async #look(
    chat: string,
    parent = this.ports.parentOf(chat),
  ): Promise<{
    readonly transcript: Transcript | undefined;
    readonly book: SummaryBook;
    readonly view: BookView;
  }> {
    const [transcript, book] = await Promise.all([
      this.ports.transcripts.of(chat, parent),
      this.#books.of(chat, parent),
    ]);
    return { transcript, book, view: viewBook(book, transcript?.messages ?? []) };
  }
}

function repliesOf({ tail }: BookView): number {
  return tail.filter(({ role }) => role === 'assistant').length;
}
