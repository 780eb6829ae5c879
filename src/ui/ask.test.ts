import { describe, expect, it } from 'vitest';
import { ask } from './ask';
import { bodyOf } from './failure';
import { LatestRequest } from './latest-request';

const live = (): AbortSignal => new AbortController().signal;
const reply = (status: number, body: string): Response => new Response(body, { status });

describe('ask', () => {
  it('gives the answer', async () => {
    expect(await ask(() => Promise.resolve(7), live())).toEqual({ kind: 'answer', value: 7 });
  });

  it('keeps the sentence of a problem document', async () => {
    const document = JSON.stringify({ code: 'bad_request', title: 'Bad', detail: 'The text is empty.' });
    expect(await ask(() => bodyOf(reply(400, document)), live())).toEqual({
      kind: 'failure',
      failure: { kind: 'refused', status: 400, code: 'bad_request', detail: 'The text is empty.' },
    });
  });

  it('says the status when a refusal is no problem document', async () => {
    const asked = await ask(() => bodyOf(reply(502, '<html>')), live());
    expect(asked).toMatchObject({ failure: { kind: 'refused', detail: 'The server answered 502.' } });
  });

  it('takes a failed connection for an absent server', async () => {
    const asked = await ask(() => Promise.reject(new TypeError('fetch failed')), live());
    expect(asked).toEqual({ kind: 'failure', failure: { kind: 'offline' } });
  });

  it('takes an answer that is no JSON for another program', async () => {
    const asked = await ask(() => bodyOf(reply(200, '<html>')), live());
    expect(asked).toEqual({ kind: 'failure', failure: { kind: 'unreadable' } });
  });

  it('does not hide our own mistakes', async () => {
    await expect(ask(() => Promise.reject(new RangeError('ours')), live())).rejects.toThrow('ours');
  });
});

describe('LatestRequest', () => {
  it('aborts the request before and drops its answer', async () => {
    const latest = new LatestRequest();
    let first: AbortSignal | undefined;
    const older = latest.ask((signal) => {
      first = signal;
      return new Promise<string>((resolve) => setTimeout(() => resolve('old'), 5));
    });
    const newer = latest.ask(() => Promise.resolve('new'));
    expect(first?.aborted).toBe(true);
    expect(await newer).toEqual({ kind: 'answer', value: 'new' });
    expect(await older).toEqual({ kind: 'dropped' });
  });

  it('drops what was cancelled', async () => {
    const latest = new LatestRequest();
    const asked = latest.ask(() => Promise.resolve(1));
    latest.cancel();
    expect(await asked).toEqual({ kind: 'dropped' });
  });
});
