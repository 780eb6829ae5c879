import { librarianEvents } from '../../server/contract/read-librarian-events';
import type { WireLibrarianEvent, WireLibrarianSession } from '../../server/contract/wire-librarian';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { rest } from '../rest';
import { withEvent, type LiveAnswer } from './live-answer';

/** The pause before a stream that broke off is read along again. In milliseconds. */
const PAUSE_MS = 1_500;

/** What a stream of events comes in. */
export type Streamed = Parameters<typeof bodyOf>[0] & Pick<Response, 'body'>;
export type SendForStream = (signal: AbortSignal) => Promise<Streamed>;

/** A conversation that branched off, with the answer that is being written in it. */
export interface Branch {
  readonly session: string;
  readonly live: LiveAnswer;
  readonly events: AsyncGenerator<WireLibrarianEvent, void>;
  readonly reading: AbortController;
}

/** Whom the reading of an answer concerns. */
interface AnswerReadingParts {
  /** Asks for the events of an answer that is being written already. */
  readonly readAlong: SendForStream;
  /** Told the conversation as it is when an answer has ended. */
  readonly ondone: (session: WireLibrarianSession) => void;
  /** Told when an answer begins or ends. */
  readonly onchanged: () => void;
}

/** The answer of a conversation while it is written. */
export class AnswerReading {
  failure = $state.raw<Failure>();
  #live = $state.raw<LiveAnswer>();
  #isRunning = $state(false);
  #reading: AbortController | undefined;

  constructor(private readonly parts: AnswerReadingParts) {}

  get live(): LiveAnswer | undefined {
    return this.#live;
  }
  /** Whether an answer is asked for or written. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Asks for an answer and reads it to its end; false when it was not begun. */
  async begin(send: SendForStream): Promise<boolean> {
    let isTaken = false;
    await this.#during(async (signal) => {
      const asked = await ask(async () => streamOf(await send(signal)), signal);
      isTaken = asked.kind !== 'failure';
      if (asked.kind === 'failure') this.failure = asked.failure;
      if (asked.kind !== 'answer') return;
      this.parts.onchanged();
      if (!(await this.#read(librarianEvents(asked.value, signal), signal))) await this.#follow(signal);
    });
    return isTaken;
  }

  /** Reads an answer that is being written already, unless one is read. */
  async follow(): Promise<void> {
    if (!this.#isRunning) await this.#during((signal) => this.#follow(signal));
  }

  /** Goes on reading an answer that another conversation began. */
  adopt({ live, events, reading }: Branch): Promise<void> {
    this.#live = live;
    return this.#during(async (signal) => {
      if (!(await this.#read(events, signal))) await this.#follow(signal);
    }, reading);
  }

  /** Nobody reads along any more. */
  leave(): void {
    this.#reading?.abort();
    this.#reading = undefined;
    this.#isRunning = false;
    this.#live = undefined;
  }

  /** Does something for as long as an answer is written. */
  async #during(work: (signal: AbortSignal) => Promise<void>, reading = new AbortController()): Promise<void> {
    this.#reading = reading;
    this.#isRunning = true;
    this.failure = undefined;
    await work(reading.signal);
    if (this.#reading !== reading) return;
    this.#reading = undefined;
    this.#isRunning = false;
    this.#live = undefined;
    this.parts.onchanged();
  }

  /** Reads along, also over gaps in the connection. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const asked = await ask(async () => streamOf(await this.parts.readAlong(signal)), signal);
      if (asked.kind === 'dropped') return;
      if (asked.kind === 'failure') this.failure = asked.failure;
      if (asked.kind === 'failure' && asked.failure.kind === 'refused') return;
      if (asked.kind === 'answer' && (await this.#read(librarianEvents(asked.value, signal), signal))) return;
      await rest(PAUSE_MS, signal);
    }
  }

  /** Reads events; whether the end was told, and not just the connection lost. */
  async #read(events: AsyncGenerator<WireLibrarianEvent, void>, signal: AbortSignal): Promise<boolean> {
    const asked = await ask(async () => {
      for await (const event of events) {
        if (signal.aborted) return true;
        this.failure = undefined;
        if (event.kind === 'done' || event.kind === 'error') {
          this.parts.ondone(event.session);
          return true;
        }
        this.#live = withEvent(this.#live, event);
      }
      return false;
    }, signal);
    return asked.kind === 'dropped' || (asked.kind === 'answer' && asked.value);
  }
}

/** A reply that begins an answer in a conversation that branched off: its first event says where. */
export async function branchOf(reply: Streamed, reading: AbortController): Promise<Branch> {
  const events = librarianEvents(await streamOf(reply), reading.signal);
  const { value: first } = await events.next();
  if (!first || first.kind !== 'answer') throw new SyntaxError('The answer did not begin.');
  return { session: first.session, live: { message: first.message, answer: first.answer }, events, reading };
}

/** A reply that streams; throws a `RefusedReply` with the problem document of any other. */
async function streamOf(reply: Streamed): Promise<Streamed> {
  if (!reply.ok) await bodyOf(reply);
  return reply;
}
