import { AnswerRun } from './answering/answer-run';
import { ProtocolChoice } from './answering/protocol-choice';
import { writeAnswer } from './answering/write-answer';
import { fitMemory } from './conversation/fit-memory';
import { proposalNews } from './conversation/proposal-news';
import type { LibrarianPorts } from './ports';
import { ProtocolNotes } from './protocol-notes';
import { chooseTask, type NewSession } from './session/choose-task';
import type { AssistantMessage, LibrarianSession, SessionHead, SessionMessage } from './session/session';
import { titleFrom } from './session/session-head';
import { Sessions } from './session/sessions';
import type { ToolDesk } from './tools/tool';

/** Why something was not done: `missing` for a conversation that is not known. */
export type NotDone = { readonly kind: 'missing' } | { readonly kind: 'refused'; readonly sentence: string };
export type Started = { readonly kind: 'session'; readonly session: LibrarianSession } | NotDone;
export type Answering = { readonly kind: 'run'; readonly run: AnswerRun } | NotDone;

const MISSING: NotDone = { kind: 'missing' };
const BUSY = 'An answer is being written in this conversation. Wait for its end, or stop it.';
const MANY_RUNS = 'Answers are being written in several conversations already. Wait for one of them, or stop one.';
const NOTHING_SAID = 'Nothing was said yet that could be answered anew.';
const NOT_THERE = 'There is no message of yours at this place.';
const TOO_LONG = 'This conversation is too long. Begin a new one; this one can still be read.';
const MOST_MESSAGES = 1_000;
const MOST_RUNS = 3;
const ID_BYTES = 12;

/** Conversations about the lore: begun, told something, answered, stopped, kept. */
export class Librarian {
  readonly protocols: ProtocolNotes;
  readonly #sessions: Sessions;
  readonly #runs = new Map<string, AnswerRun>();
  #loading: Promise<void> | undefined;
  #calls = 0;

  constructor(private readonly ports: LibrarianPorts) {
    this.protocols = new ProtocolNotes(ports.store, ports.log);
    this.#sessions = new Sessions(ports, ports.changed);
  }

  /** The one that was changed last first. */
  async list(): Promise<readonly SessionHead[]> {
    await this.#load();
    return this.#sessions.list();
  }

  async get(id: string): Promise<LibrarianSession | undefined> {
    await this.#load();
    return this.#sessions.get(id);
  }

  /** How many of the last messages the model still reads. */
  remembered({ messages }: LibrarianSession): number {
    return messages.length - fitMemory(messages, this.ports.settings().librarianMemory).leftOut;
  }

  /** Begins a conversation; nobody is asked yet. */
  async start({ task: wanted, chat, title }: NewSession): Promise<Started> {
    await this.#loadToWrite();
    const { clock, random, chats } = this.ports;
    const found = chooseTask(wanted, this.ports, this.#sessions.list());
    if ('sentence' in found) return { kind: 'refused', sentence: found.sentence };
    const { task, gapChat } = found;
    const now = clock.now();
    const session: LibrarianSession = {
      id: random.token(ID_BYTES),
      title: title ?? (task.kind === 'free' ? 'New conversation' : titleFrom(task.title)),
      isNamed: title !== undefined || task.kind !== 'free',
      task,
      chat: chat ?? gapChat ?? chats.last(),
      forkedFrom: undefined,
      created: now,
      changed: now,
      messages: [],
    };
    this.#put(session);
    return this.#session(session.id);
  }

  /** Renames a conversation, or lets it look at another chat (null for none). */
  async change(
    id: string,
    { title, chat }: { readonly title?: string | undefined; readonly chat?: string | null | undefined },
  ): Promise<Started> {
    await this.#loadToWrite();
    const session = this.#sessions.get(id);
    if (session === undefined) return MISSING;
    this.#put({
      ...session,
      ...(title !== undefined && { title, isNamed: true }),
      ...(chat !== undefined && { chat: chat ?? undefined }),
    });
    return this.#session(id);
  }

  /** Forgets a conversation, and ends what is written in it; false for one that is not known. */
  async remove(id: string): Promise<boolean> {
    await this.#loadToWrite();
    await this.#stop(id, 'user');
    return this.#sessions.remove(id);
  }

  /** Says something and has it answered. */
  async tell(id: string, text: string): Promise<Answering> {
    await this.#loadToWrite();
    const session = this.#sessions.get(id);
    if (session === undefined) return MISSING;
    const at = this.ports.clock.now();
    return this.#answer({ ...session, messages: [...session.messages, { role: 'user', at, text }] });
  }

  /** Answers the last message anew. */
  async regenerate(id: string): Promise<Answering> {
    await this.#loadToWrite();
    const session = this.#sessions.get(id);
    if (session === undefined) return MISSING;
    const last = session.messages.map(({ role }) => role).lastIndexOf('user');
    if (last < 0) return { kind: 'refused', sentence: NOTHING_SAID };
    return this.#answer({ ...session, messages: session.messages.slice(0, last + 1) });
  }

  /** Says something else at a place: a conversation branches off there and is answered, the old one stays. */
  async edit(id: string, place: number, text: string): Promise<Answering> {
    await this.#loadToWrite();
    const session = this.#sessions.get(id);
    if (session === undefined) return MISSING;
    if (session.messages[place]?.role !== 'user') return { kind: 'refused', sentence: NOT_THERE };
    const { clock, random } = this.ports;
    const at = clock.now();
    return this.#answer({
      ...session,
      id: random.token(ID_BYTES),
      forkedFrom: { session: id, message: place },
      created: at,
      messages: [...session.messages.slice(0, place), { role: 'user', at, text }],
    });
  }

  /** The answer that is being written in a conversation. */
  running(id: string): AnswerRun | undefined {
    return this.#runs.get(id);
  }

  /** Stops what is being written, and answers when that is done. */
  async stop(id: string): Promise<Started> {
    await this.#load();
    await this.#stop(id, 'user');
    return this.#session(id);
  }

  /** Ends everything that is being written and stores it. */
  async close(): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((id) => this.#stop(id, 'closing')));
    await Promise.all([this.#sessions.flush(), this.protocols.flush()]);
  }

  #answer(session: LibrarianSession): Answering {
    const running = [...this.#runs.values()].filter(({ isOver }) => !isOver);
    if (running.some((run) => run.session === session.id)) return { kind: 'refused', sentence: BUSY };
    if (running.length >= MOST_RUNS) return { kind: 'refused', sentence: MANY_RUNS };
    if (session.messages.length >= MOST_MESSAGES) return { kind: 'refused', sentence: TOO_LONG };
    const [first] = session.messages;
    const title = session.isNamed || first?.role !== 'user' ? session.title : titleFrom(first.text);
    const { id, messages } = session;
    this.#put({ ...session, title });
    const { clock, timer, log, newAbort, settings } = this.ports;
    const { librarianSeconds: seconds, librarianGoesOn: goesOn } = settings();
    const run = new AnswerRun({
      ...{ session: id, place: messages.length, clock, timer, log, newAbort, seconds, goesOn },
      write: async (draft, signal) => {
        const model = await this.ports.model();
        const desk = this.#desk(session);
        const news = proposalNews(messages, await this.ports.proposals.list());
        const protocol = new ProtocolChoice(model, this.protocols);
        const newId = (): string => this.#newCallId();
        return writeAnswer({ model, protocol, desk, draft, messages, news, settings: settings(), newId, signal });
      },
      keep: (answer) => this.#keep(id, messages, answer),
    });
    this.#runs.set(id, run);
    void run.ended.then(() => this.#ended(id, run));
    return { kind: 'run', run };
  }

  #keep(id: string, before: readonly SessionMessage[], answer: AssistantMessage): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    const next = { ...session, messages: [...before, answer] };
    if (answer.state === 'running') this.#sessions.follow(next);
    else this.#put(next);
  }

  #ended(id: string, run: AnswerRun): void {
    if (this.#runs.get(id) === run) this.#runs.delete(id);
  }

  async #stop(id: string, reason: 'user' | 'closing'): Promise<void> {
    const run = this.#runs.get(id);
    run?.stop(reason);
    await run?.ended;
    if (run !== undefined) this.#ended(id, run);
  }

  #desk({ id, task, chat }: LibrarianSession): ToolDesk {
    const { lore, gaps, chats, turns, proposals, settings } = this.ports;
    const { loreTag, librarianFolder } = settings();
    return { lore, gaps, chats, turns, proposals, session: id, task, chat, loreTag, newFolder: librarianFolder };
  }

  /** Nine letters and digits: the narrowest rule that a provider has for the ids of calls. */
  #newCallId(): string {
    this.#calls += 1;
    return `c${lastOf(this.ports.clock.now(), 5)}${lastOf(this.#calls, 3)}`;
  }

  #session(id: string): Started {
    const session = this.#sessions.get(id);
    return session === undefined ? MISSING : { kind: 'session', session };
  }

  #put(session: LibrarianSession): void {
    this.#sessions.put(session, (id) => this.#runs.has(id));
  }

  /** Errors: `ReadOnlyDocument` where conversations are read and never stored. */
  async #loadToWrite(): Promise<void> {
    await this.#load();
    this.#sessions.requireWritable();
  }

  #load(): Promise<void> {
    this.#loading ??= Promise.all([this.#sessions.load(), this.protocols.load()]).then(() => undefined);
    return this.#loading;
  }
}

/** The last places of a number, in letters and digits. */
function lastOf(number: number, places: number): string {
  return number.toString(36).padStart(places, '0').slice(-places);
}
