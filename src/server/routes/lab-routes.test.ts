import { describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer, type TestServerOptions } from '../testing/test-server';

async function setUp(options: TestServerOptions = {}) {
  const server = await testServer(options);
  const token = await server.token('generate', 'read');
  const send = (path: string, body?: unknown) =>
    server.send(path, { token, method: body === undefined ? 'GET' : 'POST', body });
  const events = async (path: string, body: unknown): Promise<readonly Record<string, unknown>[]> => {
    const response = await send(path, body);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const text = await response.text();
    return text
      .split('\n\n')
      .filter(Boolean)
      .map((block) => JSON.parse(block.slice(block.indexOf('data: ') + 6)) as Record<string, unknown>);
  };
  const turn = (generationId: string, text: string) =>
    send('/v1/generations', {
      chat: { id: 'c' },
      generationId,
      messages: [{ index: 0, role: 'user', name: 'Mara', text }],
      turn: 1,
    });
  return { server, token, send, events, turn };
}

const withTest = {
  'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nText.\n\n```lore-test\nname: The keep\ntext: The keep.\n```\n',
};

describe('lore tests', () => {
  test('are run one by one, and their state is known afterwards', async () => {
    const { events, send } = await setUp({ notes: withTest });
    expect(await jsonOf(await send('/v1/lore-tests'))).toEqual({});
    expect(await events('/v1/lore-tests/run', {})).toMatchObject([
      { kind: 'result', done: 1, total: 1, result: { name: 'The keep', state: 'passed', line: 8 } },
      { kind: 'done', run: { passed: 1, failed: 0, problems: [] } },
    ]);
    expect(await jsonOf(await send('/v1/lore-tests'))).toEqual({ last: { passed: 1, failed: 0, red: [] } });
  });
});

describe('kept turns', () => {
  test('are played again, and tell what an edit changed with both reasons', async () => {
    const { events, turn, server } = await setUp({ notes: withTest });
    await turn('g1', 'To the keep!');
    expect(await events('/v1/lab/replay', { chat: 'c' })).toMatchObject([
      {
        kind: 'turn',
        place: 0,
        turns: 1,
        turn: { id: 'g1', outcome: { kind: 'played', came: [], went: [], changed: [], stayed: 1 } },
      },
      { kind: 'done' },
    ]);
    server.source.set('Keep.md', '---\ntags: [lorebook]\nkeys: [tower]\n---\nText.\n');
    await server.engine.refresh();
    expect(await events('/v1/lab/replay', { turn: 'g1' })).toMatchObject([
      {
        turn: {
          outcome: {
            went: [
              {
                title: 'Keep',
                why: expect.stringContaining('None of its keys') as string,
                whyBefore: expect.stringContaining('keep') as string,
              },
            ],
          },
        },
      },
      { kind: 'done' },
    ]);
  });

  test('that are unknown are told so', async () => {
    const { send } = await setUp();
    for (const body of [{ chat: 'none' }, { turn: 'none' }]) {
      const response = await send('/v1/lab/replay', body);
      expect([response.status, (await problemOf(response))['code']]).toEqual([404, 'not_found']);
    }
  });
});

describe('what is counted over many chats', () => {
  const pasted = [{ name: 'a', text: 'Mara: The keep.\nUser: The silver keep, and the distillery.' }];

  test('is coverage of every entry', async () => {
    const { events } = await setUp();
    const last = (await events('/v1/lab/coverage', { pasted })).at(-1);
    expect(last).toMatchObject({ kind: 'done', chats: 1, leftOut: [], coverage: { turns: 1 } });
  });

  test('is keys that do less than they seem to', async () => {
    const notes = {
      'A.md': '---\ntags: [lorebook]\nkeys: [keep, moat]\n---\nText.\n',
      'B.md': '---\ntags: [lorebook]\nkeys: [silver keep]\n---\nText.\n',
    };
    const { events } = await setUp({ notes });
    const text = 'User: The silver keep and its moat.';
    expect((await events('/v1/lab/keys', { pasted: [{ name: 'a', text }] })).at(-1)).toMatchObject({
      kind: 'done',
      messages: 1,
      items: [
        {
          kind: 'swallowed',
          key: 'keep',
          entry: { title: 'A' },
          other: { title: 'B' },
          fix: { operations: [{ kind: 'add-items' }] },
        },
      ],
    });
  });

  test('ends with the reader, and a failure is told at the end of the stream', async () => {
    const { server, token } = await setUp();
    const open = async () => server.send('/v1/lab/coverage', { token, body: { pasted: [...pasted, ...pasted] } });
    const reader = (await open()).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    // oxlint-disable-next-line typescript/require-await -- It fails before there is anything to wait for.
    server.engine.lab.coverage.take = async function* () {
      yield* [];
      throw new Error('The disk is gone.');
    };
    expect(await (await open()).text()).toContain('The chats could not be counted to their end.');
  });
});
