import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { SignInModel } from './sign-in-model.svelte';

function setUp() {
  const server = new ScriptedServer();
  const tokens: string[] = [];
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => '' });
  return { server, tokens, model: new SignInModel(client, (token) => tokens.push(token)) };
}

describe('SignInModel', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('shows the code and gets the token once the user allowed it', async () => {
    const { model, server, tokens } = setUp();
    await model.start();
    expect(model.step).toEqual({ kind: 'waiting', code: '402117' });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tokens).toEqual([]);
    server.pairings[0]!.decision = 'approve';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(tokens).toEqual([readToken]);
  });

  it('says that the user said no', async () => {
    const { model, server } = setUp();
    await model.start();
    server.pairings[0]!.decision = 'deny';
    await vi.advanceTimersByTimeAsync(2_000);
    expect(model.step.kind).toBe('denied');
  });

  it('asks no more once it was stopped', async () => {
    const { model, server } = setUp();
    await model.start();
    model.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.requests).toEqual(['POST /v1/pair']);
    expect(model.step.kind).toBe('none');
  });

  it('passes the reason on when pairing cannot start', async () => {
    const { model, server } = setUp();
    server.refusal = { status: 400, detail: 'Too many pairings are open.' };
    await model.start();
    expect(model.step).toMatchObject({ kind: 'failed', failure: { detail: 'Too many pairings are open.' } });
  });
});
