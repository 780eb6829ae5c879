import { describe, expect, it } from 'vitest';
import { problem } from '../../tests/browser/support/scripted-lore';
import { adminToken, ScriptedServer } from '../../tests/browser/support/scripted-server';
import { createClient } from '../server/client';
import { ProblemsModel } from './problems-model.svelte';

async function loaded(fill: (server: ScriptedServer) => void) {
  const server = new ScriptedServer();
  fill(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  const model = new ProblemsModel(client);
  await model.refresh();
  return { model, server };
}

const mixed = (server: ScriptedServer): void => {
  server.problems = [
    problem({ path: 'a.md', severity: 'error', message: 'Close the list.' }),
    problem({ path: 'a.md', severity: 'info', line: 9 }),
    problem({ path: 'b.md', severity: 'info' }),
  ];
};

describe('ProblemsModel', () => {
  it('counts by severity', async () => {
    const { model } = await loaded(mixed);
    expect([model.count('error'), model.count('warning'), model.count('info')]).toEqual([1, 0, 2]);
  });

  it('hides and shows a severity', async () => {
    const { model } = await loaded(mixed);
    model.toggle('info');
    expect(model.notes.map(({ path, problems }) => [path, problems.length])).toEqual([['a.md', 1]]);
    model.toggle('info');
    expect(model.found).toBe(2);
  });

  it('finds words in path and sentence', async () => {
    const { model } = await loaded(mixed);
    model.text = 'a.md CLOSE';
    expect(model.notes.map(({ problems }) => problems.length)).toEqual([1]);
    model.showAll();
    expect(model.found).toBe(2);
  });

  it('shows a long report in steps', async () => {
    const { model } = await loaded((server) => {
      server.problems = Array.from({ length: 500 }, (_, at) => problem({ path: `note ${String(at)}.md` }));
    });
    expect([model.notes.length, model.found]).toEqual([60, 500]);
    model.showMore();
    expect(model.notes.length).toBe(120);
  });

  it('keeps the report when loading it again fails', async () => {
    const { model, server } = await loaded(mixed);
    server.refusal = { status: 403, detail: 'Not with this token.' };
    await model.refresh();
    expect(model.report.failure).toMatchObject({ status: 403 });
    expect(model.found).toBe(2);
  });
});
