import type { WireEntryDetail, WireProblem } from '../../../src/server/contract/wire-lore';

/** A problem with everything that a test does not care about filled in. */
export function problem(facts: Partial<WireProblem> & Pick<WireProblem, 'path'>): WireProblem {
  return {
    code: 'value-not-understood',
    severity: 'warning',
    line: 3,
    text: 'priority: soon',
    message: 'The priority "soon" is no whole number. The default is used.',
    ...facts,
  };
}

/** An entry with everything that a test does not care about filled in. */
export function entry(facts: Partial<WireEntryDetail> & Pick<WireEntryDetail, 'title'>): WireEntryDetail {
  const path = facts.path ?? `Lore/${facts.title}.md`;
  const text = facts.text ?? `${facts.title} is known along the whole river.`;
  return {
    id: `id-${facts.title.toLowerCase().replace(/[^\p{L}\p{N}_]+/gu, '-')}`,
    path,
    vault: 'demo-vault',
    keys: [facts.title],
    refineKeys: [],
    excludeKeys: [],
    tags: ['lorebook'],
    enabled: true,
    constant: false,
    never: false,
    priority: 100,
    order: facts.priority ?? 100,
    tokens: Math.ceil(text.length / 4) + 12,
    problems: [],
    text,
    links: [],
    contentHash: 'c0ffee',
    properties: {},
    otherProperties: {},
    decorators: [],
    ...facts,
  };
}

/** A little lore of every kind. */
export const sampleEntries: readonly WireEntryDetail[] = [
  entry({
    title: 'Harbor law',
    constant: true,
    keys: ['harbor law'],
    type: 'rule',
    tags: ['lorebook', 'rules'],
    text: 'No bell may be rung between dusk and the second tide. Whoever rings one pays for the fog that comes.',
    properties: { constant: true, position: 'before' },
  }),
  entry({
    title: 'Lantern Quay',
    keys: ['Lantern Quay', 'the quay', '/lanterns?/i'],
    refineKeys: ['fog', 'tide'],
    type: 'place',
    tags: ['lorebook/place', 'river'],
    priority: 40,
    links: ['Maren Tull', 'Harbor law'],
    text: 'Seventy lanterns hang along the quay, and each is lit by the family that lost someone to the water.\n\nOn a foggy night they are counted aloud. When the count is seventy-one, nobody asks whose it is.',
    properties: { scanDepth: 6, sticky: 2, summary: 'A quay with seventy lanterns.' },
    otherProperties: { founded: ['212'], mood: ['quiet', 'salt'] },
  }),
  entry({
    title: 'Maren Tull',
    keys: ['Maren', 'the bell-keeper'],
    type: 'character',
    tags: ['lorebook/character'],
    priority: 20,
    text: 'Maren Tull keeps the harbor bell and has not rung it in eleven years. She knows every ship by the sound of its anchor chain.',
    properties: { position: 'before_char' },
  }),
  entry({
    title: 'The drowned bell',
    keys: ['drowned bell', 'bell'],
    type: 'object',
    text: 'It rings under water, an hour before the tide turns. Fish gather to it.',
    properties: { position: 'in_chat', depth: 4, role: 'system' },
  }),
  entry({
    title: 'Regent’s toll',
    keys: ['toll'],
    refineKeys: ['coin', 'barge'],
    type: 'rule',
    text: 'Every barge pays a coin for each oar.',
    properties: { selectiveLogic: 'and_any' },
  }),
  entry({
    title: 'Old ferry road',
    keys: ['ferry road'],
    enabled: false,
    type: 'place',
    text: 'The road that the ferries made needless.',
    problems: [problem({ path: 'Lore/Old ferry road.md' })],
  }),
  entry({
    title: 'Name of the river',
    keys: ['name of the river'],
    never: true,
    type: 'secret',
    problems: [
      problem({
        path: 'Lore/Name of the river.md',
        code: 'key-regex-invalid',
        line: 5,
        text: '/name (of|for/i',
        message: 'The pattern /name (of|for/i is not closed and never matches. The other keys still work.',
      }),
    ],
  }),
];

const places = ['Ferry', 'Quay', 'Tower', 'Market', 'Stair', 'Lock', 'Mill', 'Garden', 'Gate', 'Well'];
const kinds = ['place', 'character', 'object', 'faction', 'rule'];

/** A vault of any size, equal on each run. */
export function manyEntries(count: number): readonly WireEntryDetail[] {
  return Array.from({ length: count }, (_, at) => {
    const title = `${places[at % places.length] ?? ''} ${String(at + 1).padStart(5, '0')}`;
    return entry({
      title,
      keys: [title.toLowerCase(), `ward ${String(at % 97)}`],
      type: kinds[at % kinds.length] ?? 'place',
      tags: ['lorebook', `district-${String(at % 12)}`],
      tokens: 20 + ((at * 37) % 400),
      problems: at % 25 === 0 ? [problem({ path: `Lore/${title}.md` })] : [],
    });
  });
}
