import type { LabChat } from '../../core/lab/lab-chat';
import type { Trace } from '../../core/pipeline/trace';
import type { Handlers } from '../contract/api';
import type { WireLabEvent, WireSimulateRequest } from '../contract/wire-lab';
import { sendProblem } from '../http-problem';
import { writeSimulatedTurn, writeTestRun } from '../mapping/write-lab';
import type { RouteParts } from './route-parts';

type LabHandlers = Pick<Handlers, 'loreTests' | 'labChats' | 'simulate'>;

const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };

/** Tests of the lore, and chats played again. */
export function labRoutes({ engine, log }: RouteParts): LabHandlers {
  const { lab } = engine;
  return {
    loreTests: async (context) => {
      const { path, source } = context.req.valid('json');
      const { signal } = context.req.raw;
      const run =
        source === undefined ? await lab.runTests({ path, signal }) : await lab.runSource(source, path, signal);
      return context.json(writeTestRun(run), 200);
    },

    labChats: async (context) => {
      const items = (await lab.chats()).map(({ id, name, messages }) => ({
        ...{ id, messages },
        ...(name !== undefined && { name }),
      }));
      return context.json({ items }, 200);
    },

    simulate: async (context) => {
      const { scene, settings } = context.req.valid('json');
      const found = await lab.chat(sceneOf(scene));
      if (found.kind === 'missing') return sendProblem(context, 'not_found', found.sentence);
      const events = played(found.chat, settings ?? {});
      return new Response(
        eventStream(events, (error) => log.warn('Playing a chat failed.', error)),
        { headers: EVENTS },
      );
    },
  };

  async function* played(
    chat: LabChat,
    settings: Readonly<Record<string, unknown>>,
  ): AsyncGenerator<WireLabEvent, void> {
    const coverage = lab.newCoverage();
    let before: Trace | undefined;
    for await (const turn of lab.simulate(chat, settings)) {
      coverage.add(turn.result);
      yield { kind: 'turn', place: turn.place, turns: turn.turns, turn: writeSimulatedTurn(turn, chat, before) };
      before = turn.result.trace;
    }
    yield { kind: 'done', coverage: { turns: coverage.turns, items: coverage.of(lab.entries) } };
  }
}

function sceneOf(scene: WireSimulateRequest['scene']) {
  if ('text' in scene) return { kind: 'text' as const, text: scene.text };
  return 'chat' in scene ? { kind: 'chat' as const, id: scene.chat } : { kind: 'file' as const, text: scene.file };
}

/** Asks for the next event when the last one was taken; who stops reading ends the work. */
function eventStream(
  events: AsyncGenerator<WireLabEvent, void>,
  failed: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const write = (event: WireLabEvent): Uint8Array =>
    encoder.encode(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`);
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await events.next();
        if (done === true) controller.close();
        else controller.enqueue(write(value));
      } catch (error) {
        failed(error);
        controller.enqueue(write({ kind: 'error', message: 'The chat could not be played to its end.' }));
        controller.close();
      }
    },
    cancel: async () => {
      await events.return();
    },
  });
}
