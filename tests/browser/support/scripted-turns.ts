import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import type { WireChatState } from '../../../src/server/contract/wire-chat';
import type {
  WirePreviewAnswer,
  WireTrace,
  WireTraceHead,
  WireWhyNot,
} from '../../../src/server/contract/wire-generation';

type TurnHandlers = Pick<Handlers, 'generations' | 'generation' | 'generationChats' | 'replay' | 'chat' | 'changeChat'>;

/** The turns that a scripted server keeps, and what users decided for their chats. */
export class ScriptedTurns {
  /** Newest first. */
  traces: readonly WireTrace[] = [];
  /** Why an entry is not in a turn that is played again; without one, what the trace says. */
  explain: ((entry: string, trace: WireTrace) => WireWhyNot | undefined) | undefined;
  /** Whether turns cannot be played again. */
  isReplayGone = false;
  /** Chats whose state is not that of a new one. */
  readonly chats = new Map<string, WireChatState>();

  constructor(private readonly preview: (trace: WireTrace) => WirePreviewAnswer) {}

  handlers(): TurnHandlers {
    return {
      generations: (context) => {
        const { chat, limit, entries } = context.req.valid('query');
        const found = this.traces.filter((trace) => chat === undefined || trace.chat === chat);
        return context.json({ items: found.slice(0, limit).map((trace) => headOf(trace, entries === 'true')) }, 200);
      },
      generation: (context) => {
        const trace = this.#find(context.req.valid('param').id);
        return trace ? context.json(trace, 200) : notFound(context);
      },
      generationChats: (context) => {
        const chats = [...new Set(this.traces.map(({ chat }) => chat))];
        const items = chats.flatMap((id) => {
          const turns = this.traces.filter(({ chat }) => chat === id);
          const [last] = turns;
          if (last === undefined) return [];
          const { chatName: name } = last;
          return [{ id, turns: turns.length, last: headOf(last), ...(name !== undefined && { name }) }];
        });
        return context.json({ items }, 200);
      },
      replay: (context) => {
        const trace = this.#find(context.req.valid('param').id);
        if (trace === undefined || this.isReplayGone) return notFound(context);
        const explanations = (context.req.valid('json').explain ?? []).map((entry) => this.#explanation(entry, trace));
        return context.json({ ...this.preview(trace), explanations }, 200);
      },
      chat: (context) => context.json(this.#chat(context.req.valid('param').id), 200),
      changeChat: (context) => {
        const { id } = context.req.valid('param');
        const { pin = [], unpin = [], block = [], unblock = [], books } = context.req.valid('json');
        const before = this.#chat(id);
        const changed = (now: WireChatState['pins'], add: readonly string[], drop: readonly string[]) =>
          [...now, ...add.map((entry) => ({ id: entry }))].filter((one) => !drop.includes(one.id));
        const after: WireChatState = {
          ...before,
          pins: changed(before.pins, pin, [...unpin, ...block]),
          blocks: changed(before.blocks, block, [...unblock, ...pin]),
          books: books ?? before.books,
        };
        this.chats.set(id, after);
        return context.json(after, 200);
      },
    };
  }

  #find(id: string): WireTrace | undefined {
    return this.traces.find((trace) => trace.id === id);
  }

  #chat(id: string): WireChatState {
    const nothing = { text: '', position: 'in_chat' as const, depth: 4, role: 'system' as const };
    const none = { pins: [], blocks: [], books: [], context: {}, notebook: nothing, notepad: nothing, changed: 0 };
    return this.chats.get(id) ?? { id, ...none };
  }

  #explanation(entry: string, trace: WireTrace): WireWhyNot {
    const isInjected = trace.entries.some(({ id, injected }) => id === entry && injected);
    const refusal = trace.decisions.find((one) => one.entry === entry && one.verdict === 'refused');
    const detail = 'None of its keys stands in the scanned text, and nothing else brought it in.';
    return this.explain?.(entry, trace) ?? { entry, isInjected, detail: refusal?.detail ?? detail };
  }
}

function headOf(trace: WireTrace, tellsEntries = false): WireTraceHead {
  const { id, chat, chatName, turn, type, at, injections, delivery = [] } = trace;
  const { ai: _ai, hooks: _hooks, ...summary } = trace.summary;
  const injected = trace.entries.filter((entry) => entry.injected);
  return {
    ...{ id, chat, turn, type, at, summary },
    ...(chatName !== undefined && { chatName }),
    places: injections.map(({ text: _text, entries: _entries, ...place }) => place),
    undelivered: delivery.filter(({ outcome }) => outcome === 'undelivered').length,
    ...(tellsEntries && { entries: injected.map(({ id: entry, title, tokens }) => ({ id: entry, title, tokens })) }),
  };
}

function notFound(context: Context) {
  const detail = 'No such generation is kept.';
  return context.json({ type: 'about:blank', title: 'Not found', status: 404, code: 'not_found', detail }, 404);
}
