import { applyPrompts, clearPrompts } from './apply-prompts';
import { miss } from './ask-for-lore';
import { identifyChat, isChatEnabled } from './chat-identity';
import { undeliveredPrompts } from './delivery-check';
import { generationType, type GenerationType } from './generation-type';
import type { AnsweredTurn, LoreInquiry } from './lore-inquiry';
import { noteOf, withUndelivered, type MessageNote } from './message-note';
import type { MissedTurns } from './missed-turns';
import { planPrompts, type PlannedPrompt } from './prompt-plan';
import type { RecordKeeper } from './record-keeper';
import type { SettingsStore } from './settings';
import type { ReadContext, TavernContext, TavernMessage } from './tavern-context';
import type { MissedTurn, TurnOutcome } from './turn-outcome';

/** What a turn works with. */
export interface InterceptorPorts {
  readonly context: ReadContext;
  readonly settings: SettingsStore;
  readonly inquiry: LoreInquiry;
  readonly keeper: RecordKeeper;
  readonly missed: MissedTurns;
  readonly newId: () => string;
  readonly report: (outcome: TurnOutcome) => void;
}

/** A turn as SillyTavern announces it. */
interface AnnouncedTurn {
  readonly prompt: readonly TavernMessage[];
  readonly contextSize: number;
  readonly type: GenerationType;
}

/**
 * Runs before every generation: clears the lore of the last one, asks for new, and hands it to SillyTavern. Whatever
 * happens, it returns within the deadline, with fresh lore or with none.
 */
export class LoreInterceptor {
  readonly #ports: InterceptorPorts;
  #asking: AbortController | undefined;
  /** The lore of a turn whose request is not put together yet. */
  #open: readonly PlannedPrompt[] | undefined;
  /** The same of a turn that a background generation has interrupted. */
  #interrupted: readonly PlannedPrompt[] | undefined;
  /** The last turn, for the passes that follow a tool call. */
  #last: { readonly chatId: string; readonly note: MessageNote } | undefined;

  constructor(ports: InterceptorPorts) {
    this.#ports = ports;
  }

  /** The function that SillyTavern waits for. Never rejects. */
  async intercept(prompt: readonly TavernMessage[], contextSize: number, type: unknown): Promise<void> {
    const turn = { prompt, contextSize, type: generationType(type) };
    const context = this.#ports.context();
    const { enabled, quietPrompts } = this.#ports.settings.get();
    if (!enabled || !isChatEnabled(context)) {
      this.reset();
      return;
    }
    this.#interrupted = turn.type === 'quiet' ? this.#open : undefined;
    if (turn.type === 'quiet' && !quietPrompts) {
      clearPrompts(context);
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
  }

  /** Nothing of the last turn may reach the next one: another chat is open, or lore was switched off. */
  reset(): void {
    this.stop();
    this.#open = undefined;
    this.#interrupted = undefined;
    this.#last = undefined;
    clearPrompts(this.#ports.context());
  }

  /** SillyTavern has put a request together, a real one. */
  promptAssembled(assembled: unknown): void {
    if (this.#interrupted !== undefined) {
      this.#resume(this.#interrupted);
      return;
    }
    const undelivered = undeliveredPrompts(assembled, this.#open ?? [], this.#ports.context());
    this.#open = undefined;
    if (undelivered.length > 0) this.#ports.keeper.amend((note) => withUndelivered(note, undelivered));
  }

  async #turn(turn: AnnouncedTurn, context: TavernContext, signal: AbortSignal): Promise<void> {
    const { settings, inquiry, keeper, newId } = this.#ports;
    const identity = identifyChat(context, newId);
    if (this.#last?.chatId === identity.id && isToolPass(turn, context)) {
      keeper.begin(turn.type, this.#last.note);
      return;
    }
    clearPrompts(context);
    this.#open = undefined;
    if (turn.type !== 'quiet') this.#last = undefined;
    const result = await inquiry.ask({ ...turn, context, identity }, settings.get().deadlineMs, signal);
    if (result === undefined || signal.aborted) return;
    if (result.kind === 'miss') this.#miss(result, turn);
    else this.#apply(result, turn, identity.id);
  }

  #apply({ answer, warnings }: AnsweredTurn, turn: AnnouncedTurn, chatId: string): void {
    const { context, settings, keeper, report } = this.#ports;
    const { contextShare, allowWorldInfoScan } = settings.get();
    const { prompts, undelivered } = planPrompts(answer.injections, Math.floor(turn.contextSize * contextShare));
    applyPrompts(context(), prompts, allowWorldInfoScan);
    this.#open = prompts;
    const note = withUndelivered(noteOf(answer, warnings), undelivered);
    if (turn.type === 'quiet') return;
    this.#last = { chatId, note };
    keeper.begin(turn.type, note);
    const { injected, tokens, milliseconds } = answer.summary;
    report({ kind: 'lore', injected, tokens, milliseconds });
  }

  #miss(missed: MissedTurn, { type }: AnnouncedTurn): void {
    if (type === 'quiet') return;
    this.#ports.missed.begin(missed);
    this.#ports.report(missed);
  }

  #resume(prompts: readonly PlannedPrompt[]): void {
    const context = this.#ports.context();
    this.#interrupted = undefined;
    this.#open = prompts;
    clearPrompts(context);
    applyPrompts(context, prompts, this.#ports.settings.get().allowWorldInfoScan);
  }
}

/** A further pass of the same turn, after tools were called. */
function isToolPass({ type }: AnnouncedTurn, { chat }: TavernContext): boolean {
  return type === 'normal' && Array.isArray(chat.at(-1)?.extra?.['tool_invocations']);
}
