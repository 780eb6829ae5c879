import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitNote } from '../lore/frontmatter';
import { applyOperations } from './apply-operations';
import { textAfter, textSteps, type Change } from './change-log';
import { mergeTexts } from './merge-texts';
import { neutralizeText } from './neutralize-text';
import { diffNotes } from './note-diff';
import type { Operation, PropertyValue } from './patch';
import { rebase } from './rebase';
import { splicesBetween, textLines, withSplices } from './text-splices';

const word = fc.constantFrom(
  'fox',
  'den',
  'no',
  '1984',
  'a: b',
  '# x',
  "it's",
  '港',
  '',
  ' ',
  '[[Vex]]',
  '- y',
  'a, b',
  '"q"',
);
const name = fc.constantFrom('keys', 'Refine Keys', 'scan_depth', 'summary', 'own', 'tags');
const value: fc.Arbitrary<PropertyValue> = fc.oneof(word, fc.integer(), fc.boolean(), fc.array(word, { maxLength: 4 }));
const prose = fc
  .array(fc.constantFrom('One.', 'Two.', '', '# H', '---', '%% c %%', '`a`'), { maxLength: 4 })
  .map((lines) => lines.join('\n'));
const heading = fc.constantFrom('One', 'Two', 'Nobody');

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ kind: fc.constant('set-property' as const), name, value }),
  fc.record({ kind: fc.constant('unset-property' as const), name }),
  fc.record({ kind: fc.constant('add-items' as const), name, items: fc.array(word, { minLength: 1, maxLength: 3 }) }),
  fc.record({
    kind: fc.constant('remove-items' as const),
    name,
    items: fc.array(word, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('replace-text' as const),
    find: fc.constantFrom('First', 'Second.', 'e'),
    text: prose,
  }),
  fc.record({ kind: fc.constant('replace-section' as const), heading, text: prose }),
  fc.record({ kind: fc.constant('append-section' as const), heading, text: prose }),
  fc.record({ kind: fc.constant('append-text' as const), text: prose, heading }),
  fc.record({ kind: fc.constant('append-text' as const), text: prose }),
);

const block = fc.constantFrom(
  '',
  '---\ntags: [lorebook, "npc"] # kept\n# mine\nkeys:\n  - fox   # red\n  # between\n  - \'den\'\n\nsummary: >\n  long\n  text\n---\n',
  "---\nscanDepth: 3 # lines\nRefine Keys: ['a', b]\ntags: lorebook\n---\n",
);
const note = fc
  .record({
    block,
    mark: fc.boolean(),
    windows: fc.boolean(),
    body: fc.constantFrom('', 'Text', '# T\n\n## One\n\nFirst\n\n## Two\n\nSecond.\n'),
  })
  .map(({ block: head, mark, windows, body }) => {
    const source = head + body;
    return (mark ? '\ufeff' : '') + (windows ? source.replaceAll('\n', '\r\n') : source);
  });

const lines = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\r\n', '\n'), { maxLength: 12 })
  .map((all) => all.join(''));
const text = fc.tuple(lines, fc.constantFrom('', 'end')).map((parts) => parts.join(''));

const change = (before: string, after: string): Change => ({
  id: 'c',
  at: 0,
  origin: { tool: 'user' },
  kind: 'change',
  title: '',
  path: 'N.md',
  folders: [],
  state: 'applied',
  ...textSteps(before, after),
});

describe('splices', () => {
  test('make the new text of the old one, and of the new one the old', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(withSplices(textLines(before), splicesBetween(textLines(before), textLines(after))).join('')).toBe(
          after,
        );
        expect(textAfter(change(before, after))).toBe(after);
      }),
    );
  });

  test('of texts that have nothing in common are told as one', () => {
    const many = (sign: string): string => Array.from({ length: 3_000 }, (_, at) => `${sign}${String(at)}\n`).join('');
    expect(splicesBetween(textLines(many('a')), textLines(many('b')))).toHaveLength(1);
    expect(diffNotes(many('a'), many('b'))).toMatchObject({ added: 3_000, removed: 3_000, cut: true });
  });

  test('keep every line in a diff, with its words', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { hunks, added, removed } = diffNotes(before, after);
        const all = hunks.flatMap((hunk) => hunk.lines);
        expect(all.filter(({ kind }) => kind === 'added')).toHaveLength(added);
        expect(all.filter(({ kind }) => kind === 'removed')).toHaveLength(removed);
        for (const line of all) if (line.words) expect(line.words.map((one) => one.text).join('')).toBe(line.text);
        const [old, now] = [textLines(before), textLines(after)].map((found) =>
          found.map((line) => line.replace(/\r?\n$/, '')),
        );
        for (const line of all) {
          if (line.old !== undefined) expect(old?.[line.old - 1]).toBe(line.text);
          if (line.new !== undefined) expect(now?.[line.new - 1]).toBe(line.text);
        }
      }),
    );
  });
});

describe('a merge', () => {
  test('takes the side that changed, and loses no line that only one side wrote', () => {
    fc.assert(
      fc.property(text, text, (base, mine) => {
        expect(mergeTexts(base, mine, base)).toBe(mine);
        expect(mergeTexts(base, base, mine)).toBe(mine);
        expect(mergeTexts(base, mine, mine)).toBe(mine);
      }),
    );
  });

  test('is the same from both sides, and keeps what each added', () => {
    const edits = fc.array(fc.tuple(fc.nat(11), fc.constantFrom('x', 'y', 'z')), { maxLength: 3 });
    const base = Array.from({ length: 12 }, (_, at) => `line ${String(at)}\n`);
    const edited = (all: readonly (readonly [number, string])[], side: string): string =>
      base
        .map(
          (line, at) =>
            all
              .filter(([place]) => place === at)
              .map(([, sign]) => `${side}${sign}\n`)
              .join('') || line,
        )
        .join('');
    fc.assert(
      fc.property(edits, edits, (ours, others) => {
        const [mine, theirs] = [edited(ours, 'mine '), edited(others, 'theirs ')];
        const merged = mergeTexts(base.join(''), mine, theirs);
        expect(mergeTexts(base.join(''), theirs, mine)).toBe(merged);
        const isSamePlace = ours.some(([place]) => others.some(([other]) => other === place));
        expect(merged === undefined).toBe(isSamePlace);
        if (merged === undefined) return;
        for (const line of [...textLines(mine), ...textLines(theirs)])
          if (!base.includes(line)) expect(merged).toContain(line);
      }),
    );
  });
});

describe('any steps', () => {
  test('taken back one after the other give the note byte for byte', () => {
    fc.assert(
      fc.property(note, fc.array(operation, { maxLength: 6 }), (source, steps) => {
        const made: Change[] = [];
        let current = source;
        for (const step of steps) {
          const next = applyOperations(current, [step]);
          if (next.kind !== 'text') continue;
          made.push(change(current, next.text));
          current = next.text;
        }
        for (const one of made.reverse()) {
          const back = rebase(textAfter(one), one.before, current);
          expect(back.kind).toBe('text');
          if (back.kind === 'text') current = back.text;
        }
        expect(current).toBe(source);
      }),
      { numRuns: 60 },
    );
  });

  test('leave a note that can be read, its byte-order mark and its line ends', () => {
    fc.assert(
      fc.property(note, fc.array(operation, { maxLength: 4 }), (source, steps) => {
        const next = applyOperations(source, steps);
        if (next.kind !== 'text') return;
        expect(splitNote('', next.text).problems).toEqual([]);
        expect(next.text.startsWith('\ufeff')).toBe(source.startsWith('\ufeff'));
        if (/\r\n/.test(source)) expect(next.text.replaceAll('\r\n', '')).not.toContain('\n');
        else expect(next.text).not.toContain('\r');
      }),
    );
  });

  test('leave every line of the properties that they do not name, comments and order with it', () => {
    const source =
      '---\n# top\nzeta: 1 # z\n"quoted name": \'x\'\nalpha: [ a,b ]  # spaced\nkeys:\n  - fox # red\n# last\n---\nText\n';
    const setKeys = fc
      .array(word, { minLength: 1, maxLength: 4 })
      .map((items): Operation => ({ kind: 'set-property', name: 'keys', value: items }));
    fc.assert(
      fc.property(fc.array(setKeys, { minLength: 1, maxLength: 3 }), (steps) => {
        const next = applyOperations(source, steps);
        const result = next.kind === 'text' ? next.text : '';
        expect(result.startsWith(source.slice(0, source.indexOf('keys:')))).toBe(true);
        expect(result.endsWith('# last\n---\nText\n')).toBe(true);
      }),
    );
  });

  test('never lose what was written at another place meanwhile', () => {
    fc.assert(
      fc.property(note, operation, fc.nat(20), (source, step, place) => {
        const next = applyOperations(source, [step]);
        if (next.kind !== 'text') return;
        const all = [...textLines(source)];
        all.splice(Math.min(place, all.length), 0, 'MINE: 1\n');
        const current = all.join('');
        const rebased = rebase(source, next.text, current, [step]);
        if (rebased.kind === 'text') expect(rebased.text).toContain('MINE: 1');
      }),
    );
  });
});

test('what was made harmless once stays as it is', () => {
  const piece = fc.constantFrom(
    '<%',
    '%>',
    '{{',
    '}}',
    '{',
    'user',
    '%%',
    '```',
    'dataview',
    '\n',
    '](',
    'obsidian://',
    'javascript:',
    '<script',
    '>',
    '<',
    '\\',
    '`',
    '=',
    '@@',
    'x',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const { text: once } = neutralizeText(pieces.join(''));
      expect(neutralizeText(once)).toEqual({ text: once, remarks: [] });
      expect(once).not.toMatch(/<%|%%|<script\b/i);
      expect(once.replace(/\{\{\s*user\s*\}\}/g, '')).not.toContain('{{');
    }),
    { numRuns: 300, examples: [[['<', 'javascript:', '<script', '>']]] },
  );
});
