import { isChatEnabled } from './chat-identity';
import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import type { CardBooks } from './cards/card-books';
import { clientFor } from './find-server';
import type { TurnInQuestion } from './lore-inquiry';
import { requestFromChat } from './request-from-chat';
import type { ServerLink } from './server-link';
import type { SettingsStore } from './settings';
import type { ReadContext, TavernMessage } from './tavern-context';

/** What preparing works with. */
export interface NextTurnPorts {
  readonly link: ServerLink;
  readonly settings: SettingsStore;
  readonly context: ReadContext;
  readonly cards: CardBooks;
  /** Mirrored lorebooks that SillyTavern does not use in the open chat. */
  readonly unusedBooks: () => readonly string[];
  readonly newId: () => string;
}

/** Whatever else follows a reply goes first. In milliseconds. */
const restMs = 300;
const patienceMs = 5_000;
/** The least that the server takes; nobody waits here. */
const deadlineMs = 600;

/**
 * Lets the server prepare the AI's choice for the likely next turn as soon as a reply stands, where the server's
 * settings want that. Play never waits for it and never notices when it fails.
 */
export class NextTurn {
  readonly #ports: NextTurnPorts;
  /** The last turn that an AI had a part in. */
  #last: (TurnInQuestion & { readonly wantedTexts: number }) | undefined;
  /** The server that does not prepare. */
  #unwilling: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | undefined;

  constructor(ports: NextTurnPorts) {
    this.#ports = ports;
  }

  /** Lore has come for a turn. */
  answered(turn: TurnInQuestion, { summary, wants }: WireGenerationAnswer): void {
    if (turn.type === 'quiet' || turn.type === 'impersonate') return;
    this.#last = summary.ai === undefined ? undefined : { ...turn, wantedTexts: wants.messages };
  }

  /** A reply stands in the chat. */
  replied(): void {
    this.cancel();
    if (this.#last !== undefined) this.#timer = setTimeout(() => void this.#prepare(), restMs);
  }

  /** The server's settings have changed: it may be willing now. */
  settingsChanged(): void {
    this.#unwilling = undefined;
  }

  /** Another generation begins, or another chat is open. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#asking?.abort();
    this.#asking = undefined;
  }

  async #prepare(): Promise<void> {
    const { link, settings, context } = this.#ports;
    const { state } = link;
    const { enabled, token } = settings.get();
    const body = state.kind === 'connected' ? this.#body(state.base) : undefined;
    if (!enabled || !isChatEnabled(context()) || body === undefined) return;
    if (state.kind !== 'connected' || state.base === this.#unwilling) return;
    const asking = new AbortController();
    this.#asking = asking;
    const timer = setTimeout(() => asking.abort(), patienceMs);
    try {
      const client = clientFor(state.base, token, link.fetch);
      const response = await client.v1.prepare.$post({ json: body }, { init: { signal: asking.signal } });
      if (response.status === 202 && !(await response.json()).preparing) this.#unwilling = state.base;
    } catch {
      // The next turn asks by itself.
    } finally {
      clearTimeout(timer);
    }
  }

  #body(base: string) {
    const turn = this.#last;
    const context = this.#ports.context();
    if (turn === undefined || turn.context.chatId !== context.chatId) return undefined;
    const { body } = requestFromChat({
      context,
      identity: turn.identity,
      type: 'normal',
      prompt: turn.prompt.filter((sent) => !isCopyOfLast(sent, context.chat)),
      contextSize: turn.contextSize,
      wantedTexts: turn.wantedTexts,
      tokenSample: undefined,
      books: this.#ports.cards.named(context, base),
      unusedBooks: this.#ports.unusedBooks(),
      deadlineMs,
      generationId: this.#ports.newId(),
    });
    return body;
  }
}

/** A reply that was continued has another text than the copy that the model was sent. */
function isCopyOfLast({ extra }: TavernMessage, chat: readonly TavernMessage[]): boolean {
  return extra !== undefined && extra === chat.at(-1)?.extra;
}
