import type { MessageHook } from '../notepad/tavern-view';
import type {
  ExtensionPrompt,
  MessageExtra,
  ReadContext,
  TavernContext,
  TavernGroup,
  TavernMessage,
} from '../tavern-context';
import { FakeTools, type ScriptedCall } from './fake-tools';

/** A message that a test may change. */
export interface FakeMessage extends TavernMessage {
  mes: string;
  is_system: boolean;
  gen_started?: unknown;
  extra: MessageExtra;
  swipe_id?: number;
  swipes?: string[];
  swipe_info?: { extra?: MessageExtra }[];
}

/** What the model does in one generation. */
export interface ScriptedReply {
  readonly text?: string;
  readonly stream?: boolean;
  /** The user presses stop: before the first token (0), or after so many. */
  readonly stopAfter?: number;
  /** The line dies after so many tokens; 0 is an error in place of an answer. */
  readonly dieAfter?: number;
  /** Further versions that come with the same answer. */
  readonly moreSwipes?: readonly string[];
  /** The model calls a tool first; then a second pass writes the reply. */
  readonly callsTool?: boolean;
  /** Tools of extensions that the model calls with this answer. */
  readonly toolCalls?: readonly ScriptedCall[];
  /** What it does after that, where SillyTavern lets it go on. */
  readonly then?: ScriptedReply;
}

type Interceptor = (prompt: TavernMessage[], contextSize: number, abort: unknown, type: string) => Promise<void>;
type Listener = (...values: readonly unknown[]) => unknown;

const eventNames = [
  'CHARACTER_MESSAGE_RENDERED',
  'CHAT_CHANGED',
  'CHAT_RENAMED',
  'GENERATE_AFTER_DATA',
  'GENERATION_AFTER_COMMANDS',
  'GENERATION_ENDED',
  'GENERATION_STARTED',
  'GENERATION_STOPPED',
  'MESSAGE_DELETED',
  'MESSAGE_EDITED',
  'MESSAGE_RECEIVED',
  'MESSAGE_SENT',
  'MESSAGE_SWIPED',
  'SETTINGS_UPDATED',
  'STREAM_TOKEN_RECEIVED',
  'WORLDINFO_ENTRIES_LOADED',
  'WORLDINFO_SCAN_DONE',
  'WORLDINFO_SETTINGS_UPDATED',
  'WORLDINFO_UPDATED',
  'WORLD_INFO_ACTIVATED',
];

/**
 * Behaves like the chat page of SillyTavern 1.19 as far as extensions can tell: the order of events, the moments at
 * which `extra` is copied into swipes, and what stays behind when a generation is stopped or dies.
 */
export class FakeTavern {
  readonly chat: FakeMessage[] = [];
  chatMetadata: Record<string, unknown> = {};
  chatId: string | undefined = 'Ilse - 1';
  readonly extensionSettings: Record<string, unknown> = {};
  readonly extensionPrompts: Record<string, ExtensionPrompt> = {};
  readonly groups: TavernGroup[] = [];
  groupId: string | null = null;
  reasoning = { prefix: '<think>', suffix: '</think>', separator: '\n' };
  interceptor: Interceptor | undefined;
  model = 'fake-model';
  countTokens = (text: string): Promise<number> => Promise.resolve(text.length / 4);
  /** Every request that was put together, as text. */
  readonly prompts: string[] = [];
  savedMetadata = 0;
  /** The messages at the time they were saved last by an extension. */
  savedChat: readonly FakeMessage[] = [];
  readonly tools = new FakeTools();
  /** Whether the user lets models call functions, and how prompts are reshaped. */
  chatCompletionSettings = { function_calling: true, custom_prompt_post_processing: '' };
  mainApi = 'openai';
  /** What was on the screen of the reply at each token. */
  readonly screen: string[] = [];
  readonly #hooks: MessageHook[] = [];
  savedSettings = 0;
  /** Runs between the interceptor and the assembly, as another extension would. */
  beforeAssembly: (() => Promise<void>) | undefined;
  /** The entries of the books that are on. */
  loadedEntries: () => readonly Readonly<Record<string, unknown>>[] = () => [];
  readonly #listeners = new Map<string, Listener[]>();

  readonly context: ReadContext = () => ({
    chat: this.chat,
    chatId: this.chatId,
    chatMetadata: this.chatMetadata,
    characters: [
      {
        name: 'Ilse',
        avatar: 'Ilse.png',
        description: 'A keeper.',
        personality: 'Calm',
        scenario: 'A tower',
        data: {
          creator_notes: 'Slow burn',
          tags: ['tower'],
          extensions: { depth_prompt: { prompt: 'Ilse limps.' } },
        },
      },
      { name: 'Bram', avatar: 'Bram.png' },
    ],
    characterId: '0',
    groupId: this.groupId,
    groups: this.groups,
    mainApi: this.mainApi,
    chatCompletionSettings: this.chatCompletionSettings,
    registerFunctionTool: this.tools.register,
    unregisterFunctionTool: this.tools.unregister,
    isToolCallingSupported: () => this.tools.isSupported && this.chatCompletionSettings.function_calling,
    messageFormatter: {
      stage: { BEFORE_REGEX: 'before_regex' },
      addHook: (hook) => {
        this.#hooks.push(hook);
      },
    },
    updateMessageBlock: () => this.#draw(),
    saveChat: () => {
      this.savedChat = structuredClone(this.chat);
      return Promise.resolve();
    },
    onlineStatus: 'Valid',
    getTokenCountAsync: this.countTokens,
    getChatCompletionModel: () => this.model,
    name1: 'Mara',
    name2: 'Ilse',
    tags: [{ id: 't1', name: 'sea' }],
    tagMap: { 'Ilse.png': ['t1'] },
    powerUserSettings: { persona_description: 'A courier.', reasoning: this.reasoning },
    extensionSettings: this.extensionSettings,
    extensionPrompts: this.extensionPrompts,
    eventSource: {
      on: (event, listener) => {
        this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      },
      removeListener: (event, listener) => {
        const left = (this.#listeners.get(event) ?? []).filter((known) => known !== listener);
        this.#listeners.set(event, left);
      },
    },
    eventTypes: Object.fromEntries(eventNames.map((name) => [name, name.toLowerCase()])),
    POPUP_TYPE: { DISPLAY: 4 },
    setExtensionPrompt: (key, value, position, depth, scan = false, role = 0) => {
      this.extensionPrompts[key] = { value, position, depth, scan, role };
    },
    saveSettingsDebounced: () => {
      this.savedSettings += 1;
    },
    saveMetadataDebounced: () => {
      this.savedMetadata += 1;
    },
    substituteParams: (text) => text.replaceAll('{{user}}', 'Mara'),
    callGenericPopup: () => Promise.resolve(undefined),
  });

  constructor(greeting = 'Ilse looks up.') {
    this.chat.push(message('Ilse', greeting));
  }

  /** How many listeners there are in all. */
  get listenerCount(): number {
    return [...this.#listeners.values()].reduce((sum, { length }) => sum + length, 0);
  }

  on(name: string, listener: Listener): void {
    this.context().eventSource.on(name.toLowerCase(), listener);
  }

  async emit(name: string, ...values: readonly unknown[]): Promise<void> {
    for (const listener of this.#listeners.get(name.toLowerCase()) ?? []) await listener(...values);
  }

  /** A generation begins. */
  async begin(type: string, options: Readonly<Record<string, unknown>> = {}): Promise<void> {
    await this.emit('GENERATION_STARTED', type, options, false);
    await this.emit('GENERATION_AFTER_COMMANDS', type, options, false);
  }

  /** The player sends a slash command from the input line: SillyTavern begins to generate and then sees that it need not. */
  async typeCommand(run: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    await this.emit('GENERATION_STARTED', 'normal', {}, false);
    await run();
  }

  /** The player writes and the model replies. */
  async send(text: string, reply: ScriptedReply = {}): Promise<void> {
    await this.begin('normal');
    this.chat.push(message('Mara', text, { is_user: true }));
    await this.emit('MESSAGE_SENT', this.chat.length - 1);
    await this.#generate('normal', reply);
  }

  /** The player asks for another version of the last reply. */
  async swipe(reply: ScriptedReply = {}): Promise<void> {
    const last = this.#last();
    sync(last);
    const before = last.swipe_id ?? 0;
    last.swipe_id = last.swipes?.length ?? 1;
    await this.emit('MESSAGE_SWIPED', this.chat.length - 1);
    await this.begin('swipe');
    await this.#generate('swipe', reply);
    if (last.swipe_id >= (last.swipes?.length ?? 1)) show(last, before);
  }

  /** The player looks at a version that is there. */
  async browse(swipe: number): Promise<void> {
    const last = this.#last();
    sync(last);
    show(last, swipe);
    await this.emit('MESSAGE_SWIPED', this.chat.length - 1);
  }

  async continueReply(reply: ScriptedReply = {}): Promise<void> {
    await this.begin('continue');
    await this.#generate('continue', reply);
  }

  async regenerate(reply: ScriptedReply = {}): Promise<void> {
    await this.begin('regenerate');
    if (!this.#last().is_user) this.chat.pop();
    await this.#generate('regenerate', reply);
  }

  /** The last messages are deleted. */
  async deleteLast(count = 1): Promise<void> {
    this.chat.splice(-count);
    await this.emit('MESSAGE_DELETED', this.chat.length);
  }

  /** A message is written anew by hand. */
  async edit(index: number, text: string): Promise<void> {
    const edited = this.chat[index];
    if (edited !== undefined) edited.mes = text;
    await this.emit('MESSAGE_EDITED', index);
  }

  /** A generation out of sight; it writes no message. */
  async quiet(prompt = ''): Promise<void> {
    await this.begin('quiet', { quiet_prompt: prompt });
    await this.#intercept('quiet');
    await this.#assemble(false);
  }

  /** The model writes the player's next message; it lands in the input line. */
  async impersonate(): Promise<void> {
    await this.begin('impersonate');
    await this.#intercept('impersonate');
    await this.#assemble(false);
    await this.emit('STREAM_TOKEN_RECEIVED', 'I');
    await this.emit('GENERATION_ENDED', this.chat.length);
  }

  /** SillyTavern counts tokens. */
  async dryRun(): Promise<void> {
    await this.emit('GENERATION_STARTED', 'normal', {}, true);
    await this.emit('GENERATION_AFTER_COMMANDS', 'normal', {}, true);
    await this.#assemble(true);
  }

  /** Another chat is opened. */
  async open(file: string, metadata: Record<string, unknown> = {}, messages?: readonly FakeMessage[]): Promise<void> {
    this.chatId = file;
    this.chatMetadata = structuredClone(metadata);
    this.chat.splice(0, this.chat.length, ...structuredClone(messages ?? [message('Ilse', 'Ilse looks up.')]));
    for (const key of Object.keys(this.extensionPrompts)) Reflect.deleteProperty(this.extensionPrompts, key);
    await this.emit('CHAT_CHANGED', file);
  }

  /** A copy of the open chat up to a message is made and opened. */
  async branch(file: string, upTo = this.chat.length - 1, swipe?: number): Promise<void> {
    const messages = structuredClone(this.chat.slice(0, upTo + 1));
    const last = messages.at(-1);
    if (swipe !== undefined && last !== undefined) show(last, swipe);
    await this.open(file, { ...this.chatMetadata, main_chat: this.chatId }, messages);
  }

  /** The open chat gets another file name. */
  async rename(file: string, asked = file): Promise<void> {
    const before = this.chatId ?? '';
    await this.open(file, this.chatMetadata, this.chat);
    await this.emit('CHAT_RENAMED', { oldFileName: `${before}.jsonl`, newFileName: `${asked}.jsonl` });
  }

  async #generate(type: string, reply: ScriptedReply): Promise<void> {
    await this.#intercept(type);
    await this.beforeAssembly?.();
    await this.#assemble(false);
    if (reply.dieAfter === 0 && reply.stream !== true) return this.emit('GENERATION_ENDED', this.chat.length);
    if (reply.stream === true) await this.#stream(type, reply);
    else await this.#answer(type, reply);
    if (reply.callsTool === true) await this.#callTool({ ...reply, callsTool: false });
    if (reply.toolCalls !== undefined) await this.#callTools(type, reply.toolCalls, reply.then);
  }

  async #intercept(type: string): Promise<void> {
    const visible = this.chat.filter(({ is_system, extra }) => !is_system || Array.isArray(extra['tool_invocations']));
    if (type === 'swipe') visible.pop();
    await this.interceptor?.(
      visible.map((stored, index) => ({ ...stored, index })),
      8_192,
      () => undefined,
      type,
    );
  }

  /** Gives what the only sweep of a scan has found: all that is loaded and not switched off, and what extensions bring. */
  async scanWorldInfo(dryRun = false): Promise<readonly string[]> {
    const globalLore: Readonly<Record<string, unknown>>[] = [...this.loadedEntries()];
    await this.emit('WORLDINFO_ENTRIES_LOADED', { globalLore, characterLore: [], chatLore: [], personaLore: [] });
    const active = globalLore.filter(({ disable }) => disable !== true);
    const entries = new Map(active.map((entry, at) => [`own.${String(at)}`, entry]));
    if (globalLore.length > 0) {
      await this.emit('WORLDINFO_SCAN_DONE', { state: { next: 0, loopCount: 1 }, activated: { entries } });
    }
    const found = [...entries.values()];
    if (!dryRun && found.length > 0) await this.emit('WORLD_INFO_ACTIVATED', found);
    return found.map(({ content }) => String(content)).filter((content) => content !== '');
  }

  async #assemble(dryRun: boolean): Promise<void> {
    const found = (await this.scanWorldInfo(dryRun)).map((content) => ({ role: 'system', content }));
    const lore = Object.values(this.extensionPrompts).map(({ value }) => ({ role: 'system', content: value }));
    const said = this.chat.map(({ mes }) => ({ role: 'user', content: mes }));
    const prompt = [...found, ...lore, ...said];
    if (!dryRun) this.prompts.push(prompt.map(({ content }) => content).join('\n'));
    await this.emit('GENERATE_AFTER_DATA', { prompt }, dryRun);
  }

  async #answer(type: string, reply: ScriptedReply): Promise<void> {
    const { text = 'Aye.', stopAfter, moreSwipes = [], toolCalls } = reply;
    if (stopAfter !== undefined) {
      await this.emit('GENERATION_STOPPED');
      return this.emit('GENERATION_ENDED', this.chat.length);
    }
    this.#write(type, text);
    await this.emit('MESSAGE_RECEIVED', this.chat.length - 1, type === 'continue' ? 'appendFinal' : type);
    this.#keepSwipe(moreSwipes);
    if (toolCalls === undefined) await this.emit('GENERATION_ENDED', this.chat.length);
  }

  async #stream(type: string, reply: ScriptedReply): Promise<void> {
    const { text = 'Aye aye aye.', stopAfter, dieAfter, moreSwipes = [] } = reply;
    const before = type === 'continue' ? this.#last().mes : '';
    this.#write(type, type === 'continue' ? '' : '...');
    this.#keepSwipe([]);
    let streamed = '';
    for (const [index, token] of [...text.split(/(?=\s)/), undefined].entries()) {
      if (index === dieAfter) return this.#lineDied(type);
      if (index === stopAfter) await this.emit('GENERATION_STOPPED');
      if (index === stopAfter || token === undefined) break;
      streamed += token;
      await this.emit('STREAM_TOKEN_RECEIVED', streamed);
      this.#last().mes = before + streamed;
      this.#draw();
      this.#keepSwipe([]);
    }
    this.#keepSwipe(moreSwipes);
    await this.emit('GENERATION_ENDED', this.chat.length);
    await this.emit('MESSAGE_RECEIVED', this.chat.length - 1, type);
  }

  async #lineDied(type: string): Promise<void> {
    await this.emit('GENERATION_ENDED', this.chat.length);
    if (type !== 'swipe' && type !== 'continue') await this.emit('MESSAGE_RECEIVED', this.chat.length - 1, type);
  }

  async #callTool(reply: ScriptedReply): Promise<void> {
    const invocations = [{ name: 'look' }];
    const extra = { isSmallSys: true, tool_invocations: invocations };
    this.chat.push(message('System', 'Tool calls: look', { is_system: true, extra }));
    await this.begin('normal');
    await this.#generate('normal', reply);
  }

  /** An empty reply is thrown away; a stealthy tool ends the turn. */
  async #callTools(type: string, calls: readonly ScriptedCall[], then: ScriptedReply = {}): Promise<void> {
    const isEmpty = type !== 'swipe' && this.#last().mes === '';
    if (isEmpty) await this.deleteLast();
    const { invocations, isStealthy } = await this.tools.invoke(calls);
    if (isStealthy) return this.emit('GENERATION_ENDED', this.chat.length);
    const extra = { isSmallSys: true, tool_invocations: invocations };
    this.chat.push(message('System', 'Tool calls', { is_system: true, extra }));
    await this.begin('normal');
    await this.#generate('normal', then);
  }

  /** What is seen of the last message. */
  #draw(): void {
    const { mes, is_user: isUser, is_system: isSystem } = this.#last();
    this.screen.push(this.#hooks.reduce((text, hook) => hook(text, { isUser, isSystem }), mes));
  }

  #write(type: string, text: string): void {
    const last = this.chat.at(-1);
    if (type === 'continue' && last !== undefined) last.mes += text;
    else if (type === 'swipe' && last?.swipes !== undefined) Object.assign(last, { mes: text, gen_started: 1 });
    else this.chat.push(message('Ilse', text, { gen_started: 1 }));
  }

  /** SillyTavern copies the message into its shown version. */
  #keepSwipe(more: readonly string[]): void {
    const last = this.#last();
    last.swipe_id ??= 0;
    last.swipes ??= [];
    last.swipe_info ??= [];
    last.swipes[last.swipe_id] = last.mes;
    last.swipe_info[last.swipe_id] = { extra: structuredClone(last.extra) };
    last.swipes.push(...more);
    last.swipe_info.push(...more.map(() => ({ extra: structuredClone(last.extra) })));
  }

  #last(): FakeMessage {
    const last = this.chat.at(-1);
    if (last === undefined) throw new Error('The chat is empty.');
    return last;
  }
}

/** A message; of the character unless `more` says otherwise. */
export function message(name: string, mes: string, more: Partial<FakeMessage> = {}): FakeMessage {
  return { name, mes, is_user: false, is_system: false, extra: {}, ...more };
}

function sync(shown: FakeMessage): void {
  shown.swipe_id ??= 0;
  shown.swipes ??= [shown.mes];
  shown.swipe_info ??= [{}];
  const info = shown.swipe_info[shown.swipe_id];
  if (info === undefined) return;
  shown.swipes[shown.swipe_id] = shown.mes;
  info.extra = structuredClone(shown.extra);
}

function show(shown: FakeMessage, swipe: number): void {
  shown.swipe_id = swipe;
  shown.mes = shown.swipes?.[swipe] ?? shown.mes;
  shown.extra = structuredClone(shown.swipe_info?.[swipe]?.extra ?? {});
}

/** A part of a fake page's context that a test replaces. */
export function withContext(context: ReadContext, part: Partial<TavernContext>): ReadContext {
  return () => ({ ...context(), ...part });
}
