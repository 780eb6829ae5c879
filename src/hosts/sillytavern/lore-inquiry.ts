import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import { askForLore, miss, type LoreResult } from './ask-for-lore';
import type { CardBooks } from './cards/card-books';
import { requestFromChat, type TurnToAsk } from './request-from-chat';
import type { Connection, LinkState, ServerLink } from './server-link';
import type { MissedTurn } from './turn-outcome';
import type { TokenSample } from './token-sample';
import { withinDeadline, type InTime } from './within-deadline';

/** The lore for a turn, and what the reader should know about the way it was asked for. */
export interface AnsweredTurn {
  readonly kind: 'answer';
  readonly answer: WireGenerationAnswer;
  readonly warnings: readonly string[];
}

/** What an inquiry works with. */
export interface InquiryPorts {
  readonly link: ServerLink;
  readonly newId: () => string;
  readonly sample: TokenSample;
  readonly cards: CardBooks;
  /** Mirrored lorebooks that SillyTavern does not use in the open chat. */
  readonly unusedBooks: () => readonly string[];
  /** Hears of every answer. */
  readonly answered?: (turn: TurnInQuestion, answer: WireGenerationAnswer) => void;
}

/** The turn to ask about; the rest of the request is the inquiry's own business. */
export type TurnInQuestion = Pick<
  TurnToAsk,
  'context' | 'identity' | 'type' | 'prompt' | 'contextSize' | 'instruction'
>;

/**
 * The engine answers half a second before its deadline; a shorter one than this makes no sense to it, and a longer one
 * than the other it does not take.
 */
const leastDeadlineMs = 600;
const mostDeadlineMs = 1_000_000;

/** So long before the deadline a second answer has to be there, or the first one counts. In milliseconds. */
const marginMs = 50;

/** What a request came to, and what the reader should know about it. */
interface SentTurn {
  readonly result: LoreResult;
  readonly warnings: readonly string[];
}

/** Asks the server about one turn at a time, in time. */
export class LoreInquiry {
  readonly #ports: InquiryPorts;
  /** How many texts a server reads, and how long it wants to be waited for, as it said last. */
  #wanted: { readonly base: string; readonly texts: number; readonly deadlineMs: number } | undefined;

  constructor(ports: InquiryPorts) {
    this.#ports = ports;
  }

  /**
   * The lore, or why there is none. `undefined` when `signal` has called it off. Rejects when the request cannot be made.
   *
   * @param deadlineMs How long to wait, unless the server has asked for more.
   */
  async ask(
    turn: TurnInQuestion,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<AnsweredTurn | MissedTurn | undefined> {
    const begin = performance.now();
    const { link } = this.#ports;
    const found = await withinDeadline(deadlineMs, signal, (inTime) => link.connection(inTime));
    if (found.kind !== 'done') return unanswered(found.kind);
    const connection = found.value;
    if (connection === undefined) return miss(causeOf(link.state));
    const end = begin + this.#patience(connection, deadlineMs);
    const result = await withinDeadline(end - performance.now(), signal, (inTime) =>
      this.#ask(turn, connection, end, inTime),
    );
    return result.kind === 'done' ? result.value : unanswered(result.kind);
  }

  /** An AI may need longer than the user would wait for keywords; the server knows how long. */
  #patience({ base }: Connection, deadlineMs: number): number {
    const { state } = this.#ports.link;
    const asked = state.kind === 'connected' ? (state.status.wants?.deadlineMs ?? 0) : 0;
    const told = this.#wanted?.base === base ? this.#wanted.deadlineMs : 0;
    return Math.min(Math.max(deadlineMs, asked, told), mostDeadlineMs);
  }

  async #ask(
    turn: TurnInQuestion,
    connection: Connection,
    end: number,
    signal: AbortSignal,
  ): Promise<AnsweredTurn | MissedTurn> {
    const { link, newId, sample, answered } = this.#ports;
    const asked = { ...turn, generationId: newId() };
    const ask = (inTime: AbortSignal): Promise<SentTurn> => this.#send(asked, connection, end, inTime);
    const first = await ask(signal);
    const { result, warnings } = (await this.#withForgottenBooks(first, end, signal, ask)) ?? first;
    if (result.kind === 'miss') {
      if (result.cause !== 'rejected' && result.cause !== 'late' && result.cause !== 'unpaired') {
        link.failed(connection.base, result.cause);
      }
      return result;
    }
    void sample.take();
    const { messages: texts, deadlineMs = 0 } = result.answer.wants;
    this.#wanted = { base: connection.base, texts, deadlineMs };
    answered?.(turn, result.answer);
    return { ...result, warnings };
  }

  /** A server that was started anew knows no book by its digest: it is asked again with the books, as long as there is time. */
  async #withForgottenBooks(
    { result }: SentTurn,
    end: number,
    signal: AbortSignal,
    ask: (signal: AbortSignal) => Promise<SentTurn>,
  ): Promise<SentTurn | undefined> {
    const left = end - performance.now() - marginMs;
    if (result.kind === 'miss' || result.answer.wants.book !== true || left < leastDeadlineMs) return undefined;
    const again = await withinDeadline(left, signal, ask);
    return again.kind === 'done' && again.value.result.kind === 'answer' ? again.value : undefined;
  }

  async #send(
    { generationId, ...turn }: TurnInQuestion & { readonly generationId: string },
    connection: Connection,
    end: number,
    signal: AbortSignal,
  ): Promise<SentTurn> {
    const { link, sample, cards, unusedBooks } = this.#ports;
    const books = cards.ofTurn(turn.context, connection.base);
    const { body, droppedTexts } = requestFromChat({
      ...turn,
      wantedTexts: this.#wanted?.base === connection.base ? this.#wanted.texts : undefined,
      tokenSample: sample.get(),
      books: books.sent,
      unusedBooks: unusedBooks(),
      deadlineMs: Math.max(leastDeadlineMs, Math.round(end - performance.now())),
      generationId,
    });
    const result = await askForLore(connection, body, link.fetch, signal);
    if (result.kind === 'answer') cards.answered(books, connection.base, result.answer);
    return { result, warnings: [...books.warnings, ...(droppedTexts === 0 ? [] : [droppedWarning(droppedTexts)])] };
  }
}

function unanswered(kind: Exclude<InTime<unknown>['kind'], 'done'>): MissedTurn | undefined {
  return kind === 'late' ? miss('late') : undefined;
}

function causeOf({ kind }: LinkState): MissedTurn['cause'] {
  if (kind === 'refused' || kind === 'blocked') return kind;
  return kind === 'unreachable' || kind === 'searching' ? 'absent' : 'unpaired';
}

function droppedWarning(count: number): string {
  const messages = count === 1 ? 'message was' : `${String(count)} messages were`;
  return `The chat is too large to be sent whole: the oldest ${messages} not read.`;
}
