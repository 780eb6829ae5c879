import { expect, test } from 'vitest';
import type { LoreEntry } from '../../src/core/lore/lore-entry';
import type { NoteReading } from '../../src/core/lore/lore-entry';
import { parseNote } from '../../src/core/lore/parse-note';
import { parseOptions } from '../support/lore-vault';

/**
 * Notes as they are found in vaults that were written for DeepLore, the sound ones and the odd ones, and what each is
 * read as. All notes are our own.
 */
interface Row {
  readonly about: string;
  readonly note: string;
  /** What of the entry matters; a word for a note that is none. */
  readonly gives: (Partial<Omit<LoreEntry, 'keys'>> & { readonly keys?: readonly string[] }) | NoteReading['kind'];
  readonly problems?: readonly string[];
}

const rows: readonly Row[] = [
  {
    about: 'an entry with everything that is usual',
    note: `---
tags:
  - lorebook
  - npc
type: character
priority: 40
keys:
  - Orsolya
  - the tanner
requires: []
summary: Tans hides by the east gate. She should be told of when leather or the gate is spoken of.
---
# Orsolya Venn

Tans hides by the east gate. Works for [[The Guild|the guild]].
`,
    gives: {
      title: 'Orsolya Venn',
      keys: ['Orsolya', 'the tanner'],
      priority: 40,
      type: 'character',
      tags: ['npc'],
      text: 'Tans hides by the east gate. Works for the guild.',
      links: ['The Guild'],
    },
  },
  {
    about: 'a summary in a folded block',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nsummary: >-\n  Grinds at night\n  and is never lit.\n---\nText.',
    gives: { properties: { keys: ['mill'], summary: 'Grinds at night and is never lit.' } },
  },
  {
    about: 'a summary in a literal block that keeps its lines',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nsummary: |\n  Grinds at night.\n  Never lit.\n---\nText.',
    gives: { properties: { keys: ['mill'], summary: 'Grinds at night.\nNever lit.' } },
  },
  {
    about: 'a byte-order mark',
    note: '\ufeff---\ntags: [lorebook]\nkeys: [mill]\n---\nText.',
    gives: { keys: ['mill'], text: 'Text.' },
  },
  {
    about: 'Windows line ends',
    note: '---\r\ntags: [lorebook]\r\nkeys:\r\n  - mill\r\n---\r\n# Mill\r\n\r\nOne.\r\nTwo.\r\n',
    gives: { title: 'Mill', keys: ['mill'], text: 'One.\nTwo.' },
  },
  {
    about: 'comments behind values',
    note: '---\ntags: [lorebook] # an entry\npriority: 20 # early\nkeys:\n  - mill # the old one\n---\nText.',
    gives: { priority: 20, keys: ['mill'] },
  },
  {
    about: 'lists in brackets with quotes and apostrophes',
    note: `---\ntags: [lorebook]\nkeys: [the miller's wheel, "flour, fine", 'it''s']\n---\nText.`,
    gives: { keys: ['the miller’s wheel'.replace('’', "'"), 'flour, fine', "it's"] },
  },
  {
    about: 'a list in brackets over several lines',
    note: '---\ntags: [lorebook]\nkeys: [mill,\n  wheel,\n  flour]\n---\nText.',
    gives: { keys: ['mill', 'wheel', 'flour'] },
  },
  {
    about: 'a constant with a cooldown',
    note: '---\ntags: [lorebook, lorebook-always]\ncooldown: 4\n---\nText.',
    gives: { constant: true, properties: { cooldown: { count: 4, unit: 'turns' } } },
    problems: ['timers-of-constant'],
  },
  {
    about: 'a region kept from the prompt, in its own spelling',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\nOpen.\n\n%%deeplore-exclude%%\nKept back.\n%%/deeplore-exclude%%\n\nOpen again.',
    gives: { text: 'Open.\n\nOpen again.' },
  },
  {
    about: 'comments in a line, over lines, and begun within a line',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\nOne %% two %% three.\n\n%%\nfour\n%%\n\nFive %% six\nseven %% eight.',
    gives: { text: 'One three.\n\nFive eight.' },
  },
  {
    about: 'embedded pictures and notes',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\nBefore ![[mill.png]] ![old](https://example.org/a.png) after.',
    gives: { text: 'Before after.', links: [] },
  },
  {
    about: 'links to headings, blocks and folders',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\n[[Guild#Rules]], [[Lore/Gate^a1]], [[Lore/Gate|gate]].',
    gives: { links: ['Guild', 'Lore/Gate'], text: 'Guild, Gate, gate.' },
  },
  {
    about: 'a depth and a role without a place in the chat',
    note: '---\ntags: [lorebook]\nkeys: [mill]\ndepth: 2\nrole: user\n---\nText.',
    gives: { properties: { keys: ['mill'], depth: 2, role: 'user' } },
  },
  {
    about: 'a switch that is off, in every spelling',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nenabled: "No" # for now\n---\nText.',
    gives: { enabled: false },
  },
  { about: 'no tag at all', note: '---\nkeys: [mill]\n---\nText.', gives: 'skipped' },
  { about: 'a summary of a session', note: '---\ntags: [lorebook-session]\n---\nText.', gives: 'skipped' },
  { about: 'a guide for the librarian', note: '---\ntags: [lorebook-guide]\n---\nWrite short.', gives: 'guide' },
  {
    about: 'a guide that is tagged as an entry and as a constant too',
    note: '---\ntags: [lorebook, lorebook-guide, lorebook-always]\n---\nWrite short.',
    gives: 'guide',
  },
  {
    about: 'a note that must never be injected',
    note: '---\ntags: [lorebook, lorebook-never]\nkeys: [mill]\n---\nText.',
    gives: { never: true, keys: ['mill'] },
  },
  {
    about: 'no text',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\n# Mill\n',
    gives: { title: 'Mill', text: '' },
    problems: ['body-empty'],
  },
  {
    about: 'no keys: title and aliases wake it',
    note: '---\ntags: [lorebook]\naliases: [The Wheel]\n---\n# Old Mill\n\nText.',
    gives: { keys: ['Old Mill', 'The Wheel'] },
  },
  {
    about: 'a list without a key',
    note: '---\ntags: [lorebook]\nkeys: []\n---\nText.',
    gives: { keys: [] },
    problems: ['keys-blank'],
  },
  {
    about: 'a number as summary, title and key',
    note: '---\ntags: [lorebook]\nkeys: 1312\ntitle: 1312\nsummary: 1312\n---\nText.',
    gives: { title: '1312', keys: ['1312'], properties: { keys: ['1312'], title: '1312', summary: '1312' } },
  },
  {
    about: 'a chance of nothing, and one in percent',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nprobability: 0\n---\nText.',
    gives: { properties: { keys: ['mill'], probability: 0 } },
  },
  {
    about: 'a chance above one: a percentage, not certainty',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nprobability: 50\n---\nText.',
    gives: { properties: { keys: ['mill'], probability: 0.5 } },
  },
  {
    about: 'keys with the signs of patterns',
    note: `---\ntags: [lorebook]\nkeys: ["C++", "what?", "(the mill)", "a.b", "[x]", "a|b", "$5", "^up"]\n---\nText.`,
    gives: { keys: ['C++', 'what?', '(the mill)', 'a.b', '[x]', 'a|b', '$5', '^up'] },
  },
  {
    about: 'keys of one and two letters',
    note: '---\ntags: [lorebook]\nkeys: [I, Xi]\n---\nText.',
    gives: { keys: ['I', 'Xi'] },
  },
  {
    about: 'keys in other scripts',
    note: '---\ntags: [lorebook]\nkeys: [Ødegård, мельница, 水車, مطحنة, 🌾]\n---\nText.',
    gives: { keys: ['Ødegård', 'мельница', '水車', 'مطحنة', '🌾'] },
  },
  {
    about: 'nested tags, a hash, commas and the singular name',
    note: '---\ntag: "#lorebook/place, river"\nkeys: [mill]\n---\nText.',
    gives: { type: 'place' },
  },
  {
    about: 'a tag on a line of the text only',
    note: 'The mill.\n\n#lorebook\n\nText.',
    gives: { text: 'The mill.\n\nText.' },
  },
  {
    about: 'names of properties in camel case',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nscanDepth: 6\nexcludeRecursion: true\ncascadeLinks: [Gate]\nrefineKeys: [flour]\n---\nText.',
    gives: {
      properties: {
        keys: ['mill'],
        scanDepth: 6,
        excludeRecursion: true,
        cascadeLinks: ['Gate'],
        refineKeys: ['flour'],
      },
    },
  },
  {
    about: 'entries named by links, with and without quotes',
    note: '---\ntags: [lorebook]\nkeys: [mill]\nrequires: [[Gate]]\nexcludes:\n  - "[[Lore/Tower|the tower]]"\n  - Bridge\n---\nText.',
    gives: { properties: { keys: ['mill'], requires: ['Gate'], excludes: ['Lore/Tower', 'Bridge'] } },
  },
  {
    about: 'a comment sign in a code block, which is no heading',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\n```sh\n# not a title\n```\n\nText.',
    gives: { title: 'Mill' },
  },
  {
    about: 'a lone heading sign, which swallows nothing',
    note: '---\ntags: [lorebook]\nkeys: [mill]\n---\n#\nThe mill stands.',
    gives: { title: 'Mill' },
  },
  {
    about: 'properties that cannot be read',
    note: '---\ntags: [lorebook]\nkeys: [mill\n---\nText.',
    gives: 'quarantined',
    problems: ['frontmatter-broken'],
  },
];

test.each(rows)('$about', ({ note, gives, problems = [] }) => {
  const reading = parseNote('Places/Mill.md', note, parseOptions);
  const found = reading.kind === 'entry' ? reading.entry.problems : reading.problems;
  expect(found.map((problem) => problem.code)).toEqual(problems);
  if (typeof gives === 'string') expect(reading.kind).toBe(gives);
  else if (reading.kind !== 'entry') throw new Error(`The note is read as ${reading.kind}.`);
  else expect({ ...reading.entry, keys: reading.entry.keys.map((key) => key.text) }).toMatchObject(gives);
});
