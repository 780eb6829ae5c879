import { describe, expect, it } from 'vitest';
import { ManualTime } from '../../src/adapters/memory/manual-time';
import { ScriptedModel, type ScriptedStep } from '../../src/adapters/memory/scripted-model';
import { createModel } from '../../src/adapters/models/create-model';
import { nodeClock } from '../../src/adapters/node/node-clock';
import { nodeTimer } from '../../src/adapters/node/node-timer';
import type { ConnectionKind } from '../../src/core/ai/model-connection';
import { ModelError, type ModelErrorKind } from '../../src/core/ai/model-error';
import { FakeProvider, type FakeWire } from '../support/fake-provider/fake-provider';
import type { FakeAnswer, Reply } from '../support/fake-provider/reply';
import {
  describeLanguageModel,
  question,
  readStream,
  failureOf,
  SECRET_KEY,
  type ModelUnderTest,
} from './language-model.contract';

const adapters: readonly (readonly [ConnectionKind, FakeWire])[] = [
  ['openai-compatible', 'openai'],
  ['anthropic', 'anthropic'],
  ['google', 'google'],
];

async function overHttp(kind: ConnectionKind, wire: FakeWire): Promise<ModelUnderTest> {
  const provider = await FakeProvider.start(wire, { key: SECRET_KEY });
  const connection = { kind, baseUrl: provider.url, model: 'fake-1' };
  return {
    model: createModel(connection, { fetch, clock: nodeClock, key: SECRET_KEY }),
    next: (...next) => provider.next(...next),
    asked: () => provider.requests.length,
    dispose: () => provider.close(),
  };
}

for (const [kind, wire] of adapters) describeLanguageModel(`a model over ${kind}`, () => overHttp(kind, wire));

function fail(kind: ModelErrorKind, details = {}): ScriptedStep {
  return { error: new ModelError(kind, 'As the script says.', details) };
}

function scripted(reply: Reply): ScriptedStep {
  switch (reply.kind) {
    case 'silent':
      return { isSilent: true };
    case 'reset':
      return fail('network');
    case 'raw':
      return fail('unusable');
    case 'slow':
      return { ...scripted(reply.reply), after: reply.milliseconds };
    case 'failure':
      return scriptedStatus(reply.status, reply.headers['retry-after']);
    case 'answer':
      return scriptedAnswer(reply);
  }
}

function scriptedStatus(status: number, wait: string | undefined): ScriptedStep {
  const kind = status >= 500 ? 'server' : ({ 401: 'auth', 403: 'auth', 429: 'rate-limit' } as const)[status];
  return fail(kind ?? 'request', { status, ...(wait === undefined ? {} : { retryAfter: Number(wait) * 1_000 }) });
}

function scriptedAnswer({ text = '', toolCalls = [], finish, usage, cutAfter }: FakeAnswer): ScriptedStep {
  const isEmpty = text === '' && toolCalls.length === 0 && finish !== 'refusal';
  if (isEmpty) return fail('unusable', { usage });
  return {
    answer: {
      text,
      toolCalls: toolCalls.map(({ id = '', tool, input }) => ({ id, tool, input })),
      ...(usage === undefined ? {} : { usage }),
      ...(finish === undefined ? {} : { finish }),
    },
    ...(cutAfter === undefined ? {} : fail('network')),
  };
}

describeLanguageModel('ScriptedModel', () => {
  const model = new ScriptedModel(nodeTimer);
  return Promise.resolve({
    model,
    next: (...next) => model.add(...next.map(scripted)),
    asked: () => model.requests.length,
    dispose: () => Promise.resolve(),
  });
});

describe('ScriptedModel', () => {
  it('waits until its time has come', async () => {
    const time = new ManualTime();
    const model = new ScriptedModel(time, { answer: { text: 'late' }, after: 1_000 });
    let isAnswered = false;
    const answer = model.generate(question()).then((value) => {
      isAnswered = true;
      return value;
    });
    time.advance(999);
    await Promise.resolve();
    expect(isAnswered).toBe(false);
    time.advance(1);
    expect((await answer).text).toBe('late');
  });

  it('takes its appointment back when it is aborted', async () => {
    const time = new ManualTime();
    const controller = new AbortController();
    const model = new ScriptedModel(time, { answer: { text: 'late' }, after: 1_000 });
    const failure = failureOf(model.generate(question({ signal: controller.signal })));
    controller.abort();
    expect((await failure).kind).toBe('aborted');
    expect(time.waiting).toBe(0);
  });

  it('can answer by the question', async () => {
    const model = new ScriptedModel(nodeTimer, (request) => ({ answer: { text: request.messages[0]?.text ?? '' } }));
    expect((await readStream(model, question()))[0].text).toBe('Answer in JSON.');
  });

  it('fails when the script has ended', async () => {
    expect((await failureOf(new ScriptedModel(nodeTimer).generate(question()))).kind).toBe('no-connection');
  });
});
