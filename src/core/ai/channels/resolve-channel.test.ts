import { describe, expect, test } from 'vitest';
import { defaultAiSettings, type ChannelSettings } from './ai-settings';
import { channelIds, channelTable, type ChannelId } from './channel-table';
import { modelOf, type Connection } from './connection';
import { resolveChannel } from './resolve-channel';

const local: Connection = { id: 'local', name: 'Local', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234' };

function resolved(id: ChannelId, channels: Partial<Record<ChannelId, ChannelSettings>>) {
  return resolveChannel({ channels: { ...defaultAiSettings.channels, ...channels }, connections: [local] }, id);
}

test('all channels are listed', () => {
  expect([...channelIds].sort()).toEqual(Object.keys(channelTable).sort());
});

describe('a channel', () => {
  const direct: ChannelSettings = { mode: 'direct', connection: 'local', model: 'small' };

  test('has its own values, and defaults for the others', () => {
    const channel = resolved('search', { search: { ...direct, timeoutMs: 900_000, temperature: 0.2 } });
    expect(channel).toMatchObject({
      kind: 'usable',
      place: { mode: 'direct', connection: local, model: 'small' },
      ...{ maxTokens: 1_024, timeoutMs: 900_000, temperature: 0.2, dailyTokens: undefined },
      origins: {
        ...{ mode: 'own', connection: 'own', model: 'own', maxTokens: 'default', timeoutMs: 'own' },
        ...{ temperature: 'own', dailyTokens: 'default' },
      },
    });
  });

  test('takes mode, connection and model of AI Search, and keeps its own tokens and time', () => {
    const channel = resolved('librarian', {
      search: { ...direct, maxTokens: 77, timeoutMs: 5_000, temperature: 1, dailyTokens: 9 },
      librarian: { connection: 'left over', model: 'left over', maxTokens: 8_000 },
    });
    expect(channel).toMatchObject({
      kind: 'usable',
      place: { connection: local, model: 'small' },
      ...{ maxTokens: 8_000, timeoutMs: 120_000, temperature: undefined, dailyTokens: undefined },
      origins: {
        ...{ mode: 'search', connection: 'search', model: 'search', maxTokens: 'own', timeoutMs: 'default' },
        ...{ temperature: 'default', dailyTokens: 'default' },
      },
    });
  });

  test('with a mode of its own has nothing of AI Search', () => {
    const channel = resolved('keys', { search: direct, keys: { mode: 'sillytavern', connection: 'Claude' } });
    expect(channel).toMatchObject({
      kind: 'usable',
      place: { mode: 'sillytavern', profile: 'Claude', model: undefined },
      origins: { mode: 'own', connection: 'own', model: 'default' },
    });
  });

  test('inherits a profile of SillyTavern too', () => {
    const channel = resolved('scribe', { search: { mode: 'sillytavern', connection: 'Claude', model: 'opus' } });
    expect(channel).toMatchObject({ place: { mode: 'sillytavern', profile: 'Claude', model: 'opus' } });
  });

  test('may be off, AI Search from the start', () => {
    expect(resolved('search', {}).kind).toBe('off');
    expect(resolved('keys', { search: direct, keys: { mode: 'off' } }).kind).toBe('off');
  });
});

describe('BR-184 a channel that lacks something names the setting', () => {
  test.each<[string, ChannelId, Partial<Record<ChannelId, ChannelSettings>>, object, RegExp]>([
    [
      'a connection',
      'search',
      { search: { mode: 'direct', model: 'x' } },
      { setting: 'connection', channel: 'search' },
      /connection for AI Search/,
    ],
    [
      'a model',
      'search',
      { search: { mode: 'direct', connection: 'local' } },
      { setting: 'model', channel: 'search' },
      /model for AI Search/,
    ],
    [
      'a connection that was deleted',
      'keys',
      { keys: { mode: 'direct', connection: 'gone', model: 'x' } },
      { setting: 'connection', channel: 'keys' },
      /“gone” of Optimize Keys/,
    ],
    [
      'a profile',
      'scribe',
      { scribe: { mode: 'sillytavern' } },
      { setting: 'connection', channel: 'scribe' },
      /profile of SillyTavern for Session Scribe/,
    ],
    ['somebody to inherit from', 'librarian', {}, { setting: 'mode', channel: 'search' }, /AI Search, which is off/],
    [
      'what AI Search lacks',
      'notepad',
      { search: { mode: 'direct', connection: 'local' } },
      { setting: 'model', channel: 'search' },
      /model for AI Search/,
    ],
  ])('%s', (_, id, channels, missing, sentence) => {
    const channel = resolved(id, channels);
    expect(channel).toMatchObject({ kind: 'no-connection', channel: id, missing });
    expect(channel.kind === 'no-connection' && channel.sentence).toMatch(sentence);
  });
});

test('a connection with a model is what adapters take, without id and name', () => {
  expect(modelOf({ ...local, headers: { 'X-Title': 'Lore' }, form: 'json' }, 'small')).toEqual({
    ...{ kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1234', model: 'small' },
    ...{ headers: { 'X-Title': 'Lore' }, form: 'json' },
  });
});
