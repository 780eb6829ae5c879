import { miss } from './ask-for-lore';
import { identifyChat, isChatEnabled } from './chat-identity';
import { generationType, type GenerationType } from './generation-type';
import type { LoreDelivery } from './lore-delivery';
import type { AnsweredTurn, LoreInquiry } from './lore-inquiry';
import type { LorePlan } from './lore-plan';
import { noteOf, withMoved, withUndelivered, type MessageNote } from './message-note';
import { isToolMessage } from './message-role';
import type { MissedTurns } from './missed-turns';
import { planPrompts } from './prompt-plan';
import { automatedEntries } from './quick-replies';
import type { RecordKeeper } from './record-keeper';
import type { SettingsStore } from './settings';
import type { ReadContext, TavernContext, TavernMessage } from './tavern-context';
import type { MissedTurn, TurnOutcome } from './turn-outcome';

/** What a turn works with. */
export interface InterceptorPorts {
  readonly context: ReadContext;
  readonly settings: SettingsStore;
  readonly inquiry: LoreInquiry;
  readonly delivery: LoreDelivery;
  readonly keeper: RecordKeeper;
  readonly missed: MissedTurns;
  readonly newId: () => string;
  readonly report: (outcome: TurnOutcome) => void;
}

/** A generation as the server knows it. */
export interface AnsweredGeneration {
  readonly id: string;
  /** Index of the message that it writes. */
  readonly turn: number;
}

/** A turn as SillyTavern announces it. */
interface AnnouncedTurn {
  readonly prompt: readonly TavernMessage[];
  readonly contextSize: number;
  readonly type: GenerationType;
  readonly instruction: string;
}

/**
 * Runs before every generation: clears the lore of the last one, asks for new, and hands it to SillyTavern. Whatever
 * happens, it returns within the deadline, with fresh lore or with none.
 */
export class LoreInterceptor {
  readonly #ports: InterceptorPorts;
  #asking: AbortController | undefined;
  /** What the model is told to do in the generation that has begun, besides the chat; '' for nothing. */
  #instruction = '';
  /** The last turn, for the passes that follow a tool call. */
  #last:
    (AnsweredGeneration & { readonly chatId: string; readonly note: MessageNote; readonly plan: LorePlan }) | undefined;

  constructor(ports: InterceptorPorts) {
    this.#ports = ports;
  }

  /** The last turn that got lore, as long as nothing has come in between. */
  get generation(): AnsweredGeneration | undefined {
    return this.#last;
  }

  /** A generation begins. @param instruction What it asks of the model besides the chat, such as an extension’s own prompt. */
  announce(instruction: string): void {
    this.#instruction = instruction;
  }

  /** The function that SillyTavern waits for. Never rejects. */
  async intercept(prompt: readonly TavernMessage[], contextSize: number, type: unknown): Promise<void> {
    const turn = { prompt, contextSize, type: generationType(type), instruction: this.#instruction };
    const context = this.#ports.context();
    const { enabled, quietPrompts } = this.#ports.settings.get();
    if (!enabled || !isChatEnabled(context)) {
      this.reset();
      return;
    }
    this.#ports.delivery.generationStarted(turn.type === 'quiet');
    if (turn.type === 'quiet' && !quietPrompts) {
      this.#ports.delivery.clear();
      return;
    }
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    try {
      await this.#turn(turn, context, asking.signal);
    } catch (error) {
      if (!asking.signal.aborted) this.#miss(miss('rejected', String(error)), turn);
    }
  }

  /** The user pressed stop: a request under way is called off. */
  stop(): void {
    this.#asking?.abort();
    this.#ports.delivery.stopped();
  }

  /** Nothing of the last turn may reach the next one: another chat is open, or lore was switched off. */
  reset(): void {
    this.#asking?.abort();
    this.#last = undefined;
    this.#ports.delivery.reset();
  }

  /** SillyTavern has put a request together, a real one. */
  promptAssembled(assembled: unknown): void {
    const undelivered = this.#ports.delivery.assembled(assembled);
    if (undelivered.length > 0) this.#ports.keeper.amend((note) => withUndelivered(note, undelivered));
  }

  async #turn(turn: AnnouncedTurn, context: TavernContext, signal: AbortSignal): Promise<void> {
    const { settings, inquiry, keeper, delivery, newId } = this.#ports;
    const identity = identifyChat(context, newId);
    if (this.#last?.chatId === identity.id && isToolPass(turn, context)) {
      delivery.handAgain(this.#last.plan);
      keeper.begin(turn.type, this.#last.note);
      return;
    }
    delivery.clear();
    if (turn.type !== 'quiet') this.#last = undefined;
    const result = await inquiry.ask({ ...turn, context, identity }, settings.get().deadlineMs, signal);
    if (result === undefined || signal.aborted) return;
    if (result.kind === 'miss') this.#miss(result, turn);
    else this.#apply(result, turn, identity.id);
  }

  #apply({ answer, warnings }: AnsweredTurn, turn: AnnouncedTurn, chatId: string): void {
    const { context, settings, keeper, delivery, report } = this.#ports;
    const { contextShare, runQuickReplies } = settings.get();
    const limit = Math.floor(turn.contextSize * contextShare);
    const plan = planPrompts(answer.injections, limit, context());
    const automated = runQuickReplies ? automatedEntries(answer, plan) : [];
    delivery.hand({ generation: answer.id, plan, automated });
    const note = withUndelivered(withMoved(noteOf(answer, warnings), plan.prompts), plan.undelivered);
    if (turn.type === 'quiet') return;
    this.#last = { id: answer.id, turn: answer.turn, chatId, note, plan };
    keeper.begin(turn.type, note);
    const { injected, tokens, milliseconds } = answer.summary;
    report({ kind: 'lore', injected, tokens, milliseconds });
  }

  #miss(missed: MissedTurn, { type }: AnnouncedTurn): void {
    if (type === 'quiet') return;
    this.#ports.missed.begin(missed);
    this.#ports.report(missed);
  }
}

/** A further pass of the same turn, after tools were called. */
function isToolPass({ type }: AnnouncedTurn, { chat }: TavernContext): boolean {
  const last = chat.at(-1);
  return type === 'normal' && last !== undefined && isToolMessage(last);
}
