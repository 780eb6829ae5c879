import type { LabChat } from '../../core/lab/lab-chat';
import type { Trace } from '../../core/pipeline/trace';
import type { Handlers } from '../contract/api';
import type { WireCoverageEvent, WireKeysEvent } from '../contract/wire-coverage';
import type { WireLabEvent, WireSimulateRequest } from '../contract/wire-lab';
import type { WireTestEvent } from '../contract/wire-lore-tests';
import type { WireReplayEvent } from '../contract/wire-replay';
import { sendProblem } from '../http-problem';
import { writeSimulatedTurn } from '../mapping/write-lab';
import { writeCoverage, writeKeyFinding } from '../mapping/write-lab-counts';
import { writeTestResult, writeTestRun } from '../mapping/write-lore-tests';
import { writeReplayedTurn } from '../mapping/write-replay';
import { labStream } from './lab-stream';
import type { RouteParts } from './route-parts';

type LabHandlers = Pick<
  Handlers,
  'loreTests' | 'loreTestState' | 'runLoreTests' | 'labChats' | 'simulate' | 'replayTurns' | 'labCoverage' | 'labKeys'
>;

/** Tests of the lore, chats and turns played again, and what is counted over many of them. */
export function labRoutes({ engine, log }: RouteParts): LabHandlers {
  const { lab } = engine;
  const { tests } = lab;
  const failed = (error: unknown): void => log.warn('The lab failed.', error);
  return {
    loreTests: async (context) => {
      const { path, source } = context.req.valid('json');
      const { signal } = context.req.raw;
      const run =
        source === undefined ? await tests.run({ path, signal }) : await tests.runSource(source, path, signal);
      return context.json(writeTestRun(run), 200);
    },

    loreTestState: (context) => {
      const { lamp } = tests;
      return context.json(lamp ? { last: { passed: lamp.passed, failed: lamp.failed, red: lamp.red } } : {}, 200);
    },

    runLoreTests: () => labStream(testsRun, 'The lore tests could not be run to their end.', failed),

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
      const { chat } = found;
      return labStream(
        (signal) => played(chat, settings ?? {}, signal),
        'The chat could not be played to its end.',
        failed,
      );
    },

    replayTurns: (context) => {
      const scope = context.req.valid('json');
      const traces = lab.replays.turnsOf(
        'turn' in scope ? { kind: 'turn', id: scope.turn } : { kind: 'chat', id: scope.chat },
      );
      if (traces.length === 0) return sendProblem(context, 'not_found', 'Nothing is kept of it any more.');
      return labStream((signal) => replayed(traces, signal), 'The turns could not be played to their end.', failed);
    },

    labCoverage: (context) => {
      const sources = context.req.valid('json');
      const begin = async function* (signal: AbortSignal): AsyncGenerator<WireCoverageEvent, void> {
        for await (const step of lab.coverage.take(sources, signal))
          yield step.kind === 'progress'
            ? step
            : { kind: 'done', coverage: writeCoverage(step.report), chats: step.chats, leftOut: step.leftOut };
      };
      return labStream(begin, 'The chats could not be counted to their end.', failed);
    },

    labKeys: (context) => {
      const sources = context.req.valid('json');
      const begin = async function* (signal: AbortSignal): AsyncGenerator<WireKeysEvent, void> {
        for await (const step of lab.keys.look(sources, signal))
          yield step.kind === 'progress'
            ? step
            : {
                ...{ kind: 'done', messages: step.messages, leftOut: step.leftOut },
                items: step.findings.map(writeKeyFinding),
              };
      };
      return labStream(begin, 'The chats could not be searched to their end.', failed);
    },
  };

  async function* testsRun(signal: AbortSignal): AsyncGenerator<WireTestEvent, void> {
    for await (const step of tests.steps({ signal }))
      yield step.kind === 'done'
        ? { kind: 'done', run: writeTestRun(step.run) }
        : { kind: 'result', done: step.done, total: step.total, result: writeTestResult(step.result) };
  }

  async function* replayed(traces: readonly Trace[], signal: AbortSignal): AsyncGenerator<WireReplayEvent, void> {
    for await (const turn of lab.replays.play(traces, signal))
      yield { kind: 'turn', place: turn.place, turns: turn.turns, turn: writeReplayedTurn(turn) };
    yield { kind: 'done' };
  }

  async function* played(
    chat: LabChat,
    settings: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): AsyncGenerator<WireLabEvent, void> {
    const coverage = lab.newCoverage();
    let before: Trace | undefined;
    for await (const turn of lab.simulate(chat, settings, signal)) {
      coverage.add(turn.result.trace);
      yield { kind: 'turn', place: turn.place, turns: turn.turns, turn: writeSimulatedTurn(turn, chat, before) };
      before = turn.result.trace;
    }
    yield { kind: 'done', coverage: writeCoverage(coverage.report(lab.entries)) };
  }
}

function sceneOf(scene: WireSimulateRequest['scene']) {
  if ('text' in scene) return { kind: 'text' as const, text: scene.text };
  return 'chat' in scene ? { kind: 'chat' as const, id: scene.chat } : { kind: 'file' as const, text: scene.file };
}
