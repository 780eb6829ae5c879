import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../tests/support/lore-vault';
import { printNote } from './print-note';

describe('BR-116 a note that is written', () => {
  test.each(['R&D < 3 > 2', '&amp; stays', '"quoted" & \'single\'', 'a % b %20', '\\n is no line end', 'tab\there'])(
    'holds %j in text, title and summary as it is, not as entities or escapes',
    (text) => {
      const note = printNote({
        tags: ['lorebook'],
        properties: { title: text, summary: text, keys: [text] },
        body: text,
      });
      const entry = entryOf('Salt & Iron.md', note);
      expect(note.endsWith(`---\n${text}\n`)).toBe(true);
      expect([entry.title, entry.properties.summary, entry.text]).toEqual([text, text, text]);
      expect(entry.keys.map((key) => key.text)).toEqual([text]);
    },
  );
});

describe('BR-117 values that YAML would take for something else', () => {
  const values = [
    'Reef: A "Study" - #2',
    "it's",
    'yes: no',
    'no',
    'null',
    '~',
    '1e3',
    '0x1f',
    '2031-04-12',
    '12:30',
    '# not a comment',
    'text # not a comment',
    '- not an item',
    '[not a list]',
    '{not: a map}',
    '[[Mill]]',
    '*star',
    '&and',
    '!tag',
    '%percent',
    '@at',
    '`tick`',
    '|',
    '>',
    '? x',
    'ends with a colon:',
    '---',
    '...',
    '<<',
    '\u0085\u2028 odd line ends',
    'C:\\path\\n',
  ];

  test.each(values)('%j is the same title, summary, group and outlet after reading', (value) => {
    const properties = { title: value, summary: value, group: value, outlet: value, type: value };
    const entry = entryOf('N.md', printNote({ tags: ['lorebook'], properties, body: '' }));
    expect(entry.properties).toEqual({ ...properties, ...(value.includes('odd') && trimmed(properties)) });
    expect(entry.problems.map((problem) => problem.code)).toEqual(['body-empty']);
  });

  test('all of them are one list of keys, and a summary keeps its lines', () => {
    const keys = values.map((value) => value.trim());
    const summary = 'The first line: "so".\nThe second # line.';
    const entry = entryOf('N.md', printNote({ tags: ['lorebook'], properties: { keys, summary }, body: 'Text.' }));
    expect(entry.properties.keys).toEqual(keys);
    expect(entry.properties.summary).toBe(summary);
  });
});

/** Blanks at the ends of one text are not kept; which signs are blanks is the language's business. */
function trimmed(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, value.trim()]));
}
