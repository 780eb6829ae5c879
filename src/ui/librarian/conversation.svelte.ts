import type { LorehearthClient } from '../../server/client';
import type {
  WireLibrarianMessage,
  WireLibrarianSession,
  WireLibrarianSpent,
} from '../../server/contract/wire-librarian';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { AnswerReading, branchOf, type Branch, type SendForStream } from './answer-reading.svelte';
import { ConversationChanges } from './conversation-changes.svelte';
import { KeptDrafts } from './kept-drafts';
import type { LiveAnswer } from './live-answer';
import { spentTogether } from './spent-words';

/** Messages that are shown at first, and with each step back. */
const STEP = 40;
/** What the sentences about limits tell the user to say. */
const GO_ON = 'Go on.';

type Messages = readonly WireLibrarianMessage[];

/** One conversation with the Librarian: what was said, the answer that is being written, and what the user writes. */
export class Conversation {
  readonly loaded = new Loaded<WireLibrarianSession>();
  readonly changes: ConversationChanges;
  #draft = $state('');
  /** The message that the user says otherwise, and what he would say instead. */
  editing = $state.raw<{ readonly message: number; readonly text: string }>();
  isStopping = $state(false);
  #shown = $state(STEP);
  readonly #answer: AnswerReading;
  readonly #messages = $derived.by<Messages>(() => {
    const said = this.loaded.value?.messages ?? [];
    const { live } = this.#answer;
    return live === undefined ? said : [...said.slice(0, live.message), live.answer];
  });
  readonly #spent = $derived.by<WireLibrarianSpent>(() => spentTogether(this.#messages));

  constructor(
    private readonly client: LorehearthClient,
    readonly id: string,
    /** Told when the list of conversations may say something else of it. */
    private readonly onchanged: () => void = () => undefined,
    private readonly drafts = new KeptDrafts(),
  ) {
    this.#draft = drafts.of(id);
    this.#answer = new AnswerReading({
      readAlong: (signal) => this.#route.events.$get({ param: this.#param }, { init: { signal } }),
      ondone: (session) => this.loaded.put(session),
      onchanged,
    });
    this.changes = new ConversationChanges(client, id, {
      messages: () => this.#messages,
      reload: () => void this.open(),
    });
  }

  /** What the user is writing; it is there again after the page was left. */
  get draft(): string {
    return this.#draft;
  }
  set draft(text: string) {
    this.#draft = text;
    this.drafts.put(this.id, text);
  }

  get messages(): Messages {
    return this.#messages;
  }
  /** The place of the first message that is shown; those before come with `showEarlier`. */
  get firstShown(): number {
    return Math.max(0, this.#messages.length - this.#shown);
  }
  showEarlier(): void {
    this.#shown += STEP;
  }
  /** Whether an answer is asked for or written. */
  get isRunning(): boolean {
    return this.#answer.isRunning;
  }
  /** The answer that is being written. */
  get running(): LiveAnswer['answer'] | undefined {
    return this.#answer.live?.answer;
  }
  /** Of what was tried last; what the user wrote stays. */
  get failure(): Failure | undefined {
    return this.#answer.failure;
  }
  /** What all answers took together, that which is being written included. */
  get spent(): WireLibrarianSpent {
    return this.#spent;
  }
  /** Whether the last message can be answered anew. */
  get canRegenerate(): boolean {
    return !this.isRunning && this.#messages.some(({ role }) => role === 'user');
  }

  /** Loads what was said, and reads along where an answer is being written. */
  async open(): Promise<void> {
    if (this.isRunning) return;
    await this.#load();
    if (this.loaded.value?.state === 'running') void this.#answer.follow();
  }

  /** Says what the user wrote; it stays in the field when it was not taken. */
  async tell(): Promise<void> {
    const text = this.draft.trim();
    if (text === '' || this.isRunning) return;
    this.draft = '';
    const isTaken = await this.#ask(
      (messages) => [...messages, { role: 'user', at: Date.now(), text }],
      (signal) => this.#route.messages.$post({ param: this.#param, json: { text } }, { init: { signal } }),
    );
    if (!isTaken && this.draft === '') this.draft = text;
  }

  /** Lets the Librarian go on where it was stopped; what the user is writing stays. */
  async goOn(): Promise<void> {
    const { draft } = this;
    this.draft = GO_ON;
    const told = this.tell();
    this.draft = draft;
    await told;
  }

  /** Has the last message answered anew. */
  async regenerate(): Promise<void> {
    await this.#ask(
      (messages) => messages.slice(0, messages.map(({ role }) => role).lastIndexOf('user') + 1),
      (signal) => this.#route.regenerate.$post({ param: this.#param }, { init: { signal } }),
    );
  }

  /** Ends the answer that is being written; what was written stays. */
  async stop(): Promise<void> {
    if (!this.isRunning || this.isStopping) return;
    this.isStopping = true;
    await this.#send(async () => bodyOf(await this.#route.stop.$post({ param: this.#param })));
    this.isStopping = false;
  }

  /** Says the edited message in a conversation that branches off here; this one stays. */
  async branch(): Promise<Branch | undefined> {
    const { editing } = this;
    const text = editing?.text.trim() ?? '';
    if (editing === undefined || text === '' || this.isRunning) return undefined;
    const param = { ...this.#param, message: String(editing.message) };
    const reading = new AbortController();
    const init = { signal: reading.signal };
    const route = this.#route.messages[':message'];
    const branch = await this.#send(async () =>
      branchOf(await route.$patch({ param, json: { text } }, { init }), reading),
    );
    if (branch !== undefined) this.editing = undefined;
    return branch;
  }

  /** Goes on reading an answer that another conversation began. */
  adopt(branch: Branch): void {
    void this.#load();
    void this.#answer.adopt(branch);
  }

  /** Gives it another title; whether that was done. */
  async rename(title: string): Promise<boolean> {
    return this.#alter({ title }, (session, { title: named }) => ({ ...session, title: named }));
  }

  /** Lets it look at another chat, or at none; whether that was done. */
  async chooseChat(chat: string): Promise<boolean> {
    return this.#alter({ chat: chat === '' ? null : chat }, (session, { chat: chosen }) => ({
      ...session,
      chat: chosen,
    }));
  }

  /** Nobody reads along any more. */
  leave(): void {
    this.#answer.leave();
    this.loaded.clear();
  }

  get #route() {
    return this.client.v1.librarian.sessions[':id'];
  }
  get #param() {
    return { id: this.id };
  }

  async #load(): Promise<void> {
    await this.loaded.load(async (signal) =>
      bodyOf(await this.#route.$get({ param: this.#param }, { init: { signal } })),
    );
  }

  /** Asks for an answer to the messages as they are changed; false, and as before, when it was not begun. */
  async #ask(change: (messages: Messages) => Messages, send: SendForStream): Promise<boolean> {
    const before = this.loaded.value;
    if (this.isRunning || before === undefined) return false;
    this.loaded.put({ ...before, messages: change(before.messages) });
    const isTaken = await this.#answer.begin(send);
    if (!isTaken) this.loaded.put(before);
    return isTaken;
  }

  /** Changes what it is, and takes no more over than `take` while an answer is being written. */
  async #alter(
    json: { readonly title?: string; readonly chat?: string | null },
    take: (session: WireLibrarianSession, altered: WireLibrarianSession) => WireLibrarianSession,
  ): Promise<boolean> {
    const altered = await this.#send(async () => bodyOf(await this.#route.$patch({ param: this.#param, json })));
    if (altered === undefined) return false;
    const { value } = this.loaded;
    this.loaded.put(this.isRunning && value ? take(value, altered) : altered);
    this.onchanged();
    return true;
  }

  /** Does something that takes a moment; undefined when it failed, and the failure says why. */
  async #send<Answer>(send: () => Promise<Answer>): Promise<Answer | undefined> {
    const asked = await ask(send, new AbortController().signal);
    this.#answer.failure = asked.kind === 'failure' ? asked.failure : undefined;
    return asked.kind === 'answer' ? asked.value : undefined;
  }
}
