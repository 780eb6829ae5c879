import type { LorehearthClient } from '../server/client';
import type { WirePreviewAnswer } from '../server/contract/wire-generation';
import { ask } from './ask';
import { Debounced } from './debounced';
import { bodyOf } from './failure';
import { Loaded } from './loaded.svelte';
import { carryStretches } from './text-segments';
import { entriesAt, turnView, type TurnMark, type TurnView } from './turn-view';

const QUIET_MS = 350;
/** Each question to the AI costs tokens, so it waits until the text is probably done. */
const AI_QUIET_MS = 1_500;

interface Tried {
  readonly text: string;
  readonly preview: WirePreviewAnswer;
}

/** A pasted text and what a generation would get for it. */
export class TryTextModel {
  readonly #tried = new Loaded<Tried>();
  readonly #ask = new Debounced(() => void this.run(), QUIET_MS);
  readonly #askAi = new Debounced(() => void this.run(), AI_QUIET_MS);
  #text = $state('');
  #asksAi = $state(false);
  /** Public ids of the entries that are pointed at, in the text or in the list. */
  pointed = $state.raw<readonly string[]>([]);
  readonly #view = $derived.by<TurnView | undefined>(() => {
    const tried = this.#tried.value;
    return tried && turnView(tried.preview, tried.text);
  });
  readonly #marks = $derived.by<readonly TurnMark[]>(() => {
    const tried = this.#tried.value;
    return tried && this.#view ? carryStretches(this.#view.marks, tried.text, this.#text) : [];
  });

  constructor(private readonly client: LorehearthClient) {}

  get text(): string {
    return this.#text;
  }
  set text(value: string) {
    this.#text = value;
    if (value.trim() === '') this.#empty();
    else if (this.#asksAi) this.#askAi.call();
    else this.#ask.call();
  }

  /** Whether the AI is asked about the text, where the settings let it choose; it costs tokens. */
  get asksAi(): boolean {
    return this.#asksAi;
  }
  set asksAi(value: boolean) {
    this.#asksAi = value;
    this.#ask.cancel();
    this.#askAi.cancel();
    if (!this.isEmpty) void this.run();
  }

  /** Whether the AI has a say in what is selected; false until the first answer. */
  get isAiMode(): boolean {
    const mode = this.#tried.value?.preview.answer.mode;
    return mode !== undefined && mode !== 'keywords';
  }

  /** Whether an answer is on its way. */
  get isLoading(): boolean {
    return this.#tried.isLoading;
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '';
  }
  get phase() {
    return this.#tried.phase;
  }
  get failure() {
    return this.#tried.failure;
  }
  /** Whether the answer shown is not yet that of the text shown. */
  get isStale(): boolean {
    return !this.isEmpty && this.#tried.value?.text !== this.#text;
  }
  get preview(): WirePreviewAnswer | undefined {
    return this.#tried.value?.preview;
  }
  get view(): TurnView | undefined {
    return this.#view;
  }
  /** Words of the text as it is now that some entries answer to. */
  get marks(): readonly TurnMark[] {
    return this.#marks;
  }

  /** Asks for the text as it is now. */
  async run(): Promise<void> {
    const text = this.#text;
    if (text.trim() === '') return;
    const json = { text, ...(this.#asksAi && { ai: true }) };
    await this.#tried.load(async (signal) => {
      const reply = await this.client.v1.preview.$post({ json }, { init: { signal } });
      return { text, preview: await bodyOf(reply) };
    });
  }

  /** Asks again for a text that was tried, because the lore may have changed. */
  followIndex(): void {
    if (this.phase !== 'idle') void this.run();
  }

  /** Takes the text and its answer away. */
  clear(): void {
    this.text = '';
  }

  /** Points at the entries that answer to the word at a place of the text. */
  pointAt(offset: number): void {
    this.pointed = entriesAt(this.#marks, offset);
  }

  /** Writes a sentence with the keys of some entries, for who has no text at hand. Leaves everything as it is without entries. */
  async useExample(): Promise<void> {
    const asked = await ask(async (signal) => {
      const reply = await this.client.v1.entries.$get({ query: { limit: '40' } }, { init: { signal } });
      return (await bodyOf(reply)).items;
    }, new AbortController().signal);
    if (asked.kind !== 'answer') return;
    const usable = asked.value.filter(({ enabled, constant, never }) => enabled && !constant && !never);
    const words = usable.map(({ keys, title }) => keys.find((key) => !key.startsWith('/')) ?? title);
    if (words.length === 0) return;
    this.text = exampleText(words);
    this.#ask.now();
  }

  #empty(): void {
    this.#ask.cancel();
    this.#askAi.cancel();
    this.#tried.clear();
    this.pointed = [];
  }
}

function exampleText(words: readonly string[]): string {
  const pick = (share: number): string => words[Math.floor(share * (words.length - 1))] ?? '';
  const [one, two, three] = [...new Set([pick(0.15), pick(0.5), pick(0.85)])];
  const rest = [two, three].filter((word) => word !== undefined).join(', and then of ');
  return rest === ''
    ? `They spoke of ${one ?? ''} until dawn.`
    : `They spoke of ${one ?? ''} until dawn, then of ${rest}.`;
}
