import type { Handlers } from '../../../src/server/contract/api';
import type {
  WireChatSummaries,
  WireChatSummary,
  WireScribe,
  WireScribeJob,
} from '../../../src/server/contract/wire-scribe';
import { pictureNow } from './picture-clock';

type ScribeHandlers = Pick<
  Handlers,
  'scribe' | 'summarize' | 'cancelScribe' | 'summaries' | 'redoSummary' | 'recap' | 'extractNotes' | 'copyChat'
>;

const NOW = pictureNow - 7_200_000;
const noChat: Pick<WireChatSummaries, 'known' | 'items' | 'untold'> = {
  ...{ known: true, items: [], untold: { messages: 0, replies: 0 } },
};

/** Summaries of a scripted server: what is kept and under way is put in by the test. */
export class ScriptedScribe {
  chats: WireScribe['chats'] = [];
  jobs: readonly WireScribeJob[] = [];
  channel: WireScribe['channel'] = { state: 'usable', model: 'story-writer' };
  /** By the id of the chat. */
  told: Readonly<Record<string, Partial<WireChatSummaries>>> = {};
  /** Why nothing is begun or copied, if it is not. */
  refusal: string | undefined;
  /** What was asked for last. */
  lastFocus: string | undefined;
  readonly redone: string[] = [];
  readonly copied: string[] = [];

  handlers(): ScribeHandlers {
    return {
      scribe: (context) => context.json({ chats: this.chats, jobs: this.jobs, channel: this.channel, every: 5 }, 200),
      summarize: (context) => {
        if (this.refusal !== undefined) return context.json(problem(this.refusal), 409);
        const { focus = '' } = context.req.valid('json');
        this.lastFocus = focus;
        const id = `job-${String(this.jobs.length + 10)}`;
        const job = jobOf(context.req.valid('param').id, { id, focus });
        this.jobs = [...this.jobs, job];
        return context.json({ job, sentence: 'The Scribe is at work; its summary comes as a note.' }, 202);
      },
      cancelScribe: (context) => {
        const { id } = context.req.valid('param');
        const cancelled = this.jobs.some(({ chat }) => chat === id);
        this.jobs = this.jobs.filter(({ chat }) => chat !== id);
        return context.json({ cancelled }, 200);
      },
      summaries: (context) => {
        const { id } = context.req.valid('param');
        const jobs = this.jobs.filter(({ chat }) => chat === id);
        return context.json({ ...noChat, ...this.told[id], chat: id, jobs }, 200);
      },
      redoSummary: (context) => {
        const { id, summary } = context.req.valid('param');
        this.redone.push(summary);
        return context.json(
          { job: jobOf(id, { only: summary, reason: 'redo' }), sentence: 'It is written anew.' },
          202,
        );
      },
      recap: (context) => {
        const items = this.told[context.req.valid('param').id]?.items ?? [];
        const text = items.map((item) => item.text).join('\n\n');
        return context.json({ text, summaries: items.map(({ id }) => id), untold: 0 }, 200);
      },
      extractNotes: (context) => context.json({ notes: '' }, 200),
      copyChat: (context) => {
        const { to } = context.req.valid('json');
        if (this.refusal !== undefined) return context.json(problem(this.refusal), 409);
        this.copied.push(to);
        const text = { text: '' };
        const state = { pins: [], blocks: [], books: [], context: {}, notebook: text, notepad: text, changed: NOW };
        return context.json({ id: to, ...state }, 200);
      },
    };
  }
}

/** A piece of work that waits. */
export function jobOf(chat: string, more: Partial<WireScribeJob> = {}): WireScribeJob {
  const fresh = { reason: 'command', focus: '', state: 'waiting', done: 0, total: 0, tries: 0, at: NOW } as const;
  return { id: `job-${chat}`, chat, ...fresh, ...more };
}

/** A summary that stands in a note. */
export function summaryOf(number: number, more: Partial<WireChatSummary> = {}): WireChatSummary {
  const level = more.level ?? 'scene';
  const title = `Coast – 2026-01-01 12.00 – ${level} ${String(number)}`;
  return {
    ...{ id: `${level}-${String(number)}`, level, number, title, path: `Sessions/${title}.md` },
    text: 'Mara reached the quay at dusk and found the ferry gone. Vesk had sold it to pay an old debt, and would not say to whom.',
    ...{ from: 20 * (number - 1), to: 20 * number - 1, parts: [], state: 'fresh', note: 'written' },
    ...{ cut: false, inherited: false, at: NOW },
    ...more,
  };
}

function problem(detail: string) {
  return { type: 'about:blank', title: 'Nothing was changed', status: 409, code: 'not_done', detail };
}
