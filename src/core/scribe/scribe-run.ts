import { nextIndex, type Transcript, type TranscriptMessage } from '../transcripts/transcript';
import { viewBook, type BookView } from './book-view';
import { planWork, type ScribeStep, type WorkOrder } from './plan-work';
import type { ScribeModel, ScribePorts } from './ports';
import type { SessionNotes } from './session-notes';
import { hashOfMessages, hashOfParts, ofLevel, type Summary, type SummaryBook, type SummaryLevel } from './summary';
import type { SummaryBooks } from './summary-books';
import { sumUpMessages, sumUpSummaries, type QuestionFrame, type Writing } from './write-summary';

/** What a run is to do. */
interface RunOrder {
  readonly chat: string;
  readonly focus: string;
  /** Whether everything is written up, also what no scene mark has ended. */
  readonly closes: boolean;
  /** Only this summary is written anew. */
  readonly only?: string | undefined;
}

/** What a run works with. */
export interface RunParts {
  readonly ports: ScribePorts;
  readonly books: SummaryBooks;
  readonly notes: SessionNotes;
}

type Writable = Extract<ScribeStep, { readonly kind: 'scene' | 'roll-up' }>;

const ID_BYTES = 9;
/** How often one summary is written in a run when its messages change all the time. */
const MOST_TIMES = 2;
const PLURALS = { scene: 'scenes', chapter: 'chapters', arc: 'arcs' } as const;

/**
 * Writes the summaries of a chat that are missing or out of date, one after the other, and keeps each at once. What to do
 * is asked anew before each, so that a chat that changes meanwhile loses nothing and has nothing twice.
 */
export class ScribeRun {
  #model: ScribeModel | undefined;
  #done = 0;
  readonly #times = new Map<string, number>();
  #until = Number.POSITIVE_INFINITY;
  #name = '';

  constructor(
    private readonly order: RunOrder,
    private readonly parts: RunParts,
    private readonly signal: AbortSignal,
    private readonly progress: (done: number, total: number) => void,
  ) {}

  /** Errors: `ModelError`. What was written until then is kept. */
  async run(): Promise<void> {
    for (let isFirst = true; ; isFirst = false) {
      const transcript = await this.#transcript();
      if (transcript === undefined) return;
      if (isFirst) this.#until = nextIndex(transcript) - 1;
      const { book, view } = await this.#look(transcript);
      const steps = planWork(view, this.#work).filter((step) => !this.#isDoneOften(step));
      const [step] = steps;
      if (step === undefined || (this.order.only !== undefined && !isFirst)) return;
      this.progress(this.#done, this.#done + steps.length);
      await this.#do(step, book, view, transcript);
      this.#done += 1;
      this.signal.throwIfAborted();
    }
  }

  #transcript(): Promise<Transcript | undefined> {
    const { transcripts, parentOf } = this.parts.ports;
    return transcripts.of(this.order.chat, parentOf(this.order.chat));
  }

  async #look(transcript: Transcript): Promise<{ readonly book: SummaryBook; readonly view: BookView }> {
    const { ports, books } = this.parts;
    const known = await books.of(this.order.chat, ports.parentOf(this.order.chat));
    const book = await this.parts.notes.placed(known);
    this.#name = transcript.name ?? transcript.chat;
    return { book, view: viewBook(book, transcript.messages) };
  }

  get #work(): WorkOrder {
    const { closes, only } = this.order;
    return { ...workOrder(this.parts.ports), closes, only, until: this.#until };
  }

  #isDoneOften(step: ScribeStep): boolean {
    if (step.kind === 'drop' || step.kind === 'adjust' || !step.replaces) return false;
    return (this.#times.get(step.replaces.id) ?? 0) >= MOST_TIMES;
  }

  async #do(step: ScribeStep, book: SummaryBook, view: BookView, { messages }: Transcript): Promise<void> {
    const { summaries } = book;
    switch (step.kind) {
      case 'drop': {
        const gone = new Set(step.summaries.map(({ id }) => id));
        return this.#keep(summaries.filter(({ id }) => !gone.has(id)));
      }
      case 'adjust': {
        const { summary, covered } = step;
        return this.#keep(replaced(summaries, { ...summary, messages: covered, hash: hashOfMessages(covered) }));
      }
      case 'scene':
      case 'roll-up': {
        const { replaces } = step;
        if (replaces) this.#times.set(replaces.id, (this.#times.get(replaces.id) ?? 0) + 1);
        const summary = await this.#written(step, book, view, messages);
        return this.#keep(replaces ? replaced(summaries, summary) : [...summaries, summary]);
      }
    }
  }

  async #keep(summaries: readonly Summary[]): Promise<void> {
    const { books, ports } = this.parts;
    await books.put({ chat: this.order.chat, summaries });
    ports.changed(this.order.chat);
  }

  /** The summary of a step, with its note; one that is in the vault already is taken over. */
  async #written(
    step: Writable,
    book: SummaryBook,
    view: BookView,
    messages: readonly TranscriptMessage[],
  ): Promise<Summary> {
    const draft = this.#draft(step, book);
    const { notes } = this.parts;
    const marks = { chat: draft.chat, level: draft.level, hash: draft.hash };
    const isNew = step.replaces === undefined;
    const twin = isNew ? await notes.twin(marks, this.#name, book) : undefined;
    if (twin) return adopted(draft, twin);
    const { text, isCut } = await this.#text(step, view);
    // Another host may have been as fast.
    const late = isNew ? await notes.twin(marks, this.#name, book) : undefined;
    if (late) return adopted(draft, late);
    return notes.write({ ...draft, text, isCut }, step.replaces, {
      chatName: this.#name,
      characters: castOf(draft, messages),
      links: step.kind === 'roll-up' ? await this.#links(step.parts) : [],
    });
  }

  #draft(step: Writable, book: SummaryBook): Summary {
    const { random, clock } = this.parts.ports;
    const level: SummaryLevel = step.kind === 'scene' ? 'scene' : step.level;
    const { replaces } = step;
    return {
      id: replaces?.id ?? random.token(ID_BYTES),
      level,
      chat: this.order.chat,
      number: replaces?.number ?? Math.max(0, ...ofLevel(book, level).map(({ number }) => number)) + 1,
      messages: step.kind === 'scene' ? step.covered : [],
      parts: step.kind === 'scene' ? [] : step.parts.map(({ id }) => id),
      hash: step.kind === 'scene' ? hashOfMessages(step.covered) : hashOfParts(step.parts),
      text: '',
      title: replaces?.title ?? '',
      path: undefined,
      proposal: undefined,
      noteProblem: undefined,
      isCut: false,
      at: clock.now(),
    };
  }

  async #text(step: Writable, view: BookView): Promise<{ readonly text: string; readonly isCut: boolean }> {
    const { ports, notes } = this.parts;
    const { scribeInstructions: instructions, scribeSceneTokens: most } = ports.settings();
    this.#model ??= await ports.model(this.order.chat);
    const count = (text: string): number => ports.tokens.count(text).tokens;
    const writing: Writing = { model: this.#model, signal: this.signal, count, most };
    const siblings = step.kind === 'scene' ? view.scenes : step.level === 'chapter' ? view.chapters : view.arcs;
    const at = siblings.findIndex(({ summary }) => summary.id === step.replaces?.id);
    const before = at < 0 ? siblings.at(-1) : siblings[at - 1];
    const frame: QuestionFrame = {
      instructions,
      previous: before ? await notes.textOf(before.summary) : '',
      focus: this.order.focus,
      earlier: step.kind === 'scene' && step.hasHidden && step.replaces ? await notes.textOf(step.replaces) : '',
    };
    if (step.kind === 'scene') return sumUpMessages(step.messages, frame, writing);
    const texts = await Promise.all(step.parts.map((part) => notes.textOf(part)));
    return sumUpSummaries(texts, PLURALS[step.level === 'chapter' ? 'scene' : 'chapter'], frame, writing);
  }

  async #links(summaries: readonly Summary[]): Promise<readonly string[]> {
    const found = await this.parts.notes.find(summaries);
    return summaries.flatMap(({ id }) => {
      const path = found.get(id)?.path;
      return path === undefined ? [] : [this.parts.ports.notes.linkTo(path)];
    });
  }
}

/** How the settings want the messages of chats to be cut, and summaries to be rolled up. */
export function workOrder({ settings, tokens }: Pick<ScribePorts, 'settings' | 'tokens'>) {
  const { scribeMarks: marks, scribeSceneTokens: most, scribeRollUp: rollUp } = settings();
  return { marks, most, rollUp, count: (text: string): number => tokens.count(text).tokens };
}

function replaced(summaries: readonly Summary[], summary: Summary): readonly Summary[] {
  return summaries.map((one) => (one.id === summary.id ? summary : one));
}

function adopted(draft: Summary, { body, path }: { readonly body: string; readonly path: string }): Summary {
  const title = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
  return { ...draft, text: body, path, title };
}

/** Who answered the player in the messages of a scene. */
function castOf({ messages: covered }: Summary, messages: readonly TranscriptMessage[]): readonly string[] {
  const indexes = new Set(covered.map(({ index }) => index));
  const answers = messages.filter(({ index, role }) => role === 'assistant' && indexes.has(index));
  return [...new Set(answers.map(({ name }) => name).filter((name) => name !== ''))];
}
