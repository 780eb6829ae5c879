import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../tests/contract/language-model.contract';
import { FakeProvider, type FakeWire } from '../../../tests/support/fake-provider/fake-provider';
import type { ConnectionKind } from '../../core/ai/model-connection';
import { listModels } from './list-models';
import { recordedParts, type GivenAnswer } from './testing/recorded-fetch';

const { signal } = new AbortController();
const connection = { kind: 'openai-compatible', baseUrl: 'https://llm.example/v1', model: '' } as const;
const listOf = (answer: GivenAnswer) => listModels(connection, recordedParts(answer).parts, signal);

describe.each([
  ['openai', 'openai-compatible'],
  ['anthropic', 'anthropic'],
  ['google', 'google'],
] as const satisfies readonly (readonly [FakeWire, ConnectionKind])[])('at %s', (wire, kind) => {
  it('the names of the models are sorted, with those alone that can chat', async () => {
    const provider = await FakeProvider.start(wire, { key: 'k', models: ['zeta', 'alpha'] });
    const at = { kind, baseUrl: provider.url, model: '' };
    const clock = { now: () => 0 };
    const names = await listModels(at, { fetch, clock, key: 'k' }, signal);
    const error = await failureOf(listModels(at, { fetch, clock, key: 'wrong' }, signal));
    await provider.close();
    expect(names).toEqual(['alpha', 'zeta']);
    expect(error.kind).toBe('auth');
    expect(error.message).not.toContain('wrong');
  });
});

it.each([
  ['a page', { body: '<!doctype html>' }],
  ['another thing', { body: '{"hello":1}' }],
])('%s is no list', async (_, answer) => {
  expect(await failureOf(listOf(answer))).toMatchObject({ kind: 'unusable' });
});

it('a bare list is one, as some servers give it', async () => {
  expect(await listOf({ body: '[{"id":"b"},{"id":"a"},{"id":"b"},{}]' })).toEqual(['a', 'b']);
});

it('Azure does not say its deployments', async () => {
  const { parts, sent } = recordedParts({ body: '{}' });
  const error = await failureOf(listModels({ ...connection, kind: 'azure-openai' }, parts, signal));
  expect(error.kind).toBe('request');
  expect(sent).toEqual([]);
});

it('an abort ends it with the reason', async () => {
  const error = await failureOf(listModels(connection, recordedParts({ body: '[]' }).parts, AbortSignal.abort('stop')));
  expect(error).toMatchObject({ kind: 'aborted', cause: 'stop' });
});
