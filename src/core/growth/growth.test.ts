import { describe, expect, test } from 'vitest';
import { SILENCE } from '../../../tests/ai/ai-host';
import {
  allAtRest,
  atRest,
  growthHost,
  outcomes,
  passTime,
  said,
  type GrowthHost,
} from '../../../tests/support/growth-host';
import { lore } from '../../../tests/support/lore-vault';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { ModelError } from '../ai/model-error';

const notes = {
  'Lore/Silver Keep.md': lore('keys: [silver keep]\naliases: [the keep]', 'The keep guards the northern pass.'),
  'Lore/Orla.md': lore('keys: [orla, captain]\nsummary: A captain.', 'Captain Orla holds the keep.'),
};
const chat = ['Mara: We ride to the mill.', 'Guide: Mira keeps the mill by the ford.', 'Mara: I greet Mira.'];
const mira = {
  title: 'Mira',
  type: 'character',
  keys: ['mira', 'the miller'],
  summary: 'The miller.',
  content: 'Mira keeps the mill by the northern ford and owes nobody.',
};
const found = (...entries: readonly object[]): string => JSON.stringify({ entries, updates: [] });
const newLore = { tool: 'new-lore', chat: 'c', range: 'new' } as const;
const allSummaries = { tool: 'summaries', scope: {} } as const;

/** Nothing was written by anybody. */
function expectUntouched({ source }: GrowthHost, before: Readonly<Record<string, string>> = notes): void {
  for (const [path, text] of Object.entries(before)) expect(source.text(path)).toBe(text);
}

describe('a job', () => {
  test('tells before what it costs, in tokens and, where there is a price, in money', async () => {
    const host = await growthHost(notes, () => '', {
      chats: { c: chat },
      settings: { modelPrices: ['m = 1000000 / 2000000'] },
    });
    const estimate = await host.engine.growth.estimate(newLore);
    expect(estimate).toMatchObject({ kind: 'estimate', title: 'Chat c', requests: 1, output: 700 });
    if (estimate.kind !== 'estimate') return;
    expect(estimate.cost).toBeCloseTo(estimate.input + 2 * estimate.output);
    expect(host.model.requests).toEqual([]);
    await host.engine.changeSettings({ modelPrices: [] });
    expect(await host.engine.growth.estimate(newLore)).toMatchObject({ cost: undefined });
  });

  test('warns when the daily limit does not suffice', async () => {
    const host = await growthHost(notes, () => '', { chats: { c: chat } });
    await host.engine.ai.change({ channels: { suggest: { dailyTokens: 100 } } });
    const estimate = await host.engine.growth.estimate(newLore);
    expect(estimate.kind === 'estimate' && estimate.warnings).toEqual([expect.stringContaining('Auto Lorebook')]);
  });

  test('is refused with a sentence where there is nothing to do, and where no model is chosen', async () => {
    const host = await growthHost(notes, () => '', {});
    expect(await host.engine.growth.start(newLore)).toMatchObject({ kind: 'refused' });
    expect(await host.engine.growth.start({ tool: 'keys', scope: { folder: 'Nowhere' } })).toMatchObject({
      kind: 'refused',
    });
    await host.engine.ai.change({ channels: { search: { mode: 'off' } } });
    expect(await host.engine.growth.start(allSummaries)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Set up AI Search') as string,
    });
    expect((await host.engine.growth.overview()).channels.keys.kind).toBe('no-connection');
  });

  test('counts what it spent', async () => {
    const host = await growthHost(notes, () => found(mira), { chats: { c: chat } });
    expect((await host.done(newLore)).spent).toMatchObject({ requests: 1, input: 100, output: 10, unpriced: 1 });
  });

  test('is paused at once, keeps what it has, and goes on where it was', async () => {
    let isSilent = true;
    const host = await growthHost(
      notes,
      (request) => (isSilent && said(request).includes('greet') ? SILENCE : found(mira)),
      {
        chats: { c: chat.map((line) => `${line} ${'and so on '.repeat(400)}`) },
        settings: { growTokens: 500 },
      },
    );
    const started = await host.engine.growth.start(newLore);
    if (started.kind !== 'job') throw new Error(started.sentence);
    const { id } = started.job;
    await passTime(host, 300);
    expect(await host.engine.growth.pause(id)).toMatchObject({ state: 'paused' });
    const paused = host.engine.growth.jobs()[0];
    expect(paused?.done).toBeGreaterThan(0);
    expect(paused?.results).toEqual([]);
    isSilent = false;
    await host.engine.growth.resume(id);
    const job = await atRest(host, id);
    expect(job).toMatchObject({ state: 'done', done: paused?.steps.length });
    expect(outcomes(job)).toEqual(['proposal: Mira']);
  });

  test('that is canceled still proposes what was found, and is not read again', async () => {
    const host = await growthHost(notes, (request) => (said(request).includes('greet') ? SILENCE : found(mira)), {
      chats: { c: chat.map((line) => `${line} ${'and so on '.repeat(300)}`) },
      settings: { growTokens: 500 },
    });
    const started = await host.engine.growth.start(newLore);
    if (started.kind !== 'job') throw new Error(started.sentence);
    await passTime(host, 300);
    const job = await host.engine.growth.cancel(started.job.id);
    expect(job).toMatchObject({ state: 'canceled' });
    expect(outcomes(job ?? { results: [] })).toEqual(['proposal: Mira']);
    const { chats } = await host.engine.growth.overview();
    expect(chats[0]?.unread).toBeLessThan(chat.length);
    // What was asked of when it ended is read the next time.
    expect(chats[0]?.unread).toBeGreaterThan(0);
    expect(await host.engine.growth.cancel('unknown')).toBeUndefined();
  });

  test('survives the end of the program: it waits, and repeats nothing that was done', async () => {
    const store = new MemoryDocumentStore();
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [
        `Lore/E${String(at)}.md`,
        lore(`keys: [e${String(at)}]`, `Entry ${String(at)} tells of things.`),
      ]),
    );
    const summaries = JSON.stringify({
      summaries: Array.from({ length: 8 }, (_, at) => ({ id: at + 1, summary: `S${String(at)}.` })),
    });
    let asked = 0;
    const first = await growthHost(many, () => ((asked += 1) > 1 ? SILENCE : summaries), { store });
    const started = await first.engine.growth.start(allSummaries);
    if (started.kind !== 'job') throw new Error(started.sentence);
    await passTime(first, 200);
    await first.engine.close();
    const second = await growthHost(many, () => summaries, { store });
    const [kept] = await second.engine.growth.list();
    expect(kept).toMatchObject({ state: 'paused', done: 1, sentence: expect.stringContaining('closed') as string });
    expect(second.model.requests).toEqual([]);
    await second.engine.growth.resume(started.job.id);
    const job = await atRest(second, started.job.id);
    expect(job.state).toBe('done');
    expect(job.results).toHaveLength(12);
    expect(new Set(job.results.map(({ title }) => title)).size).toBe(12);
    expect(await second.engine.edits.list()).toHaveLength(12);
  });

  test('that ended without a word after it had proposed does not propose a second time, nor call its own proposal another', async () => {
    let isSilent = true;
    const options = {
      chats: { c: chat.map((line) => `${line} ${'and so on '.repeat(400)}`) },
      settings: { growTokens: 500 },
    };
    const store = new MemoryDocumentStore();
    const answer = (request: Parameters<typeof said>[0]) =>
      isSilent && said(request).includes('greet') ? SILENCE : found(mira);
    const first = await growthHost(notes, answer, { ...options, store });
    const started = await first.engine.growth.start(newLore);
    if (started.kind !== 'job') throw new Error(started.sentence);
    await passTime(first, 300);
    await first.engine.growth.pause(started.job.id);
    await passTime(first, 10);
    const kept = new Map(
      store.names.filter((name) => name.startsWith('growth')).map((name) => [name, store.text(name)]),
    );
    isSilent = false;
    await first.engine.growth.resume(started.job.id);
    await atRest(first, started.job.id);
    await first.engine.close();
    // The proposals are stored, and what became of the job is not.
    for (const [name, text] of kept) store.setText(name, text ?? '');
    const second = await growthHost(notes, answer, { store });
    await second.engine.growth.list();
    await second.engine.growth.resume(started.job.id);
    expect(outcomes(await atRest(second, started.job.id))).toEqual(['proposal: Mira']);
    expect(await second.engine.edits.list()).toHaveLength(1);
  });

  test('that is done or canceled does not begin again when it is resumed', async () => {
    const host = await growthHost(notes, () => found(mira), { chats: { c: chat } });
    const { id } = await host.done(newLore);
    const asked = host.model.requests.length;
    await host.engine.growth.resume(id);
    await host.engine.growth.pause(id);
    await passTime(host, 5);
    expect(host.engine.growth.jobs()).toMatchObject([{ state: 'done' }]);
    expect(host.model.requests).toHaveLength(asked);
  });

  test('waits for others: one runs at a time, in order', async () => {
    const host = await growthHost(notes, () => found(mira), { chats: { c: chat, d: chat } });
    await host.engine.growth.start(newLore);
    await host.engine.growth.start({ ...newLore, chat: 'd' });
    expect(host.engine.growth.jobs().map(({ state }) => state)).toEqual(['waiting', 'running']);
    const jobs = await allAtRest(host);
    expect(jobs.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(jobs.map(outcomes)).toEqual([['left: Mira'], ['proposal: Mira']]);
  });

  test('is forgotten with its proposals left', async () => {
    const host = await growthHost(notes, () => found(mira), { chats: { c: chat } });
    const { id } = await host.done(newLore);
    expect(await host.engine.growth.remove(id)).toBe(true);
    expect(await host.engine.growth.remove(id)).toBe(false);
    expect(host.engine.growth.jobs()).toEqual([]);
    expect(await host.engine.edits.list()).toHaveLength(1);
  });
});

describe('a model that fails', () => {
  test.each(['auth', 'request', 'spent', 'no-connection'] as const)(
    'with %s pauses the job, which can be resumed',
    async (kind) => {
      let isBroken = true;
      const host = await growthHost(notes, () => (isBroken ? new ModelError(kind, 'It does not work.') : found(mira)), {
        chats: { c: chat },
      });
      const job = await host.done(newLore);
      expect(job).toMatchObject({
        state: 'paused',
        done: 0,
        sentence: expect.stringContaining('It does not work.') as string,
      });
      isBroken = false;
      await host.engine.growth.resume(job.id);
      expect(outcomes(await atRest(host, job.id))).toEqual(['proposal: Mira']);
    },
  );

  test('for a while is waited for', async () => {
    let failures = 0;
    const host = await growthHost(
      notes,
      () => ((failures += 1) < 3 ? new ModelError('server', 'Down.') : found(mira)),
      { chats: { c: chat } },
    );
    expect(await host.done(newLore)).toMatchObject({ state: 'done', results: [{ kind: 'proposal' }] });
  });

  test('for good pauses the job in the end', async () => {
    const host = await growthHost(notes, () => new ModelError('network', 'Nobody answers.'), { chats: { c: chat } });
    expect(await host.done(newLore)).toMatchObject({ state: 'paused', done: 0 });
  });

  test.each([
    '',
    'I would rather not.',
    '{"error":"overloaded"}',
    '[1,2,3]',
    '"text"',
    'null',
    '{"entries":"none"}',
    '<think>hm</think>',
  ])('by saying %j costs its part, never the job or a note', async (nonsense) => {
    const host = await growthHost(notes, () => nonsense, { chats: { c: chat } });
    const job = await host.done(newLore);
    expect(job.state).toBe('done');
    expect(job.results).toEqual([
      expect.objectContaining({ kind: 'failed', sentence: expect.stringContaining('could not be read') as string }),
    ]);
    expectUntouched(host);
    expect(await host.engine.edits.list()).toEqual([]);
  });

  test('on every question waits for the user instead of asking on', async () => {
    const lines = Array.from({ length: 40 }, (_, at) => `Mara: ${String(at)} ${'and so on '.repeat(300)}`);
    const host = await growthHost(notes, () => 'No.', { chats: { c: lines }, settings: { growTokens: 500 } });
    const job = await host.done(newLore);
    expect(job).toMatchObject({ state: 'paused', sentence: expect.stringContaining('several times') as string });
    expect(host.model.requests.length).toBeLessThan(10);
  });
});
