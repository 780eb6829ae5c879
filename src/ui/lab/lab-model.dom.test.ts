import { describe, expect, it } from 'vitest';
import { fillLab, type ScriptedLab } from '../../../tests/browser/support/scripted-lab';
import { adminToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { coverageCsv, coverageMarkdown } from './coverage-export';
import { LabModel } from './lab-model.svelte';
import { diffOf, stateOf } from './lab-replay.svelte';

function lab(fill: (lab: ScriptedLab) => void = () => undefined) {
  const server = new ScriptedServer();
  fillLab(server.lab);
  fill(server.lab);
  const client = createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => adminToken });
  return { model: new LabModel(client), server };
}

/** Waits until something holds that a stream brings. */
async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !holds(); tries++) await new Promise((resolve) => setTimeout(resolve, 0));
  expect(holds()).toBe(true);
}

describe('replaying kept turns', () => {
  it('tells what is the same, what changed and what cannot be played', async () => {
    const {
      model: { replay },
    } = lab();
    await replay.playTurn('turn-44');
    expect(replay.turns.map(stateOf)).toEqual(['changed', 'same', 'lost']);
    expect([replay.count('same'), replay.count('changed'), replay.count('lost')]).toEqual([1, 1, 1]);
    replay.changedOnly = true;
    expect(replay.listed.map(({ turn }) => turn)).toEqual([44, 40]);
    const [turn] = replay.turns;
    expect(turn && diffOf(turn).stayed[0]?.moved).toEqual({
      from: 'Before the main prompt',
      to: 'In chat, depth 4, system',
    });
  });

  it('asks for the turns of the chat, or for one', async () => {
    const {
      model: { replay },
      server,
    } = lab();
    await replay.playTurn('turn-44');
    expect(server.lab.asked).toEqual([{ turn: 'turn-44' }]);
    expect([...replay.opened]).toEqual(['turn-44']);
  });

  it('keeps what it has when it is stopped, and leaves the stream', async () => {
    const {
      model: { replay },
      server,
    } = lab((scripted) => {
      scripted.replay = scripted.replay.slice(0, 1);
      scripted.staysOpen = true;
    });
    void replay.playTurn('turn-44');
    await until(() => replay.turns.length === 1);
    expect([replay.run.isRunning, replay.total]).toEqual([true, 3]);
    replay.run.stop();
    expect([replay.run.isRunning, replay.run.isStopped, replay.turns.length]).toEqual([false, true, 1]);
    await until(() => server.lab.left === 1);
  });

  it('says that the lore has changed since', async () => {
    const { model } = lab();
    model.followIndex();
    expect(model.replay.isOld).toBe(false);
    await model.replay.playTurn('turn-44');
    model.followIndex();
    expect(model.replay.isOld).toBe(true);
  });

  it('waits for the panel with a turn that a link asks for', () => {
    const { model, server } = lab();
    model.show({ panel: 'lab', search: 'replay', generation: 'turn-44' });
    expect([model.view, model.replay.wanted, server.requests]).toEqual(['replay', 'turn-44', []]);
  });
});

describe('coverage over chats', () => {
  const counted = async () => {
    const made = lab();
    await made.model.counting.sources.load();
    made.model.counting.kept = true;
    await made.model.counting.start();
    return made;
  };

  it('is asked for with the chats that are meant', async () => {
    const {
      model: { counting },
      server,
    } = await counted();
    expect(server.lab.asked).toEqual([{ chats: 'all', pasted: [], kept: true, tests: false }]);
    counting.sources.toggle('c');
    counting.sources.add({ name: 'a.jsonl', text: 'User: Hi.' });
    await counting.start();
    expect(server.lab.asked.at(-1)).toEqual({
      chats: [],
      pasted: [{ name: 'a.jsonl', text: 'User: Hi.' }],
      kept: true,
      tests: false,
    });
    counting.sources.remove(0);
    counting.kept = false;
    expect(counting.isNothingMeant).toBe(true);
  });

  it('is narrowed by thresholds, searched and sorted', async () => {
    const {
      model: {
        counting: { table, coverage },
      },
    } = await counted();
    if (!coverage) throw new Error('There is no coverage.');
    expect(
      ['never', 'always', 'collided', 'squeezed', 'together', 'shared'].map((view) =>
        table.count(coverage, view as 'never'),
      ),
    ).toEqual([25, 2, 41, 2, 1, 1]);
    table.always = 95;
    table.least = 10;
    expect([
      table.count(coverage, 'always'),
      table.count(coverage, 'collided'),
      table.count(coverage, 'shared'),
    ]).toEqual([1, 1, 1]);
    expect(
      table
        .rows(coverage, 'all')
        .slice(0, 2)
        .map(({ injected }) => injected),
    ).toEqual([400, 371]);
    table.sortBy('title');
    expect(table.rows(coverage, 'all')[0]?.title).toBe('Lantern Quay');
    table.sortBy('title');
    expect(table.rows(coverage, 'all')[0]?.title).toMatch(/^The drowned bell/);
    table.text = 'maren';
    expect(table.rows(coverage, 'all').map(({ title }) => title)).toEqual(['Maren Tull']);
  });

  it('says what broke it off, and what the server refused', async () => {
    const {
      model: { counting },
      server,
    } = lab((scripted) => {
      scripted.coverage = [{ kind: 'error', message: 'The chats could not be counted to their end.' }];
    });
    await counting.start();
    expect(counting.run.sentence).toBe('The chats could not be counted to their end.');
    server.isOffline = true;
    await counting.start();
    expect([counting.run.failure?.kind, counting.run.sentence]).toEqual(['offline', '']);
  });

  it('is exported without anything that a table or spreadsheet would take for its own', () => {
    const item = {
      id: 'x',
      title: '=A, "b" | c',
      path: 'x.md',
      forced: false,
      found: 1,
      injected: 2,
      collided: 3,
      squeezed: 4,
      silentKeys: [],
    };
    expect(coverageCsv([item]).split('\r\n')[1]).toBe(`"'=A, ""b"" | c",x.md,1,2,3,4`);
    expect(coverageMarkdown([item], 9)).toContain('| =A, "b" \\| c | 1 | 2 | 3 | 4 |');
  });
});

describe('keys that do less than they seem to', () => {
  it('are narrowed by kind and words', async () => {
    const {
      model: { keys },
    } = lab();
    await keys.start();
    expect(keys.found.map(({ kind }) => kind)).toEqual(['swallowed', 'shadowed', 'silent']);
    keys.kind = 'silent';
    expect(keys.found.map(({ key }) => key)).toEqual(['lantern row']);
    keys.kind = undefined;
    keys.text = 'LAMP quay';
    expect(keys.found.map(({ key }) => key)).toEqual(['lamp']);
  });

  it('are mended by a proposal, which stays with its key', async () => {
    const {
      model: { keys },
      server,
    } = lab();
    await keys.start();
    const [lamp, other] = keys.found;
    if (!lamp || !other) throw new Error('There are no keys.');
    await keys.propose(lamp);
    expect(keys.failure).toBeUndefined();
    expect(server.requests.filter((one) => one === 'POST /v1/proposals')).toHaveLength(1);
    expect(keys.proposalOf(lamp)).toBeDefined();
    expect(keys.proposalOf(other)).toBeUndefined();
  });
});

describe('lore tests', () => {
  it('are listed failed first, filtered and searched', async () => {
    const {
      model: { tests },
    } = lab();
    await tests.start();
    expect(tests.items.map(({ state }) => state)).toEqual(['failed', 'broken', 'passed']);
    expect([tests.passed, tests.failed, tests.red]).toEqual([1, 3, 3]);
    tests.filter = 'passed';
    expect([tests.items.length, tests.problems.length]).toEqual([1, 0]);
    tests.filter = 'all';
    tests.text = 'bell';
    expect(tests.items.map(({ name }) => name)).toEqual(['Maren is not named by her bell']);
  });

  it('show how they went without being run', async () => {
    const {
      model: { tests },
      server,
    } = lab();
    await tests.loadLamp();
    expect([tests.red, tests.isKnown]).toEqual([3, false]);
    expect(server.requests).toEqual(['GET /v1/lore-tests']);
  });

  it('that ran by themselves are run again only where they were looked at', async () => {
    const { model, server } = lab();
    const event = { kind: 'lore-tests-finished', data: { passed: 1, failed: 0, byThemselves: true } };
    model.followEvent({ ...event, data: { byThemselves: false } });
    expect(server.requests).toEqual([]);
    model.followEvent(event);
    await until(() => model.tests.red === 3);
    expect(server.requests).toEqual(['GET /v1/lore-tests']);
    await model.tests.start();
    model.followEvent(event);
    await until(() => server.requests.filter((one) => one.endsWith('/run')).length === 2);
  });
});

it('a chat is played from what was pasted, and stopping keeps its turns', async () => {
  const {
    model: { play },
    server,
  } = lab();
  await play.playFile('Pasted chat', 'User: Hi.');
  expect(server.lab.asked).toEqual([{ scene: { file: 'User: Hi.' } }]);
  expect([play.turns.length, play.coverage?.turns, play.run.isRunning]).toEqual([2, 2, false]);
});
