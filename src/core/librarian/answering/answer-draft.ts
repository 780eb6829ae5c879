import { addSpent, nothingSpent, type Spent } from '../../ai/guard/spent';
import type { Clock } from '../../ports/clock';
import type {
  AnswerPart,
  AnswerState,
  AssistantMessage,
  NoticeTone,
  ProposalPart,
  Protocol,
  ToolPart,
} from '../session/session';
import type { LibrarianEvent } from './librarian-event';

/** An answer while it is written. It tells of each change. */
export class AnswerDraft {
  readonly #at: number;
  #parts: AnswerPart[] = [];
  #spent: Spent = nothingSpent;
  #steps = 0;
  #state: AnswerState = 'running';
  #model = '';
  #protocol: Protocol = 'tools';

  constructor(
    private readonly clock: Clock,
    private readonly tell: (event: LibrarianEvent) => void,
  ) {
    this.#at = clock.now();
  }

  /** The answer as it stands. */
  get message(): AssistantMessage {
    return {
      role: 'assistant',
      at: this.#at,
      state: this.#state,
      parts: this.#parts,
      spent: this.#spent,
      steps: this.#steps,
      took: this.clock.now() - this.#at,
      model: this.#model,
      protocol: this.#protocol,
    };
  }

  get parts(): readonly AnswerPart[] {
    return this.#parts;
  }

  get spent(): Spent {
    return this.#spent;
  }

  get steps(): number {
    return this.#steps;
  }

  /** Which model is asked, and how. */
  asks(model: string, protocol: Protocol): void {
    this.#model = model;
    this.#protocol = protocol;
  }

  /** The model is asked once more. */
  step(): void {
    this.#steps += 1;
  }

  /** Counts what an answer of the model took. */
  spend(more: Spent): void {
    this.#spent = addSpent(this.#spent, more);
    this.tell({ kind: 'usage', spent: this.#spent, steps: this.#steps });
  }

  /** Begins a text, to which pieces are added; what it is at the end is said at the end. */
  text(): TextDraft {
    let place: number | undefined;
    let shown = '';
    let blanks = '';
    const put = (whole: string): number => {
      place ??= this.#parts.length;
      this.#parts = [...this.#parts.slice(0, place), { kind: 'text', text: whole }, ...this.#parts.slice(place + 1)];
      shown = whole;
      return place;
    };
    return {
      add: (piece) => {
        const whole = blanks + piece;
        const all = whole.trimEnd();
        // Blanks are shown when something follows them.
        blanks = whole.slice(all.length);
        const text = shown === '' ? all.trimStart() : all;
        if (text === '') return;
        const part = put(shown + text);
        this.tell({ kind: 'text', part, text });
      },
      end: (whole) => {
        if (whole === shown) return;
        const before = shown;
        if (whole === '' && place !== undefined) this.#parts = this.#parts.filter((_, at) => at !== place);
        else if (whole !== '') put(whole);
        if (whole !== '' && whole.startsWith(before) && place !== undefined)
          this.tell({ kind: 'text', part: place, text: whole.slice(before.length) });
        else this.tell({ kind: 'answer', answer: this.message });
      },
    };
  }

  /** A tool is called. */
  call(call: ToolPart): void {
    const part = this.#push(call);
    this.tell({ kind: 'tool-call', part, call });
  }

  /** A tool has answered, or was stopped. */
  result(call: ToolPart): void {
    const part = this.#parts.findIndex((one) => one.kind === 'tool' && one.id === call.id);
    this.#parts = this.#parts.map((one, at) => (at === part ? call : one));
    this.tell({ kind: 'tool-result', part, call });
  }

  proposal(proposal: ProposalPart): void {
    const part = this.#push(proposal);
    this.tell({ kind: 'proposal', part, proposal });
  }

  notice(tone: NoticeTone, sentence: string): void {
    const notice = { kind: 'notice', tone, sentence } as const;
    const part = this.#push(notice);
    this.tell({ kind: 'notice', part, notice });
  }

  /** The answer is complete. Calls that nobody answered any more are stopped. */
  end(state: AnswerState): void {
    this.#parts = this.#parts.map((part) =>
      part.kind === 'tool' && part.state === 'running' ? { ...part, state: 'stopped', summary: 'Stopped' } : part,
    );
    this.#state = state;
  }

  #push(part: AnswerPart): number {
    this.#parts = [...this.#parts, part];
    return this.#parts.length - 1;
  }
}

/** A text of an answer while it is written. */
export interface TextDraft {
  readonly add: (piece: string) => void;
  /** The whole text, which may be another one than what was shown of it. */
  readonly end: (whole: string) => void;
}
