import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitNotes, withoutNotes } from './split-notes';

describe('notes in a reply', () => {
  it.each([
    ['at the end', 'She nods.\n\n<notes>\nIlse lies.\n</notes>', 'She nods.', 'Ilse lies.'],
    ['at the begin', '<notes>Ilse lies.</notes>\nShe nods.', 'She nods.', 'Ilse lies.'],
    ['in the middle', 'One.\n\n<notes>a</notes>\n\nTwo.', 'One.\n\nTwo.', 'a'],
    ['twice', 'One.<notes>a</notes> Two.<notes>b</notes>', 'One.\n\nTwo.', 'a\nb'],
    ['in other letters and with blanks', 'One.\n< Notes >a</ NOTES >', 'One.', 'a'],
    ['in a code fence', 'One.\n```xml\n<notes>a</notes>\n```\nTwo.', 'One.\n\nTwo.', 'a'],
    ['that is empty', 'One.\n<notes>\n</notes>', 'One.', ''],
    ['that is not closed', 'One.\n\n<notes>\nIlse lies.', 'One.', 'Ilse lies.'],
    ['whose end was cut off', 'One.\n\n<notes>\nIlse lies.\n</not', 'One.', 'Ilse lies.'],
    ['that is not closed after one that is', 'One.<notes>a</notes>\n<notes>b', 'One.', 'a\nb'],
  ])('%s are taken out', (_where, reply, text, notes) => {
    expect(splitNotes(reply, 'notes')).toEqual({ text, notes });
  });

  it('that were opened before the reply and never closed leave the reply there', () => {
    expect(splitNotes('<notes>\nShe nods.', 'notes').text.trim()).toBe('She nods.');
    expect(splitNotes('<notes>\nShe nods.', 'notes').notes).toBe('');
  });

  it.each([
    '(OOC: shall we skip to the evening?)',
    '[OOC] Notes: none',
    'a <note>b</note>',
    '<notesy>c</notesy>',
    '  \n',
  ])('are nothing else: %j stays as it is', (reply) => {
    expect(splitNotes(reply, 'notes')).toEqual({ text: reply, notes: '' });
  });

  it('leave a code block that follows alone', () => {
    expect(splitNotes('<notes>a</notes>\n```js\nlet b;\n```', 'notes').text).toBe('```js\nlet b;\n```');
  });

  it('may have a tag with signs that patterns know', () => {
    expect(splitNotes('One.<a.b+c>x</a.b+c>', 'a.b+c')).toEqual({ text: 'One.', notes: 'x' });
    expect(splitNotes('One.<aXb+c>x</aXb+c>', 'a.b+c').notes).toBe('');
  });

  it('and the reply come apart as they were put together', () => {
    const words = fc.stringMatching(/^[a-z(][a-z .,*"\n()]{0,60}[a-z.)]$/);
    fc.assert(
      fc.property(words, words, (prose, notes) => {
        const split = splitNotes(`${prose}\n\n<lore-notes>\n${notes}\n</lore-notes>\n`, 'lore-notes');
        expect(split).toEqual({ text: prose, notes });
        expect(splitNotes(split.text, 'lore-notes')).toEqual({ text: prose, notes: '' });
      }),
    );
  });
});

describe('a reply that is being written', () => {
  it('never shows a part of its notes, whatever has come so far', () => {
    const reply = 'She nods < slowly.\n\n<notes>\nIlse lies.\n</notes>';
    const seen = Array.from(reply, (_, at) => withoutNotes(reply.slice(0, at + 1), 'notes'));
    for (const text of seen) expect('She nods < slowly.'.startsWith(text)).toBe(true);
    expect(seen.at(-1)).toBe('She nods < slowly.');
  });
});
