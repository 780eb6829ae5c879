import type { LorehearthClient } from '../../server/client';
import type { WireLibrarianHead, WireLibrarianSessions, WireNewSession } from '../../server/contract/wire-librarian';
import type { WireLabChats } from '../../server/contract/wire-lab';
import type { WireEntryDetail } from '../../server/contract/wire-lore';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { MadeOnce } from '../proposals/made-once';
import { Conversation } from './conversation.svelte';
import { KeptDrafts, NEW_CONVERSATION } from './kept-drafts';

/** A task for a conversation that is to be begun. */
type NewTask = NonNullable<WireNewSession['task']>;

/** The conversations with the Librarian, the one that is open, and the one that is about to begin. */
export class LibrarianModel {
  readonly sessions = new Loaded<WireLibrarianSessions>();
  /** The entry that a new conversation is to be about. */
  readonly about = new Loaded<WireEntryDetail>();
  /** Chats that a conversation can look at. */
  readonly chats = new Loaded<WireLabChats['items']>();
  /** Id of the chat that a new conversation is to look at; empty for the one that was played last. */
  newChat = $state('');
  #draft = $state('');
  /** Of what was tried last, outside of a conversation. */
  failure = $state.raw<Failure>();
  /** Whether a conversation is being begun. */
  isBeginning = $state(false);
  /** Whether the list is shown where there is no room for both. */
  isListOpen = $state(false);
  /** Words that narrow the list. */
  search = $state('');
  #current = $state.raw<Conversation>();
  #aboutId = $state<string>();
  readonly #conversations = new MadeOnce<Conversation>();
  /** What a link named before the panel was seen. */
  #wanted: PanelTarget | undefined;
  #isSeen = false;
  readonly #found = $derived.by<readonly WireLibrarianHead[]>(() => {
    const words = this.search.trim().toLowerCase();
    const items = this.sessions.value?.items ?? [];
    return items.filter(({ title, task }) =>
      `${title}\n${task.kind === 'free' ? '' : task.title}`.toLowerCase().includes(words),
    );
  });

  constructor(
    private readonly client: LorehearthClient,
    private readonly drafts = new KeptDrafts(),
  ) {
    this.#draft = drafts.of(NEW_CONVERSATION);
  }

  /** What is written for a conversation that did not begin yet. */
  get draft(): string {
    return this.#draft;
  }
  set draft(text: string) {
    this.#draft = text;
    this.drafts.put(NEW_CONVERSATION, text);
  }

  get current(): Conversation | undefined {
    return this.#current;
  }
  /** The conversations that the search lets through, the one that was changed last first. */
  get found(): readonly WireLibrarianHead[] {
    return this.#found;
  }
  get place(): Omit<PanelTarget, 'panel'> {
    if (this.#current !== undefined) return { session: this.#current.id };
    return this.#aboutId === undefined ? {} : { entry: this.#aboutId };
  }

  /** Opens the conversation that a link names, or prepares one about an entry or a gap. */
  show(target: PanelTarget): void {
    if (this.#isSeen) this.#go(target);
    // Before the panel is seen nothing is asked: there may be no token yet.
    else if (target.session !== undefined || target.entry !== undefined || target.gap !== undefined)
      this.#wanted = target;
  }

  /** The panel is seen. */
  async open(): Promise<void> {
    this.#isSeen = true;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    if (wanted !== undefined) this.#go(wanted);
    else void this.#current?.open();
    await Promise.all([this.refresh(), this.#loadChats()]);
  }

  /** The panel is not shown any more. */
  leave(): void {
    this.#isSeen = false;
  }

  followEvent({ kind }: PanelEvent): void {
    if (kind === 'librarian-changed') {
      void this.refresh();
      void this.#current?.open();
    }
    if (kind === 'channels-changed' || kind === 'settings-changed' || kind === 'gaps-changed') void this.refresh();
    if (kind === 'transcript-changed' && this.#isSeen) void this.#loadChats();
    if (kind === 'proposals-changed' || kind === 'changes-changed') void this.#current?.changes.refresh();
  }

  recover(): void {
    if (this.#isSeen) void this.open();
  }

  async refresh(): Promise<void> {
    await this.sessions.load(async (signal) =>
      bodyOf(await this.client.v1.librarian.sessions.$get({}, { init: { signal } })),
    );
  }

  select(id: string): void {
    this.isListOpen = false;
    this.failure = undefined;
    this.#forgetAbout();
    this.#current = this.#conversation(id);
    void this.#current.open();
  }

  /** Makes room for a new conversation, about nothing yet. */
  startNew(): void {
    this.isListOpen = false;
    this.failure = undefined;
    this.#forgetAbout();
    this.#current = undefined;
  }

  /** Looks again for the entry that a new conversation is to be about. */
  prepareAgain(): void {
    if (this.#aboutId !== undefined) void this.#prepare(this.#aboutId);
  }

  /** Begins a conversation with what the user wrote. */
  async tell(): Promise<void> {
    const text = this.draft.trim();
    if (text === '') return;
    const about = this.#aboutId;
    const begun = await this.#begin(about === undefined ? { kind: 'free' } : { kind: 'entry', entry: about });
    if (begun === undefined) return;
    begun.draft = text;
    this.draft = '';
    await begun.tell();
  }

  /** Goes on to the most urgent lore gap that no conversation is about; its first words are suggested. */
  async startNextGap(): Promise<void> {
    await this.#beginGap({ kind: 'gap' });
  }

  /** Says an edited message in a conversation that branches off, and opens that. */
  async branch(): Promise<void> {
    const branch = await this.#current?.branch();
    if (branch === undefined) return;
    const conversation = this.#conversation(branch.session);
    conversation.adopt(branch);
    this.#current = conversation;
    await this.refresh();
  }

  /** Forgets a conversation; its proposals and changes stay. Whether that was done. */
  async remove(id: string): Promise<boolean> {
    const asked = await ask(
      async () => bodyOf(await this.client.v1.librarian.sessions[':id'].$delete({ param: { id } })),
      new AbortController().signal,
    );
    const isGone = asked.kind === 'failure' && asked.failure.kind === 'refused' && asked.failure.status === 404;
    this.failure = asked.kind === 'failure' && !isGone ? asked.failure : undefined;
    if (this.failure !== undefined) return false;
    this.#conversation(id).leave();
    this.#conversations.forget(id);
    this.drafts.put(id, '');
    if (this.#current?.id === id) this.#current = undefined;
    await this.refresh();
    return true;
  }

  rename(id: string, title: string): Promise<boolean> {
    return this.#conversation(id).rename(title);
  }

  /** The public id of the entry that a name or path means; undefined where there is none or several. */
  async entryNamed(name: string): Promise<string | undefined> {
    const asked = await ask(
      async (signal) =>
        bodyOf(await this.client.v1['entry-names'].$get({ query: { name, limit: '2' } }, { init: { signal } })),
      new AbortController().signal,
    );
    const [entry, ...others] = asked.kind === 'answer' ? asked.value.items : [];
    return others.length === 0 ? entry?.id : undefined;
  }

  clear(): void {
    for (const conversation of this.#conversations.all) conversation.leave();
    this.#conversations.clear();
    this.#current = undefined;
    this.#wanted = undefined;
    this.#forgetAbout();
    this.sessions.clear();
    this.chats.clear();
    this.failure = undefined;
    // What is written stays where it is kept: who comes back finds it again.
    this.#draft = this.drafts.of(NEW_CONVERSATION);
    this.newChat = '';
    this.search = '';
    this.isListOpen = false;
  }

  #go({ session, entry, gap }: PanelTarget): void {
    if (session !== undefined) this.select(session);
    else if (gap !== undefined) void this.#beginGap({ kind: 'gap', gap });
    else if (entry !== undefined) void this.#prepare(entry);
  }

  /** A conversation about an entry begins with its first message: a link alone changes nothing. */
  async #prepare(id: string): Promise<void> {
    this.startNew();
    this.#aboutId = id;
    await this.about.load(async (signal) =>
      bodyOf(await this.client.v1.entries[':id'].$get({ param: { id } }, { init: { signal } })),
    );
  }

  /** Goes on with the conversation about a gap, or begins one. */
  async #beginGap(task: NewTask & { kind: 'gap' }): Promise<void> {
    if (this.sessions.value === undefined) await this.refresh();
    const known = this.sessions.value?.items.find(
      (one) => task.gap !== undefined && one.task.kind === 'gap' && one.task.gap === task.gap,
    );
    if (known !== undefined) {
      this.select(known.id);
      return;
    }
    const begun = await this.#begin(task);
    if (begun !== undefined && begun.draft === '') begun.draft = begun.loaded.value?.opening ?? '';
  }

  async #begin(task: NewTask): Promise<Conversation | undefined> {
    if (this.isBeginning) return undefined;
    this.isBeginning = true;
    this.failure = undefined;
    // A gap brings the chat in which it was met.
    const chat = task.kind === 'gap' ? '' : this.newChat;
    const asked = await ask(
      async () =>
        bodyOf(await this.client.v1.librarian.sessions.$post({ json: { task, ...(chat !== '' && { chat }) } })),
      new AbortController().signal,
    );
    this.isBeginning = false;
    if (asked.kind === 'failure') this.failure = asked.failure;
    if (asked.kind !== 'answer') return undefined;
    const conversation = this.#conversation(asked.value.id);
    conversation.loaded.put(asked.value);
    this.#forgetAbout();
    this.isListOpen = false;
    this.#current = conversation;
    void this.refresh();
    return conversation;
  }

  #conversation(id: string): Conversation {
    return this.#conversations.of(id, () => new Conversation(this.client, id, () => void this.refresh(), this.drafts));
  }

  async #loadChats(): Promise<void> {
    await this.chats.load(async (signal) => {
      const reply = await this.client.v1.lab.chats.$get({}, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
  }

  #forgetAbout(): void {
    this.#aboutId = undefined;
    this.about.clear();
  }
}
