import { expect, test } from 'vitest';
import { linkTarget, noteLink, noteName } from './note-link';

test.each([
  ['Quay', 'Quay', 'Quay'],
  ['Quay|the quay', 'Quay', 'the quay'],
  ['Lore/Mill', 'Lore/Mill', 'Mill'],
  ['Lore/Mill.md', 'Lore/Mill.md', 'Mill'],
  ['Mill#History', 'Mill', 'Mill'],
  ['Mill#^block', 'Mill', 'Mill'],
  ['Mill^block|it', 'Mill', 'it'],
  ['#History', '', 'History'],
  [String.raw`Mill\|the mill`, 'Mill', 'the mill'],
  ['Mill|', 'Mill', 'Mill'],
  ['a|b|c', 'a', 'b|c'],
])('[[%s]] points at "%s" and shows "%s"', (inside, target, shown) => {
  expect(noteLink(inside)).toEqual({ target, shown });
});

test.each([
  ['[[Quay|the quay]]', 'Quay', 'Quay'],
  [' [[Lore/Mill#History]] ', 'Lore/Mill', 'Mill'],
  ['Plain Note', 'Plain Note', 'Plain Note'],
  ['C# for Fish', 'C# for Fish', 'C# for Fish'],
  ['[[A]] and [[B]]', '[[A]] and [[B]]', '[[A]] and [[B]]'],
])('the item %s names the entry "%s" and the person "%s"', (item, target, name) => {
  expect(linkTarget(item)).toBe(target);
  expect(noteName(item)).toBe(name);
});
