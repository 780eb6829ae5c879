import type { Handlers } from '../../../src/server/contract/api';
import type { WireLabChats, WireLabEvent, WireTestRun } from '../../../src/server/contract/wire-lab';

type LabHandlers = Pick<Handlers, 'loreTests' | 'labChats' | 'simulate'>;

/** A lab that answers from what a test put into it. */
export class ScriptedLab {
  run: WireTestRun = { items: [], problems: [], passed: 0, failed: 0 };
  chats: WireLabChats['items'] = [];
  events: readonly WireLabEvent[] = [{ kind: 'done', coverage: { turns: 0, items: [] } }];

  handlers(): LabHandlers {
    return {
      loreTests: (context) => context.json(this.run, 200),
      labChats: (context) => context.json({ items: this.chats }, 200),
      simulate: () =>
        new Response(this.events.map((event) => `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`).join(''), {
          headers: { 'content-type': 'text/event-stream' },
        }),
    };
  }
}

/** Tests of every outcome and a chat of three turns. */
export function fillLab(lab: ScriptedLab): void {
  const turn = (at: number, came: boolean) => ({
    ...{
      turn: at,
      message: { name: 'Mara', text: 'The lanterns on the quay are lit, and nobody counts them.' },
      tokens: 84,
      budget: 3072,
    },
    entries: [
      {
        id: 'id-lantern-quay',
        title: 'Lantern Quay',
        path: 'Lore/Lantern Quay.md',
        tokens: 84,
        why: 'Found “quay”.',
        came,
      },
    ],
    went: came
      ? []
      : [
          {
            id: 'id-maren-tull',
            title: 'Maren Tull',
            path: 'Lore/Maren Tull.md',
            why: 'Nothing brings it in any more.',
          },
        ],
  });
  lab.chats = [{ id: 'c', name: 'A night on the quay', messages: 12 }];
  lab.events = [
    { kind: 'turn', place: 0, turns: 2, turn: turn(2, true) },
    { kind: 'turn', place: 1, turns: 2, turn: turn(4, false) },
    {
      kind: 'done',
      coverage: {
        turns: 2,
        items: [
          {
            id: 'id-lantern-quay',
            title: 'Lantern Quay',
            path: 'Lore/Lantern Quay.md',
            found: 2,
            injected: 2,
            collided: 0,
            silentKeys: [],
          },
          {
            id: 'id-regent',
            title: 'Regent’s toll',
            path: 'Lore/Regent.md',
            found: 1,
            injected: 0,
            collided: 1,
            silentKeys: ['toll'],
          },
        ],
      },
    },
  ];
  lab.run = {
    items: [
      {
        name: 'The quay lights up',
        path: 'Lore/Lantern Quay.md',
        line: 12,
        state: 'passed',
        injected: ['Lantern Quay'],
        tokens: 84,
        checks: [{ kind: 'fires', subject: 'Lantern Quay', met: true, why: 'Found “quay”.' }],
      },
      {
        name: 'Maren is not named by her bell',
        path: 'Lorehearth/lore-tests.yaml',
        line: 4,
        state: 'failed',
        injected: ['Maren Tull', 'The drowned bell'],
        tokens: 160,
        checks: [{ kind: 'never', subject: 'Maren Tull', met: false, why: 'Found “bell”.' }],
      },
      {
        name: 'A chat that is gone',
        path: 'Lorehearth/lore-tests.yaml',
        line: 9,
        state: 'broken',
        injected: [],
        tokens: 0,
        checks: [],
        sentence: 'There is no file "chats/none.jsonl" in the vault.',
      },
    ],
    problems: [{ path: 'Lore/Old ferry road.md', line: 7, message: 'A test has no "fire".' }],
    passed: 1,
    failed: 3,
  };
}
