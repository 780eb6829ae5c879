import { describe, expect, test } from 'vitest';
import { defaultAiSettings } from './ai-settings';
import { changeAiSettings, readAiSettings } from './change-ai-settings';
import { connectionSecret } from './connection';
import { providerPresets } from './provider-presets';
import { secretName } from '../../ports/secret-store';

const local = { id: 'local', name: 'Local', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234/v1' };
const search = { mode: 'direct', connection: 'local', model: 'small', timeoutMs: 1_000_000, dailyTokens: 5_000 };

function strict(changes: unknown, settings = defaultAiSettings) {
  return changeAiSettings(settings, changes, 'strict');
}

/** The names of what is wrong about a change. */
function wrong(changes: unknown): readonly string[] {
  const { settings, problems } = strict(changes);
  if (problems.length > 0) expect(settings).toBe(defaultAiSettings);
  return problems.map(({ name }) => name);
}

describe('a change', () => {
  test('sets what it names and leaves the rest', () => {
    const { settings, problems } = strict({ channels: { search }, connections: [local] });
    expect(problems).toEqual([]);
    expect(settings.channels.search).toEqual(search);
    const next = strict({ channels: { search: { model: 'big' }, keys: { mode: 'off' } } }, settings).settings;
    expect(next.channels.search).toEqual({ ...search, model: 'big' });
    expect([next.channels.keys, next.connections]).toEqual([{ mode: 'off' }, [local]]);
  });

  test('unsets with null', () => {
    const { settings } = strict({ channels: { search } });
    const next = strict({ channels: { search: { model: null, timeoutMs: null, temperature: null } } }, settings);
    expect(next.problems).toEqual([]);
    expect(next.settings.channels.search).toEqual({ mode: 'direct', connection: 'local', dailyTokens: 5_000 });
  });

  test('replaces the whole list of connections', () => {
    const { settings } = strict({ connections: [local, { ...local, id: 'other' }] });
    expect(strict({ connections: [] }, settings).settings.connections).toEqual([]);
  });

  test.each<[string, unknown, string]>([
    ['an unknown mode', { mode: 'proxy' }, 'search.mode'],
    ['nobody to inherit from', { mode: 'inherit' }, 'search.mode'],
    ['a time beyond 1,000 s', { timeoutMs: 1_000_001 }, 'search.timeoutMs'],
    ['no whole number', { maxTokens: 100.5 }, 'search.maxTokens'],
    ['a temperature above 2', { temperature: 2.1 }, 'search.temperature'],
    ['a temperature that is no number', { temperature: Number.NaN }, 'search.temperature'],
    ['a limit of nothing', { dailyTokens: 0 }, 'search.dailyTokens'],
    ['an empty model', { model: ' ' }, 'search.model'],
    ['a model of two lines', { model: 'a\nb' }, 'search.model'],
    ['an unknown setting', { profile: 'x' }, 'search.profile'],
    ['a text for settings', 'x', 'search'],
  ])('is refused with %s', (_, settings, name) => {
    expect(wrong({ channels: { search: settings, keys: { mode: 'off' } } })).toEqual([name]);
  });

  test.each<[string, unknown, string]>([
    ['no id', { ...local, id: undefined }, 'connections.0.id'],
    ['an id of other letters', { ...local, id: 'My Server' }, 'connections.0.id'],
    ['another protocol', { ...local, baseUrl: 'file:///etc/passwd' }, 'connections.0.baseUrl'],
    ['a password in the address', { ...local, baseUrl: 'https://me:secret@host/v1' }, 'connections.0.baseUrl'],
    ['an address without a host', { ...local, baseUrl: 'https:///v1' }, 'connections.0.baseUrl'],
    ['an unknown kind', { ...local, kind: 'magic' }, 'connections.0.kind'],
    ['a key among the headers', { ...local, headers: { Authorization: 'Bearer x' } }, 'connections.0.headers'],
    ['a header of two lines', { ...local, headers: { 'X-A': 'a\r\nX-B: b' } }, 'connections.0.headers'],
    ['a header without a name', { ...local, headers: { '': 'a' } }, 'connections.0.headers'],
    ['a key in the clear', { ...local, apiKey: 'sk-1' }, 'connections.0.apiKey'],
    ['a list for a connection', [], 'connections.0'],
  ])('is refused for a connection with %s', (_, connection, name) => {
    expect(wrong({ connections: [connection] })).toEqual([name]);
  });

  test('is refused with two connections of one id, unknown parts and other forms', () => {
    expect(wrong({ connections: [local, local] })).toEqual(['connections.1.id']);
    expect(wrong({ chanels: {} })).toEqual(['chanels']);
    expect(wrong({ channels: { serch: {} } })).toEqual(['serch']);
    expect(wrong({ connections: {} })).toEqual(['connections']);
    expect(
      wrong({ connections: Array.from({ length: 101 }, (_, at) => ({ ...local, id: `c${String(at)}` })) }),
    ).toEqual(['connections']);
    expect(wrong([])).toEqual(['']);
    expect(wrong({ channels: null })).toEqual(['channels']);
  });
});

describe('stored settings', () => {
  test('come back as they were', () => {
    const { settings } = strict({ channels: { search, scribe: { mode: 'inherit' } }, connections: [local] });
    expect(readAiSettings(JSON.parse(JSON.stringify(settings)))).toEqual({ settings, problems: [] });
  });

  test('keep what is right about them, and tell the rest', () => {
    const { settings, problems } = readAiSettings({
      version: 1,
      channels: { search: { ...search, timeoutMs: 'long', news: 1 }, gone: {} },
      connections: [local, { ...local, id: 'b', baseUrl: '' }, { ...local, id: 'c', headers: { Cookie: 'x' } }, local],
    });
    expect(settings.channels.search).toEqual({ ...search, timeoutMs: undefined });
    expect(settings.connections.map(({ id }) => id)).toEqual(['local', 'c']);
    expect(problems.map(({ name }) => name)).toEqual([
      ...['search.timeoutMs', 'connections.1.baseUrl', 'connections.2.headers', 'connections.3.id'],
    ]);
  });

  test.each([undefined, null, 'x', [], 1])('that are %j are the defaults', (stored) => {
    expect(readAiSettings(stored).settings).toEqual(defaultAiSettings);
  });
});

describe('the presets', () => {
  test('are connections once an address is given', () => {
    const connections = providerPresets.map(({ id, name, kind, baseUrl }) => {
      return { id, name, kind, baseUrl: baseUrl === '' ? 'https://example.org' : baseUrl };
    });
    expect(wrong({ connections })).toEqual([]);
    expect(connections).toHaveLength(18);
  });

  test('have ids under which a key can be kept', () => {
    for (const { id } of providerPresets) expect(secretName(connectionSecret(id))).toBe(`key-${id}`);
  });
});
