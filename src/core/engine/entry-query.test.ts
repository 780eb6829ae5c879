import { expect, test } from 'vitest';
import { indexOf, lore } from '../../../tests/support/lore-vault';
import { listEntries } from './entry-list';

const index = indexOf({
  'Places/Mill.md': lore('keys: [water wheel, mill]\ntype: place\nsummary: Grinds.\nera: [winter, spring]'),
  'Places/Old/Tower.md': '---\ntags: [lorebook/place, ruin]\nscan_depth: 6\n---\nText.',
  'Fox.md': lore('type: animal\naliases: [vixen]'),
});

test.each([
  ['', ['Fox', 'Mill', 'Tower']],
  ['mill', ['Mill']],
  ['places wheel', ['Mill']],
  ['tag:place', []],
  ['tag:#lorebook/place', ['Tower']],
  ['tag:ruin', ['Tower']],
  ['folder:places', ['Mill', 'Tower']],
  ['folder:Places/Old', ['Tower']],
  ['folder:Place', []],
  ['folder:""', ['Fox']],
  ['key:wheel', ['Mill']],
  ['key:"water wheel"', ['Mill']],
  ['key:"wheel water"', []],
  ['type:animal', ['Fox']],
  ['-type:animal', ['Mill', 'Tower']],
  ['summary:""', ['Fox', 'Tower']],
  ['summary:grind', ['Mill']],
  ['-summary:""', ['Mill']],
  ['field:era=spring', ['Mill']],
  ['field:era="spring"', ['Mill']],
  ['field:ERA', ['Mill']],
  ['field:scanDepth=6', ['Tower']],
  ['field:"scan depth"', ['Tower']],
  ['folder:places -tag:ruin mill', ['Mill']],
  ['title:o', ['Fox', 'Tower']],
  ['TAG:ruin', ['Tower']],
  ['tag:', ['Fox', 'Mill', 'Tower']],
  ['http://mill', []],
  ['"', ['Fox', 'Mill', 'Tower']],
  ['key:"water', ['Mill']],
])('%s finds %j', (text, titles) => {
  expect(listEntries(index, { text }, { offset: 0, limit: 10 }).items.map(({ title }) => title)).toEqual(titles);
});

test('the most used come first where that is asked for, and those used alike by title', () => {
  const uses = (id: string): number => (index.entries.get(id)?.title === 'Tower' ? 3 : 0);
  const { items } = listEntries(index, { sort: 'use' }, { offset: 0, limit: 10 }, uses);
  expect(items.map(({ title }) => title)).toEqual(['Tower', 'Fox', 'Mill']);
});
