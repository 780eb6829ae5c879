import type { WireCoverageEvent, WireKeyFinding, WireKeysEvent } from '../../../src/server/contract/wire-coverage';
import type { WireEntryChange, WireReplayedTurn, WireReplayEvent } from '../../../src/server/contract/wire-replay';

/** What the lab finds over many chats, with titles that are hard to fit. */

const long = 'The drowned bell of Saint Ossa in the old harbor below the third stair, which nobody rings on purpose';

const change = (id: string, title: string, more: Partial<WireEntryChange> = {}): WireEntryChange => ({
  ...{ id, title, path: `Lore/${title}.md`, tokens: 84, why: 'Found “quay” in the last message of Mara.' },
  ...more,
});

const turn = (at: number, outcome: WireReplayedTurn['outcome']): WireReplayedTurn => ({
  ...{ id: `turn-${String(at)}`, chat: 'c', turn: at, type: 'normal', at: 1_700_000_000_000, tokensBefore: 240 },
  outcome,
});

const played = {
  kind: 'played',
  from: 'request',
  tokens: 240,
  came: [],
  went: [],
  changed: [],
  stayed: 3,
  asides: [],
} as const;

const turns: readonly WireReplayedTurn[] = [
  turn(44, {
    ...played,
    ...{ tokens: 312, asides: ['ai'] },
    came: [change('id-bell', long, { whyBefore: 'None of its secondary keys (coin, barge) stands in the text.' })],
    went: [
      change('id-maren-tull', 'Maren Tull', {
        why: 'The keys of the entry do not stand in the text any more.',
        whyBefore: 'Found “Maren”.',
      }),
    ],
    changed: [
      change('id-lantern-quay', 'Lantern Quay', {
        ...{ tokens: 120, tokensBefore: 84 },
        moved: { from: { position: 'before' }, to: { position: 'in_chat', depth: 4, role: 'system' } },
      }),
    ],
  }),
  turn(42, { ...played, from: 'messages' }),
  turn(40, {
    kind: 'lost',
    sentence: 'Its request is not kept any more, and the messages that it searched are not known.',
  }),
];

/** Three turns: one changed, one the same, one that cannot be played. */
export const replayEvents: readonly WireReplayEvent[] = [
  ...turns.map((one, place) => ({ kind: 'turn' as const, place, turns: turns.length, turn: one })),
  { kind: 'done' },
];

const entry = (at: number, title: string) => ({
  id: `id-${String(at)}`,
  title,
  path: `Lore/${title}.md`,
  forced: false,
});

/** Coverage of 400 turns over 120 entries. */
export const coverageEvents: readonly WireCoverageEvent[] = [
  { kind: 'progress', done: 1, total: 3, what: 'A night on the quay, turn 11 of 140' },
  {
    kind: 'done',
    chats: 3,
    leftOut: [{ name: 'broken.jsonl', sentence: 'This is no chat file of SillyTavern.' }],
    coverage: {
      turns: 400,
      items: [
        { ...entry(0, long), forced: true, found: 12, injected: 400, collided: 0, squeezed: 0, silentKeys: [] },
        { ...entry(1, 'Lantern Quay'), found: 380, injected: 371, collided: 9, squeezed: 9, silentKeys: [] },
        { ...entry(2, 'Maren Tull'), found: 41, injected: 0, collided: 41, squeezed: 2, silentKeys: ['the widow'] },
        ...Array.from({ length: 117 }, (_, at) => ({
          ...entry(at + 3, `Ropewalk ${String(at + 1)}`),
          ...{ found: at % 7, injected: at % 5, collided: at % 3, squeezed: 0, silentKeys: [] },
        })),
      ],
      together: [{ entries: ['id-4', 'id-9', 'id-14'], turns: 12 }],
      shared: [{ words: 'the third stair', entries: ['id-0', 'id-1', 'id-2'], turns: 31 }],
    },
  },
];

const finding = (kind: WireKeyFinding['kind'], key: string, sentence: string, hits: number): WireKeyFinding => ({
  ...{ kind, key, sentence, hits },
  entry: { id: 'id-lantern-quay', title: 'Lantern Quay', path: 'Lore/Lantern Quay.md' },
});

/** Keys of every kind. */
export const keyEvents: readonly WireKeysEvent[] = [
  { kind: 'progress', done: 1, total: 6, what: 'A night on the quay' },
  {
    kind: 'done',
    messages: 1_204,
    leftOut: [],
    items: [
      {
        ...finding(
          'swallowed',
          'lamp',
          'It only ever stands inside “lamp oil seller of the lower quay” of another entry, so that both entries come together.',
          14,
        ),
        other: { id: 'id-bell', title: long, path: 'Lore/Bell.md' },
        fix: {
          label: 'Keep it out where “lamp oil seller of the lower quay” stands',
          operations: [{ kind: 'add-items', name: 'exclude_keys', items: ['lamp oil seller of the lower quay'] }],
        },
      },
      {
        ...finding(
          'shadowed',
          'LANTERN',
          'It was never found, because letter case counts; the chats have “lantern”.',
          9,
        ),
        fix: {
          label: 'Let letter case not count',
          operations: [{ kind: 'set-property', name: 'case_sensitive', value: false }],
        },
      },
      {
        ...finding('silent', 'lantern row', 'It was never found, while other keys of the entry were.', 0),
        fix: { label: 'Remove the key', operations: [{ kind: 'remove-items', name: 'keys', items: ['lantern row'] }] },
      },
    ],
  },
];
