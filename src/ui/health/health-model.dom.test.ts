import { describe, expect, it } from 'vitest';
import { healthProblem } from '../../../tests/browser/support/scripted-health';
import { problem } from '../../../tests/browser/support/scripted-lore';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { HealthModel } from './health-model.svelte';

async function loaded(fill: (server: ScriptedServer) => void) {
  const server = new ScriptedServer();
  fill(server);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  const model = new HealthModel(client);
  await model.refresh();
  return { model, server };
}

const mixed = (server: ScriptedServer): void => {
  server.problems = [
    problem({ path: 'a.md', severity: 'error', message: 'Close the list.' }),
    problem({ path: 'a.md', severity: 'info', line: 9 }),
    problem({ path: 'b.md', severity: 'info' }),
  ];
  server.health.problems = [
    healthProblem({ id: 'short', path: 'b.md', code: 'key-short', title: 'Short key', severity: 'info', line: 4 }),
    healthProblem({
      id: 'twice',
      path: 'b.md',
      code: 'key-duplicate',
      title: 'Key twice',
      line: 5,
      fix: 'Remove the second',
    }),
  ];
};

const paths = ({ groups }: HealthModel): readonly string[] => groups.map(({ path }) => path);

describe('HealthModel', () => {
  it('counts by severity', async () => {
    const { model } = await loaded(mixed);
    expect([model.count('error'), model.count('warning'), model.count('info')]).toEqual([1, 1, 3]);
  });

  it('hides and shows a severity, and one kind alone', async () => {
    const { model } = await loaded(mixed);
    model.toggle('info');
    expect(model.groups.map(({ path, problems }) => [path, problems.length])).toEqual([
      ['a.md', 1],
      ['b.md', 1],
    ]);
    model.toggle('info');
    model.code = 'key-short';
    expect(paths(model)).toEqual(['b.md']);
  });

  it('finds words in path, title and sentence', async () => {
    const { model } = await loaded(mixed);
    model.text = 'a.md CLOSE';
    expect(model.found).toBe(1);
    model.text = 'short key';
    expect(paths(model)).toEqual(['b.md']);
    model.showAll();
    expect(model.found).toBe(5);
  });

  it('groups by kind, and draws a large group in steps', async () => {
    const { model } = await loaded((server) => {
      server.problems = Array.from({ length: 10_000 }, (_, at) => problem({ path: `note ${String(at)}.md` }));
    });
    expect(model.groups).toHaveLength(10_000);
    model.view = 'kinds';
    model.open(0);
    expect([model.problems.length, model.group?.problems.length]).toEqual([60, 10_000]);
    model.showMore();
    expect(model.problems).toHaveLength(120);
  });

  it('puts a kind aside in one note or everywhere, and takes that back', async () => {
    const { model, server } = await loaded(mixed);
    const [short] = server.health.problems;
    if (!short) throw new Error('There is no problem.');
    await model.ignore(short, 'note');
    expect([model.found, model.ignoredCount, model.putAside]).toMatchObject([
      4,
      1,
      { path: 'b.md', title: 'Short key' },
    ]);
    if (model.putAside) await model.restore(model.putAside);
    expect([model.found, model.ignoredCount, model.putAside]).toEqual([5, 0, undefined]);
    await model.ignore(short, 'kind');
    expect(server.health.ignored).toEqual([{ code: 'key-short' }]);
    model.toggleIgnored();
    await model.refresh();
    expect(model.found).toBe(5);
  });

  it('shows the proposal that mends a problem, or why there is none', async () => {
    const { model, server } = await loaded(mixed);
    server.health.proposals = { twice: 'proposal-1' };
    model.open(1);
    expect(model.fixable.map(({ id }) => id)).toEqual(['twice']);
    await model.fix(model.fixable);
    const [, twice] = server.health.problems;
    expect(twice && model.outcomeOf(twice)).toEqual({ proposal: 'proposal-1' });
    expect(model.fixable).toEqual([]);
  });

  it('keeps the report when loading it again, or a change, fails', async () => {
    const { model, server } = await loaded(mixed);
    server.refusal = { status: 403, detail: 'Not with this token.' };
    await model.refresh();
    expect(model.report.failure).toMatchObject({ status: 403 });
    const [short] = server.health.problems;
    if (short) await model.ignore(short, 'kind');
    expect(model.failure).toMatchObject({ status: 403 });
    expect(model.found).toBe(5);
  });

  it('opens what another panel names', async () => {
    const { model } = await loaded(mixed);
    model.view = 'kinds';
    model.show({ panel: 'health', search: 'b.md' });
    expect([model.view, paths(model)]).toEqual(['notes', ['b.md']]);
  });
});
