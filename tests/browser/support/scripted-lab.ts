import type { Handlers } from '../../../src/server/contract/api';
import type { WireCoverageEvent, WireKeysEvent } from '../../../src/server/contract/wire-coverage';
import type { WireLabChats, WireLabEvent } from '../../../src/server/contract/wire-lab';
import type { WireTestEvent, WireTestRun, WireTestState } from '../../../src/server/contract/wire-lore-tests';
import type { WireReplayEvent } from '../../../src/server/contract/wire-replay';
import { coverageEvents, keyEvents, replayEvents } from './lab-world';

type LabHandlers = Pick<
  Handlers,
  'loreTests' | 'loreTestState' | 'runLoreTests' | 'labChats' | 'simulate' | 'replayTurns' | 'labCoverage' | 'labKeys'
>;

/** A lab that answers from what a test put into it. */
export class ScriptedLab {
  run: WireTestRun = { items: [], problems: [], passed: 0, failed: 0 };
  last: WireTestState['last'];
  chats: WireLabChats['items'] = [];
  events: readonly WireLabEvent[] = [{ kind: 'done', coverage: { turns: 0, items: [], together: [], shared: [] } }];
  replay: readonly WireReplayEvent[] = [{ kind: 'done' }];
  coverage: readonly WireCoverageEvent[] = [];
  keys: readonly WireKeysEvent[] = [];
  /** Whether streams stay open after their last event. */
  staysOpen = false;
  /** Bodies of the requests of streams, in their order. */
  readonly asked: unknown[] = [];
  /** How many streams were left before their end. */
  left = 0;

  handlers(): LabHandlers {
    return {
      loreTests: (context) => context.json(this.run, 200),
      loreTestState: (context) => context.json(this.last ? { last: this.last } : {}, 200),
      runLoreTests: () => {
        const { items } = this.run;
        const results = items.map((result, at): WireTestEvent => {
          return { kind: 'result', done: at + 1, total: items.length, result };
        });
        const end: WireTestEvent = { kind: 'done', run: this.run };
        return this.#stream([...results, end]);
      },
      labChats: (context) => context.json({ items: this.chats }, 200),
      simulate: (context) => this.#stream(this.events, context.req.valid('json')),
      replayTurns: (context) => this.#stream(this.replay, context.req.valid('json')),
      labCoverage: (context) => this.#stream(this.coverage, context.req.valid('json')),
      labKeys: (context) => this.#stream(this.keys, context.req.valid('json')),
    };
  }

  #stream(events: readonly { readonly kind: string }[], asked?: unknown): Response {
    this.asked.push(asked);
    const text = events.map((event) => `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`).join('');
    const { staysOpen } = this;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode(text));
        if (!staysOpen) controller.close();
      },
      cancel: () => void this.left++,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  }
}

/** Tests of every outcome, a chat of three turns, and what is found over many chats. */
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
            ...{ id: 'id-lantern-quay', title: 'Lantern Quay', path: 'Lore/Lantern Quay.md', forced: false },
            ...{ found: 2, injected: 2, collided: 0, squeezed: 0, silentKeys: [] },
          },
          {
            ...{ id: 'id-regent', title: 'Regent’s toll', path: 'Lore/Regent.md', forced: false },
            ...{ found: 1, injected: 0, collided: 1, squeezed: 0, silentKeys: ['toll'] },
          },
        ],
        together: [],
        shared: [],
      },
    },
  ];
  lab.replay = replayEvents;
  lab.coverage = coverageEvents;
  lab.keys = keyEvents;
  lab.last = {
    passed: 1,
    failed: 3,
    red: [{ name: 'Maren is not named by her bell', path: 'Lorehearth/lore-tests.yaml', line: 4 }],
  };
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
