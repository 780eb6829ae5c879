import type { ChannelId } from '../ai/channels/channel-table';
import type { ResolvedChannel } from '../ai/channels/resolve-channel';
import type { KeptList } from '../edits/kept-list';
import { estimateOf, type Estimate } from './estimate';
import type { GrowthRequest, GrowthTool } from './growth-request';
import { isUnfinished, newJob, type Job } from './job';
import { keysTool } from './keys/keys-tool';
import { chatMarks, markUpTo, unread, type ChatMark } from './new-lore/chat-marks';
import { newLoreTool } from './new-lore/new-lore-tool';
import type { GrowthPorts } from './ports';
import { JobBoard } from './queue/job-board';
import { JobQueue } from './queue/job-queue';
import { reviewTool } from './review/review-tool';
import { scopedEntries } from './scope-entries';
import { summariesTool } from './summaries/summaries-tool';
import { tokenGauge } from './token-gauge';
import { noPlan, type GrowthToolPart, type NoPlan, type Plan, type PlanDesk } from './tool';

/** How starting a job ended. */
export type JobStarted = { readonly kind: 'job'; readonly job: Job } | NoPlan;

/** A chat that can be read for new lore. */
export interface GrowthChat {
  readonly id: string;
  readonly name: string;
  readonly messages: number;
  /** Messages that were not read yet. */
  readonly unread: number;
}

/** What could be done now. */
export interface GrowthOverview {
  readonly channels: Readonly<Record<GrowthTool, ResolvedChannel>>;
  /** The chat that changed last first. */
  readonly chats: readonly GrowthChat[];
  readonly entries: number;
  /** Entries with a text and without a summary. */
  readonly withoutSummary: number;
  /** After so many messages a chat is read by itself; 0 for never. */
  readonly every: number;
}

const ID_BYTES = 9;
/** Chats that are told. */
const MOST_CHATS = 12;
/** Jobs that may wait at the same time. */
const MOST_UNFINISHED = 20;
const TOO_MANY = `${String(MOST_UNFINISHED)} jobs are not finished. Wait for them, or cancel some.`;

/** Work on the lore that takes many questions to a model. Nothing is written: what comes of it are proposals. */
export class Growth {
  readonly #board: JobBoard;
  readonly #queue: JobQueue;
  readonly #marks: KeptList<ChatMark>;
  readonly #tools: { readonly [Tool in GrowthTool]: GrowthToolPart<Tool> };
  /** Chats that are being looked at whether they grew. */
  readonly #watching = new Set<string>();

  constructor(private readonly ports: GrowthPorts) {
    this.#board = new JobBoard(ports, ports.changed);
    this.#marks = chatMarks(ports.store, ports.log);
    this.#tools = {
      'new-lore': newLoreTool((chat) => this.#marks.find(chat)),
      keys: keysTool,
      summaries: summariesTool,
      review: reviewTool,
    };
    this.#queue = new JobQueue(
      this.#board,
      ports,
      ({ request }) => this.#tools[request.tool],
      (job) => this.#ended(job),
    );
  }

  /** What could be done, and with which models. */
  async overview(): Promise<GrowthOverview> {
    await this.#load();
    const channel = (tool: GrowthTool): ResolvedChannel => this.ports.channel(this.channelOf(tool));
    const entries = scopedEntries({}, this.ports);
    const lacking = entries.filter(
      ({ text, properties }) => text.trim() !== '' && (properties.summary ?? '').trim() === '',
    );
    return {
      channels: {
        'new-lore': channel('new-lore'),
        keys: channel('keys'),
        summaries: channel('summaries'),
        review: channel('review'),
      },
      chats: await this.#chats(),
      entries: entries.length,
      withoutSummary: lacking.length,
      every: this.ports.settings().growEvery,
    };
  }

  /** The channel whose model does a kind of work. */
  channelOf(tool: GrowthTool): ChannelId {
    return this.#tools[tool].channel;
  }

  /** What a request would cost. Asks nobody. */
  async estimate(request: GrowthRequest): Promise<Estimate | NoPlan> {
    await this.#load();
    const plan = await this.#plan(request, false);
    return plan.kind === 'refused' ? plan : estimateOf(plan, this.#tools[request.tool], this.ports);
  }

  /** Begins work; it waits while other work runs. Errors: `ReadOnlyDocument`. */
  async start(request: GrowthRequest): Promise<JobStarted> {
    await this.#load();
    await this.#board.requireWritable();
    if (this.jobs().filter(isUnfinished).length >= MOST_UNFINISHED) return noPlan(TOO_MANY);
    const channel = this.ports.channel(this.channelOf(request.tool));
    if (channel.kind === 'no-connection') return noPlan(channel.sentence);
    if (channel.kind === 'off') return noPlan('No model is set up for this. Choose one in the AI panel.');
    const plan = await this.#plan(request, false);
    return plan.kind === 'refused' ? plan : { kind: 'job', job: this.#add(request, plan, false) };
  }

  /** Newest first. */
  jobs(): readonly Job[] {
    return this.#board.list();
  }

  /** All jobs, after those that are stored are read. */
  async list(): Promise<readonly Job[]> {
    await this.#load();
    return this.jobs();
  }

  /** Stops a job until it is resumed; undefined for one that is not known. */
  pause(id: string): Promise<Job | undefined> {
    return this.#with(id, async (job) => {
      if (job.state === 'running' || job.state === 'waiting') await this.#queue.pause(id);
    });
  }

  resume(id: string): Promise<Job | undefined> {
    return this.#with(id, () => {
      this.#queue.resume(id);
      return Promise.resolve();
    });
  }

  /** Ends a job; what it found so far stays. */
  cancel(id: string): Promise<Job | undefined> {
    return this.#with(id, () => this.#queue.cancel(id));
  }

  /** Forgets a job, and ends it before; its proposals stay. False for one that is not known. */
  async remove(id: string): Promise<boolean> {
    const known = await this.cancel(id);
    if (known) this.#board.remove(id);
    return known !== undefined;
  }

  /** A chat has other messages than before: when it grew enough, it is read by itself. Never fails. */
  async chatChanged(chat: string): Promise<void> {
    if (this.ports.settings().growEvery === 0 || this.#watching.has(chat)) return;
    this.#watching.add(chat);
    try {
      await this.#load();
      this.#queue.next();
      await this.#readGrown(chat);
    } catch (error) {
      this.ports.log.warn('A chat could not be read for new lore.', error);
    } finally {
      this.#watching.delete(chat);
    }
  }

  /** Stops what runs and stores it. */
  async close(): Promise<void> {
    await this.#queue.close();
    await this.#board.flush();
  }

  async #readGrown(chat: string): Promise<void> {
    const every = this.ports.settings().growEvery;
    const request = { tool: 'new-lore', chat, range: 'new' } as const;
    if (this.ports.channel('suggest').kind !== 'usable' || this.#board.isReadOnly) return;
    const isUnderWay = this.jobs().some(
      (job) => isUnfinished(job) && job.request.tool === 'new-lore' && job.request.chat === chat,
    );
    const transcript = isUnderWay ? undefined : await this.ports.chats.of(chat);
    // One more than asked for: the last message may still be swiped and is left for the next time.
    if (transcript === undefined || unread(transcript, this.#marks.find(chat)).length <= every) return;
    const plan = await this.#plan(request, true);
    if (plan.kind === 'plan') this.#add(request, plan, true);
  }

  #plan(request: GrowthRequest, isAutomatic: boolean): Promise<Plan | NoPlan> {
    const { ports } = this;
    const { maxTokens } = ports.channel(this.channelOf(request.tool));
    const desk: PlanDesk = { ports, maxTokens, tokensOf: tokenGauge(ports.countTokens) };
    switch (request.tool) {
      case 'new-lore':
        return this.#tools['new-lore'].plan(request, desk, isAutomatic);
      case 'keys':
        return this.#tools.keys.plan(request, desk, isAutomatic);
      case 'summaries':
        return this.#tools.summaries.plan(request, desk, isAutomatic);
      case 'review':
        return this.#tools.review.plan(request, desk, isAutomatic);
    }
  }

  #add(request: GrowthRequest, { title, steps, paths }: Plan, isAutomatic: boolean): Job {
    const { random, clock } = this.ports;
    const job = newJob({ id: random.token(ID_BYTES), request, title, at: clock.now(), isAutomatic, steps, paths });
    this.#board.put(job);
    this.#queue.next();
    return this.#board.get(job.id) ?? job;
  }

  /** How far a chat was read is kept once what was found in it is. */
  async #ended({ request, steps, done }: Job): Promise<void> {
    if (request.tool !== 'new-lore') return;
    const last = steps
      .slice(0, done)
      .flatMap((step) => (step.kind === 'read-chat' ? [step.to] : []))
      .at(-1);
    const transcript = last === undefined ? undefined : await this.ports.chats.of(request.chat);
    if (last !== undefined && transcript) await this.#marks.put(markUpTo(transcript, last));
  }

  async #chats(): Promise<readonly GrowthChat[]> {
    const found: GrowthChat[] = [];
    for (const id of this.ports.chats.list().slice(0, MOST_CHATS)) {
      const transcript = await this.ports.chats.of(id);
      if (transcript === undefined || transcript.messages.length === 0) continue;
      const count = unread(transcript, this.#marks.find(id)).length;
      found.push({ id, name: transcript.name ?? id, messages: transcript.messages.length, unread: count });
    }
    return found;
  }

  async #with(id: string, act: (job: Job) => Promise<void>): Promise<Job | undefined> {
    await this.#load();
    await this.#board.requireWritable();
    const job = this.#board.get(id);
    if (job) await act(job);
    return job && (this.#board.get(id) ?? job);
  }

  async #load(): Promise<void> {
    await Promise.all([this.#board.load(), this.#marks.load()]);
  }
}
