import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import { askForLore, miss } from './ask-for-lore';
import type { Fetch } from './find-server';
import { requestFromChat, type TurnToAsk } from './request-from-chat';
import type { LinkState, ServerLink } from './server-link';
import type { MissedTurn } from './turn-outcome';
import type { TokenSample } from './token-sample';
import { withinDeadline } from './within-deadline';

/** The lore for a turn, and what the reader should know about the way it was asked for. */
export interface AnsweredTurn {
  readonly kind: 'answer';
  readonly answer: WireGenerationAnswer;
  readonly warnings: readonly string[];
}

/** What an inquiry works with. */
export interface InquiryPorts {
  readonly link: ServerLink;
  readonly fetch: Fetch;
  readonly newId: () => string;
  readonly sample: TokenSample;
}

/** The turn to ask about; the rest of the request is the inquiry's own business. */
export type TurnInQuestion = Pick<
  TurnToAsk,
  'context' | 'identity' | 'type' | 'prompt' | 'contextSize' | 'instruction'
>;

/** The engine answers half a second before its deadline; a shorter one than this makes no sense to it. */
const leastDeadlineMs = 600;

/** Asks the server about one turn at a time, in time. */
export class LoreInquiry {
  readonly #ports: InquiryPorts;
  /** How many texts a server reads, as it said last. */
  #wanted: { readonly base: string; readonly texts: number } | undefined;

  constructor(ports: InquiryPorts) {
    this.#ports = ports;
  }

  /** The lore, or why there is none. `undefined` when `signal` has called it off. Rejects when the request cannot be made. */
  async ask(
    turn: TurnInQuestion,
    deadlineMs: number,
    signal: AbortSignal,
  ): Promise<AnsweredTurn | MissedTurn | undefined> {
    const end = performance.now() + deadlineMs;
    const result = await withinDeadline(deadlineMs, signal, (inTime) => this.#ask(turn, end, inTime));
    if (result.kind === 'done') return result.value;
    return result.kind === 'late' ? miss('late') : undefined;
  }

  async #ask(turn: TurnInQuestion, end: number, signal: AbortSignal): Promise<AnsweredTurn | MissedTurn> {
    const { link, fetch, newId, sample } = this.#ports;
    const connection = await link.connection(signal);
    if (connection === undefined) return miss(causeOf(link.state));
    const { body, droppedTexts } = requestFromChat({
      ...turn,
      wantedTexts: this.#wanted?.base === connection.base ? this.#wanted.texts : undefined,
      tokenSample: sample.get(),
      deadlineMs: Math.max(leastDeadlineMs, Math.round(end - performance.now())),
      generationId: newId(),
    });
    const result = await askForLore(connection, body, fetch, signal);
    if (result.kind === 'miss') {
      if (result.cause !== 'rejected' && result.cause !== 'late' && result.cause !== 'unpaired') {
        link.failed(connection.base, result.cause);
      }
      return result;
    }
    void sample.take();
    this.#wanted = { base: connection.base, texts: result.answer.wants.messages };
    return { ...result, warnings: droppedTexts === 0 ? [] : [droppedWarning(droppedTexts)] };
  }
}

function causeOf({ kind }: LinkState): MissedTurn['cause'] {
  if (kind === 'refused' || kind === 'blocked') return kind;
  return kind === 'unreachable' || kind === 'searching' ? 'absent' : 'unpaired';
}

function droppedWarning(count: number): string {
  const messages = count === 1 ? 'message was' : `${String(count)} messages were`;
  return `The chat is too large to be sent whole: the oldest ${messages} not read.`;
}
