import { expect, test } from 'vitest';
import type { Settings } from '../../src/core/settings/settings-table';
import { chatOf, injectedTitles, lore, refusals, turn, type Notes } from '../support/lore-vault';

/** Small vaults of the kinds that DeepLore's users have, a chat, and what comes of it. */
interface Row {
  readonly about: string;
  readonly notes: Notes;
  readonly chat?: readonly string[];
  readonly settings?: Partial<Settings>;
  readonly injected: readonly string[];
  readonly refused?: Readonly<Record<string, string>>;
}

const rows: readonly Row[] = [
  {
    about: 'two entries that require each other come together',
    notes: { 'Oath.md': lore('keys: [mill]\nrequires: Vow'), 'Vow.md': lore('keys: [mill]\nrequires: Oath') },
    injected: ['Oath', 'Vow'],
  },
  {
    about: 'of two that require each other, one alone does not come',
    notes: { 'Oath.md': lore('keys: [mill]\nrequires: Vow'), 'Vow.md': lore('keys: [gate]\nrequires: Oath') },
    injected: [],
    refused: { Oath: 'requires' },
  },
  {
    about: 'a requirement that no note meets keeps the entry out',
    notes: { 'Oath.md': lore('keys: [mill]\nrequires: Nowhere') },
    injected: [],
    refused: { Oath: 'requires_missing' },
  },
  {
    about: 'a requirement of a note that is switched off is not met',
    notes: { 'Oath.md': lore('keys: [mill]\nrequires: Vow'), 'Vow.md': lore('keys: [mill]\nenabled: false') },
    injected: [],
    refused: { Oath: 'requires', Vow: 'disabled' },
  },
  {
    about: 'an entry that requires what it excludes never comes',
    notes: { 'Riddle.md': lore('keys: [mill]\nrequires: Gate\nexcludes: Gate'), 'Gate.md': lore('keys: [mill]') },
    injected: ['Gate'],
    refused: { Riddle: 'excludes' },
  },
  {
    about: 'an entry that excludes itself excludes nothing',
    notes: { 'Hermit.md': lore('keys: [mill]\nexcludes: Hermit') },
    injected: ['Hermit'],
  },
  {
    about: 'of two that exclude each other the more important stays',
    notes: {
      'Truth.md': lore('keys: [mill]\nexcludes: Rumor\npriority: 10'),
      'Rumor.md': lore('keys: [mill]\nexcludes: Truth\npriority: 90'),
    },
    injected: ['Truth'],
    refused: { Rumor: 'excludes' },
  },
  {
    about: 'two notes of one title are two entries, and a requirement of it is met by either',
    notes: {
      'North/Gate.md': lore('keys: [mill]\ntitle: The Gate'),
      'South/Gate.md': lore('keys: [nothing]\ntitle: The Gate'),
      'Guard.md': lore('keys: [mill]\nrequires: The Gate'),
    },
    injected: ['The Gate', 'Guard'],
  },
  {
    about: 'a file and a folder of one name are told apart',
    notes: { 'Gate.md': lore('keys: [mill]'), 'Gate/Gate.md': lore('keys: [nothing]\ntitle: Inner') },
    injected: ['Gate'],
  },
  {
    about: 'a chance of nothing never comes, and is told of',
    notes: { 'Dream.md': lore('keys: [mill]\nprobability: 0') },
    injected: [],
    refused: { Dream: 'probability' },
  },
  {
    about: 'an entry that is too large is refused whole, and smaller ones behind it come',
    notes: {
      'Chronicle.md': lore('keys: [mill]\npriority: 1', 'word '.repeat(500)),
      'Line.md': lore('keys: [mill]\npriority: 2', 'One line.'),
    },
    settings: { budgetKind: 'tokens', tokenBudget: 100 },
    injected: ['Line'],
    refused: { Chronicle: 'too_large' },
  },
  {
    about: 'a constant comes whatever its cooldown says, and however new the chat is',
    notes: { 'Law.md': lore('constant: true\ncooldown: 9\nwarmup: 9') },
    chat: ['Mara: hello'],
    injected: ['Law'],
  },
  {
    about: 'a note that must never be injected is not, however it is brought in',
    notes: {
      'Killer.md': '---\ntags: [lorebook, lorebook-never]\nkeys: [mill]\n---\nIt was her.',
      'Mill.md': lore('keys: [mill]\ncascade_links: Killer', 'Killer.'),
    },
    settings: { recursion: true },
    injected: ['Mill'],
    refused: { Killer: 'never' },
  },
  {
    about: 'a guide is not found by words, links or resemblance',
    notes: {
      'Guide.md': '---\ntags: [lorebook-guide]\nkeys: [mill]\n---\nOf the mill write short, mill mill mill.',
      'Mill.md': lore('keys: [mill]\ncascade_links: Guide', 'A mill.'),
    },
    settings: { fuzzy: true, recursion: true },
    injected: ['Mill'],
  },
  {
    about: 'a link to nowhere in text or cascade brings nothing and harms nothing',
    notes: { 'Mill.md': lore('keys: [mill]\ncascade_links: [Nowhere, "[[Elsewhere#Part]]"]', '[[Nowhere]] and on.') },
    injected: ['Mill'],
  },
  {
    about: 'a cascade goes on from entry to entry and comes to an end in a ring',
    notes: {
      'A.md': lore('keys: [mill]\ncascade_links: B'),
      'B.md': lore('keys: [nothing]\ncascade_links: "[[C]]"'),
      'C.md': lore('keys: [nothing]\ncascade_links: A'),
    },
    injected: ['A', 'B', 'C'],
  },
  {
    about: 'a short key is a whole word, not a part of one',
    notes: { 'An.md': lore('keys: [an]'), 'Want.md': lore('keys: [want]') },
    chat: ['Mara: I want it.'],
    injected: ['Want'],
  },
  {
    about: 'a key of several words is bounded too',
    notes: { 'Room.md': lore('keys: [war room]') },
    chat: ['Mara: star war rooms'],
    injected: [],
  },
  {
    about: 'a word of another alphabet is a whole word too',
    notes: { 'Cat.md': lore('keys: [кот]') },
    chat: ['Mara: котик спит'],
    injected: [],
  },
  {
    about: 'a straight apostrophe finds a curly one',
    notes: { 'Crown.md': lore(`keys: ["King's Crown"]`) },
    chat: ['Mara: the King’s crown'],
    injected: ['Crown'],
  },
  {
    about: 'signs of patterns in keys are searched for as they are',
    notes: { 'Club.md': lore('keys: ["50% (club)?"]'), 'Dots.md': lore('keys: ["a.b"]') },
    chat: ['Mara: at the 50% (Club)? with axb'],
    injected: ['Club'],
  },
  {
    about: 'secondary keys refine a hit, also with the other logics',
    notes: {
      'Any.md': lore('keys: [mill]\nrefine_keys: [flour, wheel]'),
      'All.md': lore('keys: [mill]\nrefine_keys: [flour, wheel]\nselective_logic: and_all'),
      'None.md': lore('keys: [mill]\nrefine_keys: [flour]\nselective_logic: not_any'),
    },
    chat: ['Mara: flour from the mill'],
    injected: ['Any'],
    refused: { All: 'secondary_keys_not_met', None: 'secondary_keys_not_met' },
  },
  {
    about: 'an entry searches its own number of messages, also where the setting is nothing',
    notes: { 'Far.md': lore('keys: [mill]\nscanDepth: 3'), 'Near.md': lore('keys: [mill]') },
    chat: ['Mara: the mill', 'Vesk: yes', 'Mara: good'],
    settings: { scanDepth: 0 },
    injected: ['Far'],
  },
  {
    about: 'text that wakes nothing is not searched, but its entry may be woken',
    notes: {
      'Cast.md': lore('keys: [mill]\nexcludeRecursion: true', 'Orsolya, Venn.'),
      'Orsolya.md': lore('keys: [Orsolya]', 'See the Venn.'),
      'Gate.md': lore('keys: [mill]', 'Orsolya stands there.'),
      'Venn.md': lore('keys: [Venn]\nexcludeRecursion: true'),
    },
    settings: { recursion: true },
    injected: ['Cast', 'Gate', 'Orsolya', 'Venn'],
  },
  {
    about: 'what the context fields rule out does not come',
    notes: { 'Then.md': lore('keys: [mill]\nera: long ago'), 'Now.md': lore('keys: [mill]\nera: today') },
    injected: ['Now'],
    refused: { Then: 'context' },
  },
  {
    about: 'an entry without text wakes others and is not injected',
    notes: { 'Stub.md': lore('keys: [mill]', ''), 'Mill.md': lore('keys: [mill]\nrequires: Stub') },
    injected: ['Mill'],
    refused: { Stub: 'empty_text' },
  },
  {
    about: 'aliases wake a note and are names for links',
    notes: {
      'Orsolya.md': lore('aliases: [the tanner]'),
      'Hide.md': lore('keys: [tanner]\nrequires: "[[The Tanner]]"'),
    },
    chat: ['Mara: ask the tanner'],
    injected: ['Hide', 'Orsolya'],
  },
];

test.each(rows)('$about', async ({ notes, chat = ['Mara: the mill'], settings, injected, refused = {} }) => {
  const result = await turn(notes, chatOf(...chat), { settings, chat: { context: { era: ['today'] } } });
  expect([...injectedTitles(result)].sort()).toEqual([...injected].sort());
  expect(refusals(result)).toEqual(refused);
});

test('a depth and a role mean nothing outside the chat, and all of them there', async () => {
  const notes = {
    'Outside.md': lore('keys: [mill]\ndepth: 2\nrole: user'),
    'Inside.md': lore('keys: [mill]\nposition: in_chat\ndepth: 2\nrole: user'),
  };
  const { injections } = await turn(notes, chatOf('Mara: the mill'));
  expect(injections.map(({ position, depth, role }) => ({ position, depth, role }))).toEqual([
    { position: 'after', depth: undefined, role: undefined },
    { position: 'in_chat', depth: 2, role: 'user' },
  ]);
});
