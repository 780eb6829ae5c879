import { isChatEnabled } from '../chat-identity';
import type { ServerLink } from '../server-link';
import type { SettingsStore } from '../settings';
import type { ReadContext } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import type { TavernTool } from './tavern-tools';
import type { ToolCalls } from './tool-calls';
import { flagTool, readFlag, readQueries, searchTool, type ToolDefinition } from './tool-definitions';
import { hasProse, type ToolLog } from './tool-log';
import { offeredTools, wantsTools } from './tool-obstacle';
import { flagUse, searchUse } from './tool-use';

/** What the tools work with. */
export interface WriterToolsPorts {
  readonly context: ReadContext;
  readonly link: ServerLink;
  readonly settings: SettingsStore;
  readonly calls: ToolCalls;
  readonly log: ToolLog;
}

/** Messages that no generation of the player's has written. */
const foreignTypes: ReadonlySet<unknown> = new Set(['first_message', 'command', 'extension']);

const unreachable = 'The lore cannot be asked at the moment. Go on without it and do not try again.';

/**
 * Lets the AI that writes look up lore and report gaps, as function tools of SillyTavern. They are registered only while
 * the user wants them; whether the model may call functions at all remains the user's own switch.
 */
export class WriterTools {
  readonly #ports: WriterToolsPorts;
  readonly #subscriptions: TavernSubscriptions;
  /** What is registered at the moment, by name. */
  readonly #registered = new Map<string, boolean>();
  /** Whether a flag ends the reply. */
  #flagEnds = false;

  constructor(ports: WriterToolsPorts) {
    this.#ports = ports;
    this.#subscriptions = new TavernSubscriptions(ports.context);
  }

  start(): void {
    const { link, settings } = this.#ports;
    this.#followReplies();
    link.onChange(() => this.#sync());
    settings.onChange(() => this.#sync());
    this.#sync();
  }

  stop(): void {
    this.#subscriptions.stop();
    this.#ports.calls.stop();
    for (const name of [...this.#registered.keys()]) this.#unregister(name);
  }

  #followReplies(): void {
    const { context, log, calls } = this.#ports;
    const on = this.#subscriptions;
    on.event('GENERATION_STARTED', (type, _options, dryRun) => {
      if (dryRun === true || type === 'quiet') return;
      log.generationStarted();
      this.#letFlagEnd(false);
    });
    on.event('MESSAGE_RECEIVED', (index, type) => {
      const message = typeof index === 'number' ? context().chat[index] : undefined;
      if (typeof index !== 'number' || message === undefined || foreignTypes.has(type)) return;
      log.messageReceived(index);
      this.#letFlagEnd(hasProse(message));
    });
    on.event('GENERATION_STOPPED', () => calls.stop());
    on.event('CHAT_CHANGED', () => {
      calls.stop();
      log.chatChanged();
    });
  }

  /**
   * After a call SillyTavern lets the model write on, which is right before the reply and gives a second reply after it;
   * unless the tool is a stealthy one, which ends the turn, and would leave it without a reply before it.
   */
  #letFlagEnd(ends: boolean): void {
    this.#flagEnds = ends;
    this.#sync();
  }

  #sync(): void {
    const { link, settings } = this.#ports;
    const offer = offeredTools(link.state);
    const wanted = wantsTools(settings.get());
    this.#offer(searchTool, wanted && offer.search, false, (parameters) => this.#search(parameters));
    this.#offer(flagTool, wanted && offer.flag, this.#flagEnds, (parameters) => this.#flag(parameters));
  }

  #offer(tool: ToolDefinition, isWanted: boolean, stealth: boolean, action: TavernTool['action']): void {
    const { context } = this.#ports;
    if (this.#registered.get(tool.name) === (isWanted ? stealth : undefined)) return;
    this.#unregister(tool.name);
    const { registerFunctionTool } = context();
    if (!isWanted || registerFunctionTool === undefined) return;
    this.#registered.set(tool.name, stealth);
    registerFunctionTool({
      ...tool,
      action,
      // SillyTavern shows it as markup: no word of the model may stand in it.
      formatMessage: () => `${tool.displayName} …`,
      shouldRegister: () => isChatEnabled(context()),
      stealth,
    });
  }

  #unregister(name: string): void {
    if (this.#registered.delete(name)) this.#ports.context().unregisterFunctionTool?.(name);
  }

  async #search(parameters: unknown): Promise<string> {
    const { calls, log } = this.#ports;
    // What is found is for a reply that is still to be written.
    this.#letFlagEnd(false);
    const queries = readQueries(parameters);
    const answer = await calls.search(queries);
    log.keep(searchUse(queries, answer));
    return answer?.text ?? unreachable;
  }

  async #flag(parameters: unknown): Promise<string> {
    const { calls, log } = this.#ports;
    const ends = this.#flagEnds;
    const call = readFlag(parameters);
    const answer = await calls.flag(call);
    const use = flagUse(call, answer);
    if (ends) await log.addToLast(use);
    else log.keep(use);
    return answer?.text ?? unreachable;
  }
}
