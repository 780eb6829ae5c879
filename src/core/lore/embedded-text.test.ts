import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../tests/support/lore-vault';

const entry = (body: string) => entryOf('Note.md', `---\ntags: [lorebook]\n---\n${body}\n`);

describe('a text that embeds notes', () => {
  test('is known in parts, cleaned as it is without them', () => {
    const { text, parts } = entry(
      '# Note\nBefore %%hidden%% ![[Places/Den.md|the den]].\n\n![[Owl]]\n\nAfter. #lorebook',
    );
    expect(text).toBe('Before.\n\nAfter.');
    expect(parts).toEqual([
      { kind: 'text', text: 'Before ' },
      { kind: 'embed', target: 'Places/Den.md' },
      { kind: 'text', text: '.\n\n' },
      { kind: 'embed', target: 'Owl' },
      { kind: 'text', text: '\n\nAfter.' },
    ]);
  });

  test('that is nothing else is no empty text', () => {
    const { text, parts, problems } = entry('![[Den]]');
    expect({ text, parts, problems }).toEqual({ text: '', parts: [{ kind: 'embed', target: 'Den' }], problems: [] });
  });

  test.each([
    'No embeds, but a [[link]].',
    '![[#Heading]]',
    '![[Den#Heading]]',
    '![[Den#^block]]',
    '![alt](picture.png)',
    '`![[Den]]`',
    '```\n![[Den]]\n```',
    '%%![[Den]]%%',
  ])('has no parts in %j', (body) => {
    expect(entry(`Text.\n\n${body}`).parts).toBeUndefined();
  });

  test('takes marks of its own for nothing', () => {
    const { parts } = entry('A \u00010\u0001 and ![[Den]]');
    expect(parts?.filter((part) => part.kind === 'embed')).toHaveLength(1);
  });

  test('has 50 parts of others at most', () => {
    const { parts } = entry('![[Den]] '.repeat(80));
    expect(parts?.filter((part) => part.kind === 'embed')).toHaveLength(50);
  });
});
