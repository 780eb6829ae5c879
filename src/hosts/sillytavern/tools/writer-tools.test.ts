import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from '../bridge';
import { readNote } from '../message-note';
import { answer } from '../testing/answers';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern, type FakeMessage } from '../testing/fake-tavern';
import { readToolUses } from './tool-use';

let tavern: FakeTavern;
let server: FakeLorehearth;
let bridge: Bridge;

const offer = { search: true, flag: true, searchesPerTurn: 2, flagsPerTurn: 5 };
const search = (...queries: string[]) => ({ name: 'search_lore', parameters: { queries } });
const flag = { name: 'flag_lore', parameters: { title: 'Salt Guild', reason: 'Nobody knows who leads it.' } };
const last = (): FakeMessage => tavern.chat.at(-1)!;
const texts = (): string[] => tavern.chat.map(({ mes }) => mes);

async function start(settings: Record<string, unknown> = { writerTools: true }): Promise<void> {
  server.answers = [answer('g1'), answer('g2'), answer('g3')];
  tavern.extensionSettings['lorehearth'] = { token: 'good', ...settings };
  let ids = 0;
  const newId = (): string => `id${String((ids += 1))}`;
  bridge = new Bridge({ context: tavern.context, fetch: new FakeNetwork(server).fetch, newId, clientName: 'Test' });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  await bridge.link.search();
}

beforeEach(() => {
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  server.tools = offer;
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('the tools', () => {
  it('are known only while the user wants them and Lorehearth offers them', async () => {
    await start({});
    expect(tavern.tools.offered).toEqual([]);
    bridge.settings.change({ writerTools: true });
    expect([...tavern.tools.offered].sort()).toEqual(['flag_lore', 'search_lore']);
    bridge.settings.change({ enabled: false });
    expect(tavern.tools.registered.size).toBe(0);
    bridge.settings.change({ enabled: true });
    bridge.stop();
    expect(tavern.tools.registered.size).toBe(0);
  });

  it('are each known by themselves', async () => {
    server.tools = { ...offer, search: false };
    await start();
    expect(tavern.tools.offered).toEqual(['flag_lore']);
  });

  it('are no others where an older server does not name them', async () => {
    server.tools = undefined;
    await start();
    expect(tavern.tools.registered.size).toBe(0);
  });

  it('are not offered in a chat without lore', async () => {
    await start();
    tavern.chatMetadata['lorehearth'] = { id: 'c', file: tavern.chatId, enabled: false };
    expect(tavern.tools.offered).toEqual([]);
  });

  it('show no word of the model in SillyTavern’s notices, which are markup', async () => {
    await start();
    const said = [...tavern.tools.registered.values()].map((tool) => tool.formatMessage(search('<img>').parameters));
    expect(said.sort()).toEqual(['Flag lore …', 'Search lore …']);
  });
});

describe('a search', () => {
  it('gives the model what was found, for the generation under way, and is kept with the reply that follows', async () => {
    await start();
    await tavern.send('Where?', { text: '', toolCalls: [search('keep', 'silver')], then: { text: 'There.' } });
    const { id } = tavern.chatMetadata['lorehearth'] as { id: string };
    expect(server.writer.searches).toEqual([
      { chat: { id, name: 'Ilse - 1' }, generation: 'g1', turn: 2, queries: ['keep', 'silver'] },
    ]);
    const record = tavern.chat[2]!;
    expect(record.extra['tool_invocations']).toEqual([{ name: 'search_lore', result: server.writer.found.text }]);
    expect(readToolUses(record.extra)).toEqual([]);
    const use = { kind: 'search', queries: ['keep', 'silver'], outcome: 'found' };
    expect(readToolUses(last().extra)).toEqual([{ ...use, entries: [{ title: 'Keep', form: 'full' }] }]);
    expect(readToolUses(last().swipe_info?.[0]?.extra)).toHaveLength(1);
    expect(readNote(last().extra)?.record.g).toBe('g1');
  });

  it('is kept with the last reply where the model calls again before it writes', async () => {
    await start();
    const again = { text: '', toolCalls: [search('silver')], then: { text: 'There.' } };
    await tavern.send('Where?', { text: '', toolCalls: [search('keep')], then: again });
    expect(readToolUses(last().extra)).toMatchObject([{ queries: ['keep'] }, { queries: ['silver'] }]);
    expect(server.requests).toHaveLength(1);
  });

  it('belongs to one version of the reply', async () => {
    await start();
    await tavern.send('Where?', { text: '', toolCalls: [search('keep')], then: { text: 'There.' } });
    await tavern.swipe({ text: 'Elsewhere.' });
    expect(readToolUses(last().extra)).toEqual([]);
    await tavern.browse(0);
    expect(readToolUses(last().extra)).toHaveLength(1);
  });

  it('is no use of a later turn', async () => {
    await start();
    const stopped = { text: '', stopAfter: 0 };
    await tavern.send('Where?', { text: '', toolCalls: [search('keep')], then: stopped });
    tavern.chat.pop();
    await tavern.send('Hello.', { text: 'Aye.' });
    expect(readToolUses(last().extra)).toEqual([]);
  });

  it.each([[{ query: 'keep' }], ['keep'], [{ queries: 'keep' }], [{ queries: [' keep ', 7, ''] }]])(
    'is understood when the model sends %j',
    async (parameters) => {
      await start();
      await tavern.send('Where?', { text: '', toolCalls: [{ name: 'search_lore', parameters }] });
      expect(server.writer.searches).toMatchObject([{ queries: ['keep'] }]);
    },
  );

  it('lets the model go on when Lorehearth is gone', async () => {
    await start();
    const tool = tavern.tools.registered.get('search_lore')!;
    server.token = 'other';
    expect(await tool.action({ queries: ['keep'] })).toContain('Go on without it');
    await tavern.send('Where?', { text: '', toolCalls: [], then: { text: 'There.' } });
  });

  it('ends with the stop button', async () => {
    await start();
    const serve = vi
      .spyOn(server.writer, 'serve')
      .mockImplementation(
        (_path, init) =>
          new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
      );
    const said = tavern.tools.registered.get('search_lore')!.action({ queries: ['keep'] });
    await vi.waitFor(() => expect(serve).toHaveBeenCalled());
    await tavern.emit('GENERATION_STOPPED');
    expect(await said).toContain('cannot be asked');
  });
});

describe('a flag', () => {
  const use = {
    kind: 'flag',
    title: 'Salt Guild',
    reason: 'Nobody knows who leads it.',
    update: false,
    outcome: 'noted',
  };

  it('before the reply lets the model write it', async () => {
    await start();
    await tavern.send('Where?', { text: '', toolCalls: [flag], then: { text: 'There.' } });
    expect(server.writer.flags).toMatchObject([
      { generation: 'g1', title: 'Salt Guild', urgency: 'medium', kind: 'gap' },
    ]);
    expect(last().mes).toBe('There.');
    expect(readToolUses(last().extra)).toEqual([use]);
  });

  it.each([false, true])('after the reply ends the turn, without a second reply (streamed: %s)', async (stream) => {
    await start();
    await tavern.send('Where?', { text: 'There.', stream, toolCalls: [flag], then: { text: 'A second reply.' } });
    expect(texts().slice(1)).toEqual(['Where?', 'There.']);
    expect(readToolUses(last().extra)).toEqual([use]);
    expect(readToolUses(tavern.savedChat.at(-1)?.extra)).toEqual([use]);
  });

  it('does not end a turn in which something was looked up for what is still to be written', async () => {
    await start();
    await tavern.send('Where?', { text: 'I look.', toolCalls: [search('keep'), flag], then: { text: 'There.' } });
    expect(last().mes).toBe('There.');
    expect(readToolUses(last().extra)).toHaveLength(2);
  });

  it('before the reply never ends a later turn', async () => {
    await start();
    await tavern.send('Where?', { text: 'There.' });
    await tavern.send('And?', { text: '', toolCalls: [flag], then: { text: 'Here.' } });
    expect(last().mes).toBe('Here.');
  });

  it('of an entry that is old names it', async () => {
    await start();
    const parameters = { title: 'Ilse', reason: 'She left.', kind: 'UPDATE', urgency: 'High', entry: 'Ilse' };
    await tavern.send('Where?', { text: '', toolCalls: [{ name: 'flag_lore', parameters }], then: {} });
    expect(server.writer.flags).toMatchObject([{ kind: 'update', urgency: 'high', entry: 'Ilse' }]);
  });
});

it('a message keeps only so much of what models say to tools', async () => {
  await start();
  const toolCalls = Array.from({ length: 30 }, () => search('k'.repeat(4_000)));
  await tavern.send('Where?', { text: '', toolCalls, then: { text: 'There.' } });
  expect(readToolUses(last().extra)).toHaveLength(20);
  expect(JSON.stringify(last().extra).length).toBeLessThan(12_000);
});

it('uses that a chat brings from anywhere are read or left out', () => {
  const tools = [null, 7, { kind: 'flag' }, { kind: 'search', outcome: 'made up', entries: [{}, { title: 'Keep' }] }];
  expect(readToolUses({ lorehearth: { tools } })).toEqual([
    { kind: 'flag', title: '', reason: '', update: false, outcome: 'failed' },
    { kind: 'search', queries: [], outcome: 'failed', entries: [{ title: 'Keep', form: 'summary' }] },
  ]);
  expect(readToolUses({ lorehearth: { tools: 'x' } })).toEqual([]);
});
