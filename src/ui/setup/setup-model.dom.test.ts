import { describe, expect, it } from 'vitest';
import { goodChecks, scriptedCheck } from '../../../tests/browser/support/scripted-setup';
import { adminToken, readToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { fillFirstRun, fillSetup } from '../../../tests/browser/support/setup-world';
import { createClient } from '../../server/client';
import { HomeModel } from '../home-model.svelte';
import { setupSteps } from './setup-steps';

function open(fill: (server: ScriptedServer) => void, token = adminToken) {
  const server = new ScriptedServer();
  fill(server);
  const home = new HomeModel(createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => token }));
  const asked = (): number => server.requests.filter((request) => request.endsWith('/v1/doctor')).length;
  return { server, home, asked };
}

const states = ({ setup }: HomeModel): readonly string[] => setup.steps.map(({ id, state }) => `${id} ${state}`);

describe('the first steps', () => {
  it('follow from what the doctor finds, and the first that is not done is the current one', async () => {
    const { home } = open(fillFirstRun);
    await home.refresh();
    expect(home.setup.isShown).toBe(true);
    expect(states(home)).toEqual(['lore current', 'server done', 'bridge later', 'pairing later', 'turn later']);
  });

  it('go on by themselves, also backwards', async () => {
    const { home, server } = open(fillFirstRun);
    await home.refresh();
    await home.doctor.mend({ kind: 'call', label: '', route: 'example' });
    expect(states(home).slice(0, 3)).toEqual(['lore done', 'server done', 'bridge current']);
    server.setup.find(scriptedCheck('server', 'Server', 'failed', 'Port 1 is taken.'));
    await home.refresh();
    expect(states(home)[1]).toBe('server current');
  });

  it('let go when all are done, and ask for nothing afterwards', async () => {
    const { home, server, asked } = open(fillFirstRun);
    await home.refresh();
    server.setup.checks = goodChecks;
    await home.refresh();
    expect([home.setup.isDone, home.setup.isFinished, server.settings.setupSteps]).toEqual([true, true, false]);
    server.setup.wantsSteps = false;
    await home.setup.hide();
    expect(home.setup.isShown).toBe(false);
    const before = asked();
    await home.refresh();
    await home.refresh();
    expect(asked()).toBe(before);
    home.setup.ask();
    expect(home.setup.isShown).toBe(true);
  });

  it('can be hidden before they are done', async () => {
    const { home, server } = open(fillFirstRun);
    await home.refresh();
    await home.setup.hide();
    expect(server.settings.setupSteps).toBe(false);
  });

  it('show what is in the way of a step, and only that', () => {
    const origins = scriptedCheck('origins', 'Pages', 'warning', 'http://a was turned away.');
    const checks = goodChecks.map((check) => (check.id === 'origins' ? origins : check));
    const steps = setupSteps({ checks, at: 0, hasExample: false, wantsSteps: true });
    expect(steps.map((step) => step.checks.map(({ id }) => id))).toEqual([
      ...[['lore'], ['server'], ['bridge'], ['pairing', 'origins'], ['turn']],
    ]);
  });

  it('are not asked for with a token that may not take them', async () => {
    const { home, asked } = open(fillFirstRun, readToken);
    await home.refresh();
    expect(asked()).toBe(0);
  });
});

describe('the doctor', () => {
  it('asks the model only for who may let it, and only at the button', async () => {
    const { home, server } = open(fillSetup);
    await home.refresh();
    expect(server.requests).not.toContain('POST /v1/doctor');
    await home.doctor.examine(true);
    expect(server.requests).toContain('POST /v1/doctor');
  });

  it('mends a setting and looks again', async () => {
    const { home, server } = open(fillSetup);
    await home.doctor.examine(true);
    await home.doctor.mend({ kind: 'settings', label: '', values: { loreTag: 'lore' } });
    expect([server.settings.loreTag, home.doctor.said]).toEqual(['lore', 'Changed in the settings.']);
    expect(server.requests.at(-1)).toBe('GET /v1/doctor');
  });

  it('says what did not work', async () => {
    const { home, server } = open(fillSetup);
    await home.doctor.examine(true);
    server.setup.exampleRefusal = 'It was changed since.';
    await home.doctor.undoExample();
    expect(home.doctor.problem).toBe('It was changed since.');
    await home.doctor.mend({ kind: 'settings', label: '', values: { port: 80 } });
    expect(home.doctor.problem).not.toBe('');
  });
});
