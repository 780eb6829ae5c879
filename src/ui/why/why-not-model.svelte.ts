import type { LorehearthClient } from '../../server/client';
import type { WireProposal } from '../../server/contract/wire-edits';
import type { WireTrace, WireWhyNot } from '../../server/contract/wire-generation';
import type { WireEntry, WireEntryDetail } from '../../server/contract/wire-lore';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { SingleTask } from '../single-task.svelte';
import { chatEdit, notePatch, type SuggestedChange } from './suggested-change';
import { SuggestedSetting } from './suggested-setting.svelte';

/** The entry that is asked about. */
export type AskedEntry = Pick<WireEntry, 'id' | 'title' | 'path'>;

/** Why an entry is not in a turn. */
export interface WhyNotAnswer {
  readonly explanation: WireWhyNot;
  /** Whether the turn could be played again with what is in the vault now; without it only its trace speaks. */
  readonly isReplayed: boolean;
}

/** A change that was made here. */
interface DoneChange {
  readonly sentence: string;
  /** Takes it back; resolves to why it stays, or nothing. */
  readonly undo: () => Promise<string | undefined>;
}

/** After a note was written the index needs a moment to read it: so often the turn is played again, so many milliseconds apart. */
const TRIES = 12;
const BETWEEN_MS = 250;

/** Asks why an entry is not in the turn that is shown, makes the change that lets it in, and takes it back. */
export class WhyNotModel {
  readonly answer = new Loaded<WhyNotAnswer>();
  readonly setting: SuggestedSetting;
  picked = $state.raw<AskedEntry>();
  /** The change of the note, before the user has decided. */
  proposal = $state.raw<WireProposal>();
  done = $state.raw<DoneChange>();
  /** What was undone, or why not, as a sentence; empty for nothing. */
  said = $state('');
  readonly #task = new SingleTask();

  constructor(
    private readonly client: LorehearthClient,
    private readonly trace: () => WireTrace | undefined,
  ) {
    this.setting = new SuggestedSetting(client);
  }

  /** Whether something that the user did is under way. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last thing that the user did. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }
  get change(): SuggestedChange | undefined {
    return this.answer.value?.explanation.change;
  }

  async pick(entry: AskedEntry): Promise<void> {
    this.clear();
    this.picked = entry;
    await this.ask();
  }

  /** Asks about an entry of which only the public id is known. */
  async pickById(id: string): Promise<void> {
    this.clear();
    this.picked = { id, title: '', path: '' };
    await this.#task.run(async (signal) => {
      this.picked = await this.#entry(id, signal);
    });
    if (this.failure === undefined) await this.ask();
  }

  /** Plays the turn again and asks about the entry. */
  async ask(): Promise<void> {
    const [entry, trace] = [this.picked, this.trace()];
    if (entry === undefined || trace === undefined) return;
    await this.answer.load((signal) => this.#explain(entry, trace, signal));
    if (this.change?.where === 'setting') await this.setting.load(this.change);
  }

  /** Asks again, where something was asked and nothing is half done: the lore has changed. */
  async askAgain(): Promise<void> {
    if (this.picked !== undefined && this.proposal === undefined && !this.isWorking) await this.ask();
  }

  /** Another turn is shown: what was asked is asked of it. */
  turnChanged(): void {
    this.answer.clear();
    this.proposal = undefined;
  }

  /** Makes a proposal of the change of the note, with its diff. */
  async propose(): Promise<void> {
    const { change, picked: entry } = this;
    if (change === undefined || entry === undefined) return;
    await this.#task.run(async (signal) => {
      const patch = notePatch(change, await this.#entry(entry.id, signal));
      if (patch === undefined) return;
      const { chat, turn } = this.trace() ?? {};
      const origin = { tool: 'why' as const, ...(chat !== undefined && { chat }), ...(turn !== undefined && { turn }) };
      const reply = await this.client.v1.proposals.$post({ json: { patch, origin } }, { init: { signal } });
      await this.#decided(await bodyOf(reply), change.sentence);
    });
  }

  async accept(): Promise<void> {
    const { proposal, change } = this;
    if (proposal === undefined) return;
    await this.#task.run(async (signal) => {
      const request = { param: { id: proposal.id }, json: {} };
      const reply = await this.client.v1.proposals[':id'].accept.$post(request, { init: { signal } });
      await this.#decided(await bodyOf(reply), change?.sentence ?? '');
    });
  }

  async reject(): Promise<void> {
    const { proposal } = this;
    if (proposal === undefined) return;
    await this.#task.run(async (signal) => {
      await bodyOf(
        await this.client.v1.proposals[':id'].reject.$post({ param: { id: proposal.id } }, { init: { signal } }),
      );
      this.proposal = undefined;
    });
  }

  /** Makes the change of the chat or of the setting. */
  async apply(): Promise<void> {
    const { change, picked: entry } = this;
    const chat = this.trace()?.chat;
    if (change === undefined || entry === undefined || chat === undefined) return;
    await this.#task.run(async (signal) => {
      if (change.where === 'setting') await this.#applySetting(change, signal);
      else await this.#applyChat(change, entry.id, chat, signal);
    });
  }

  async undo(): Promise<void> {
    const { done } = this;
    if (done === undefined) return;
    await this.#task.run(async () => {
      const stays = await done.undo();
      if (stays === undefined) this.done = undefined;
      this.said = stays ?? 'Undone.';
      await this.#askUntil(false);
    });
  }

  clear(): void {
    this.answer.clear();
    this.setting.clear();
    this.picked = undefined;
    this.proposal = undefined;
    this.done = undefined;
    this.#task.cancel();
    this.said = '';
  }

  async #explain(entry: AskedEntry, trace: WireTrace, signal: AbortSignal): Promise<WhyNotAnswer> {
    const request = { param: { id: trace.id }, json: { explain: [entry.id] } };
    const reply = await this.client.v1.generations[':id'].replay.$post(request, { init: { signal } });
    if (reply.status === 404) return { explanation: explainedByTrace(entry.id, trace), isReplayed: false };
    const [explanation] = (await bodyOf(reply)).explanations;
    const gone = { entry: entry.id, isInjected: false, detail: 'It is no entry of the vault any more.' };
    return { explanation: explanation ?? gone, isReplayed: true };
  }

  async #decided(proposal: WireProposal, sentence: string): Promise<void> {
    const { status, change } = proposal;
    this.proposal = status === 'accepted' ? undefined : proposal;
    if (status !== 'accepted') return;
    if (change !== undefined) this.#finish(sentence, () => this.#undoChange(change));
    await this.#askUntil(true);
  }

  async #undoChange(id: string): Promise<string | undefined> {
    const report = await bodyOf(await this.client.v1.changes[':id'].undo.$post({ param: { id } }));
    return report.kept[0]?.sentence;
  }

  async #applySetting(change: SuggestedChange, signal: AbortSignal): Promise<void> {
    const undo = await this.setting.apply(change, signal);
    this.#finish(change.sentence, undo);
    await this.ask();
  }

  async #applyChat(change: SuggestedChange, entry: string, chat: string, signal: AbortSignal): Promise<void> {
    const route = this.client.v1.chats[':id'];
    const before = await bodyOf(await route.$get({ param: { id: chat }, query: {} }, { init: { signal } }));
    const edit = chatEdit(change, entry, before);
    if (edit === undefined) return;
    await bodyOf(await route.$patch({ param: { id: chat }, json: edit.change }, { init: { signal } }));
    this.#finish(change.sentence, async () => {
      await bodyOf(await route.$patch({ param: { id: chat }, json: edit.undo }));
      return undefined;
    });
    await this.ask();
  }

  #finish(sentence: string, undo: DoneChange['undo']): void {
    this.done = { sentence, undo };
    this.said = '';
  }

  /** Asks until the entry is in or out, as the note says by now, or the index takes too long. */
  async #askUntil(isIn: boolean): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++) {
      await this.ask();
      const { value, failure } = this.answer;
      if (failure !== undefined || value?.isReplayed === false || value?.explanation.isInjected === isIn) return;
      await new Promise((resolve) => window.setTimeout(resolve, BETWEEN_MS));
    }
  }

  async #entry(id: string, signal: AbortSignal): Promise<WireEntryDetail> {
    return bodyOf(await this.client.v1.entries[':id'].$get({ param: { id } }, { init: { signal } }));
  }
}

/** What the trace alone tells of an entry. */
function explainedByTrace(entry: string, trace: WireTrace): WireWhyNot {
  const isInjected = trace.entries.some(({ id, injected }) => id === entry && injected);
  const refusal = trace.decisions.find((decision) => decision.entry === entry && decision.verdict === 'refused');
  if (isInjected) return { entry, isInjected, detail: 'It is in this turn.' };
  const nothing = 'None of its keys stood in the scanned text, and nothing else brought it in.';
  return { entry, isInjected, detail: refusal?.detail ?? nothing, ...(refusal && { reason: refusal.reason }) };
}
