import type { Context } from 'hono';
import type { ModelErrorKind } from '../../../src/core/ai/model-error';
import type { Handlers } from '../../../src/server/contract/api';
import type {
  WireAnswerPart,
  WireAssistantMessage,
  WireLibrarianEvent,
  WireLibrarianHead,
  WireLibrarianSession,
  WireLibrarianSessions,
} from '../../../src/server/contract/wire-librarian';
import { answerOf, sessionOf } from './librarian-world';
import { pictureNow } from './picture-clock';

type LibrarianHandlers = Pick<
  Handlers,
  | 'librarianSessions'
  | 'startLibrarianSession'
  | 'librarianSession'
  | 'changeLibrarianSession'
  | 'deleteLibrarianSession'
  | 'tellLibrarian'
  | 'librarianEvents'
  | 'stopLibrarian'
  | 'regenerateLibrarian'
  | 'editLibrarianMessage'
>;

const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Conversations of a scripted server: what is answered is put in by the test, and streamed piece by piece. */
export class ScriptedLibrarian {
  sessions: readonly WireLibrarianSession[] = [];
  channel: WireLibrarianSessions['channel'] = {
    state: 'usable',
    model: 'sonnet',
    connection: 'Anthropic',
    protocol: 'tools',
  };
  gaps = 0;
  usedToday = 0;
  dailyTokens: number | undefined;
  limits: WireLibrarianSessions['limits'] = { steps: 24, tokens: 300_000 };
  /** What the next answers say and do. */
  parts: readonly WireAnswerPart[] = [{ kind: 'text', text: 'It stands in the lore already.' }];
  /** How the next answers fail at their end, if they do. */
  failure: { readonly error: ModelErrorKind; readonly sentence: string } | undefined;
  /** Why nothing is begun or answered, if it is not. */
  refusal: string | undefined;
  /** Milliseconds between the pieces. */
  every = 0;
  readonly #stopped = new Set<string>();

  handlers(): LibrarianHandlers {
    return {
      librarianSessions: (context) =>
        context.json(
          {
            items: this.sessions.map(headOf),
            channel: this.channel,
            gaps: this.gaps,
            usedToday: this.usedToday,
            ...(this.dailyTokens !== undefined && { dailyTokens: this.dailyTokens }),
            limits: this.limits,
          },
          200,
        ),
      startLibrarianSession: (context) => {
        if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
        const { task, chat, title } = context.req.valid('json');
        const about = task.kind === 'entry' ? task.entry : task.kind === 'gap' ? 'Bloodchain oath' : '';
        const session = sessionOf({
          id: `session-${String(this.sessions.length + 1)}`,
          title: title ?? (about === '' ? 'New conversation' : about),
          task:
            task.kind === 'free'
              ? task
              : task.kind === 'gap'
                ? { kind: 'gap', gap: task.gap ?? 'gap-1', title: about }
                : { kind: 'entry', path: `Lore/${about}.md`, title: about },
          ...(chat !== undefined && { chat }),
          opening: about === '' ? '' : `Please look into “${about}”.`,
        });
        this.sessions = [session, ...this.sessions];
        return context.json(session, 201);
      },
      librarianSession: (context) => found(context, this.#find(context.req.valid('param').id)),
      changeLibrarianSession: (context) => {
        const { title, chat } = context.req.valid('json');
        const { id } = context.req.valid('param');
        this.#change(id, ({ chat: before, ...rest }) => ({
          ...rest,
          ...(title !== undefined && { title }),
          ...(chat !== null && (chat ?? before) !== undefined && { chat: chat ?? before }),
        }));
        return found(context, this.#find(id));
      },
      deleteLibrarianSession: (context) => {
        const { id } = context.req.valid('param');
        if (this.#find(id) === undefined) return notFound(context);
        this.sessions = this.sessions.filter((one) => one.id !== id);
        return context.json({ deleted: true }, 200);
      },
      tellLibrarian: (context) => {
        const { id } = context.req.valid('param');
        const { text } = context.req.valid('json');
        return this.#answered(context, id, (session) => [...session.messages, { role: 'user', at: pictureNow, text }]);
      },
      librarianEvents: (context) => {
        const session = this.#find(context.req.valid('param').id);
        return session ? streamed(this.#readAlong(session.id)) : notFound(context);
      },
      stopLibrarian: (context) => {
        const { id } = context.req.valid('param');
        this.#stopped.add(id);
        return found(context, this.#find(id));
      },
      regenerateLibrarian: (context) =>
        this.#answered(context, context.req.valid('param').id, ({ messages }) =>
          messages.slice(0, messages.map(({ role }) => role).lastIndexOf('user') + 1),
        ),
      editLibrarianMessage: (context) => {
        const { id, message } = context.req.valid('param');
        const { text } = context.req.valid('json');
        const session = this.#find(id);
        if (session === undefined) return notFound(context);
        const fork = { ...session, id: `${id}-${String(this.sessions.length)}`, forkedFrom: { session: id, message } };
        this.sessions = [fork, ...this.sessions];
        return this.#answered(context, fork.id, ({ messages }) => [
          ...messages.slice(0, message),
          { role: 'user', at: pictureNow, text },
        ]);
      },
    };
  }

  #answered(context: Context, id: string, said: (session: WireLibrarianSession) => WireLibrarianSession['messages']) {
    if (this.#find(id) === undefined) return notFound(context);
    if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
    this.#stopped.delete(id);
    this.#change(id, (session) => ({ ...session, messages: said(session), state: 'running' }));
    return streamed(this.#events(id));
  }

  /** An answer that another reader began, as it stands from time to time. */
  async *#readAlong(id: string): AsyncGenerator<WireLibrarianEvent, void> {
    for (;;) {
      const session = this.#find(id);
      const answer = session?.messages.at(-1);
      if (session === undefined || answer?.role !== 'assistant') return;
      if (answer.state !== 'running') {
        yield { kind: 'done', session };
        return;
      }
      yield { kind: 'answer', session: id, message: session.messages.length - 1, answer };
      await new Promise((resolve) => setTimeout(resolve, Math.max(10, this.every)));
    }
  }

  async *#events(id: string): AsyncGenerator<WireLibrarianEvent, void> {
    const place = this.#find(id)?.messages.length ?? 0;
    const written: WireAnswerPart[] = [];
    const keep = (state: WireAssistantMessage['state']): WireAssistantMessage => {
      const answer = answerOf([...written], { state });
      this.#change(id, (session) => ({ ...session, state, messages: [...session.messages.slice(0, place), answer] }));
      return answer;
    };
    yield { kind: 'answer', session: id, message: place, answer: keep('running') };
    for (const part of this.parts) {
      for (const event of this.#pieces(part, written)) {
        if (this.every > 0) await new Promise((resolve) => setTimeout(resolve, this.every));
        keep('running');
        yield event;
        if (this.#stopped.has(id)) break;
      }
      if (this.#stopped.has(id)) break;
    }
    const { failure } = this;
    if (failure !== undefined) written.push({ kind: 'notice', tone: 'error', sentence: failure.sentence });
    keep(failure ? 'failed' : this.#stopped.has(id) ? 'stopped' : 'done');
    const session = this.#find(id);
    if (session !== undefined) yield failure ? { kind: 'error', ...failure, session } : { kind: 'done', session };
  }

  /** A part as the events that build it up, each after the part stands among those that are written. */
  *#pieces(part: WireAnswerPart, written: WireAnswerPart[]): Generator<WireLibrarianEvent, void> {
    const place = written.length;
    switch (part.kind) {
      case 'text': {
        let text = '';
        for (const word of part.text.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
          text += word;
          written[place] = { kind: 'text', text };
          yield { kind: 'text', part: place, text: word };
        }
        return;
      }
      case 'tool': {
        const call = { ...part, state: 'running' as const, summary: '', result: '' };
        written[place] = call;
        yield { kind: 'tool-call', part: place, call };
        written[place] = part;
        yield { kind: 'tool-result', part: place, call: part };
        return;
      }
      case 'proposal':
        written[place] = part;
        yield { kind: 'proposal', part: place, proposal: part };
        return;
      case 'notice':
        written[place] = part;
        yield { kind: 'notice', part: place, notice: part };
    }
  }

  #find(id: string): WireLibrarianSession | undefined {
    return this.sessions.find((one) => one.id === id);
  }

  #change(id: string, change: (session: WireLibrarianSession) => WireLibrarianSession): void {
    this.sessions = this.sessions.map((one) => (one.id === id ? { ...change(one), changed: pictureNow } : one));
  }
}

function headOf({ messages, opening: _, remembered: __, ...head }: WireLibrarianSession): WireLibrarianHead {
  const parts = messages.flatMap((message) => (message.role === 'assistant' ? message.parts : []));
  return { ...head, messages: messages.length, proposals: parts.filter(({ kind }) => kind === 'proposal').length };
}

/** Events as a stream; they go on when nobody reads them any more. */
function streamed(events: AsyncGenerator<WireLibrarianEvent, void>): Response {
  const encoder = new TextEncoder();
  let isRead = true;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const pump = async (): Promise<void> => {
        for await (const event of events) if (isRead) controller.enqueue(encoder.encode(eventText(event)));
        if (isRead) controller.close();
      };
      void pump();
    },
    cancel: () => void (isRead = false),
  });
  return new Response(body, { headers: EVENTS });
}

function eventText(event: WireLibrarianEvent): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}

function found(context: Context, session: WireLibrarianSession | undefined) {
  return session ? context.json(session, 200) : notFound(context);
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}

function notFound(context: Context) {
  return context.json(problem(404, 'not_found', 'There is no such conversation.'), 404);
}
