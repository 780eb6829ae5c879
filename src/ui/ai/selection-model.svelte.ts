import type { LorehearthClient } from '../../server/client';
import { ask } from '../ask';
import { bodyOf, failureWords } from '../failure';
import { Loaded } from '../loaded.svelte';
import { aiSettingRows, type WireSettings } from './ai-setting-rows';

/** What the AI would be asked. */
export interface ShownPrompt {
  readonly messages: readonly { readonly role: string; readonly text: string }[];
  /** Why there are no messages; empty when there are some. */
  readonly sentence: string;
}

/** What is known of the rest of the page. */
export interface SelectionSurroundings {
  /** The text of Try text; empty when there is none. */
  readonly triedText: () => string;
  /** Id of the chat that had the last turn. */
  readonly lastChat: () => string | undefined;
}

const INSTRUCTIONS = 'aiInstructions';

/** How the AI selects: settings, instructions, and the prompt that comes of them. */
export class SelectionModel {
  readonly settings = new Loaded<WireSettings>();
  readonly prompt = new Loaded<ShownPrompt>();
  #problems = $state.raw<Readonly<Record<string, string>>>({});
  #draft = $state<string>();
  #scene = $state<string>();
  isSaving = $state(false);
  /** Whether the scene is the next message of the last chat: its pins, blocks, books and context hold then. */
  isForLastChat = $state(true);
  #last: Promise<unknown> = Promise.resolve();
  readonly #rows = $derived(this.settings.value && aiSettingRows(this.settings.value));

  constructor(
    private readonly client: LorehearthClient,
    private readonly surroundings: SelectionSurroundings,
  ) {}

  /** The settings of the selection; undefined until they came. */
  get rows() {
    return this.#rows;
  }

  /** The user's own instructions as they are kept; empty for the built-in ones. */
  get kept(): string {
    const value = this.settings.value?.values[INSTRUCTIONS];
    return typeof value === 'string' ? value : '';
  }

  /** The instructions that are being written; undefined when nothing was changed. */
  get draft(): string | undefined {
    return this.#draft;
  }

  /** The text that stands for the chat in the preview of the prompt: that of Try text until another one is written. */
  get scene(): string {
    return this.#scene ?? this.surroundings.triedText();
  }
  set scene(value: string) {
    this.#scene = value;
  }

  /** Whether there is a last chat. */
  get hasLastChat(): boolean {
    return this.surroundings.lastChat() !== undefined;
  }

  async refresh(): Promise<void> {
    await this.settings.load(async (signal) => {
      const reply = await this.client.v1.settings.$get({}, { init: { signal } });
      return bodyOf(reply);
    });
  }

  /** Why the last change of a setting was refused; undefined when it was not. */
  problemOf(name: string): string | undefined {
    return this.#problems[name];
  }

  /** Changes a setting at once. False when it was refused. */
  async set(name: string, value: string | number | boolean): Promise<boolean> {
    const done = this.#last.then(() => this.#send(name, value));
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** Writes instructions without keeping them; what equals those that hold is no change. */
  write(text: string, builtIn: string): void {
    const holds = this.kept === '' ? builtIn : this.kept;
    this.#draft = text === holds ? undefined : text;
  }

  discard(): void {
    this.#draft = undefined;
  }

  /** Keeps the instructions that were written; empty ones, and the built-in ones, bring the built-in ones back. */
  async saveInstructions(builtIn: string): Promise<void> {
    const text = this.#draft ?? this.kept;
    await this.#keep(text.trim() === '' || text === builtIn ? '' : text);
  }

  /** Brings the built-in instructions back. */
  async resetInstructions(): Promise<void> {
    await this.#keep('');
  }

  /** Shows what the AI would be asked about the scene, with the instructions as they are written now. Nobody is asked. */
  async showPrompt(): Promise<void> {
    const mode = this.settings.value?.values['selectionMode'];
    const settings = {
      // Without a mode that asks the AI there would be no prompt to show.
      ...(mode === 'keywords' && { selectionMode: 'two-stage' }),
      ...(this.#draft !== undefined && { [INSTRUCTIONS]: this.#draft }),
    };
    const chat = this.isForLastChat ? this.surroundings.lastChat() : undefined;
    const json = { text: this.scene, prompt: true, settings, ...(chat !== undefined && { chat: { id: chat } }) };
    await this.prompt.load(async (signal) => {
      const reply = await this.client.v1.preview.$post({ json }, { init: { signal } });
      const { prompt, answer, problems } = await bodyOf(reply);
      if (prompt) return { messages: prompt, sentence: '' };
      const why = problems[0]?.message ?? answer.summary.ai?.sentence;
      return { messages: [], sentence: why ?? 'No entry answers to this text, so the AI would not be asked.' };
    });
  }

  clear(): void {
    this.settings.clear();
    this.prompt.clear();
    this.#problems = {};
    this.#draft = undefined;
    this.#scene = undefined;
  }

  async #keep(text: string): Promise<void> {
    this.isSaving = true;
    const isKept = await this.set(INSTRUCTIONS, text);
    this.isSaving = false;
    if (isKept) this.#draft = undefined;
  }

  async #send(name: string, value: string | number | boolean): Promise<boolean> {
    const asked = await ask(async () => {
      const reply = await this.client.v1.settings.$patch({ json: { [name]: value } });
      return bodyOf(reply);
    }, new AbortController().signal);
    const { [name]: _, ...others } = this.#problems;
    this.#problems = others;
    if (asked.kind === 'answer') this.settings.put(asked.value);
    if (asked.kind !== 'failure') return true;
    const wrong = asked.failure.kind === 'refused' ? asked.failure.fields?.[0]?.message : undefined;
    this.#problems = { ...others, [name]: wrong ?? failureWords(asked.failure).detail };
    return false;
  }
}
