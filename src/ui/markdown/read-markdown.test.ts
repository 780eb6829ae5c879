import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MarkdownBlock, MarkdownInline } from './markdown-tree';
import { readMarkdown } from './read-markdown';

const lineOf = (text: string): readonly MarkdownInline[] => {
  const [block] = readMarkdown(text);
  return block?.kind === 'paragraph' ? block.inlines : [];
};

/** Every address that a reader could follow. */
function addresses(blocks: readonly (MarkdownBlock | MarkdownInline)[]): readonly string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'link') return [block.href];
    if ('inlines' in block) return addresses(block.inlines);
    if (block.kind === 'quote') return addresses(block.blocks);
    if (block.kind === 'list') return addresses(block.items.flatMap((item) => item.blocks));
    if (block.kind === 'table') return addresses([block.head, ...block.rows].flat().flatMap((cell) => cell.inlines));
    return [];
  });
}

describe('Markdown', () => {
  it('becomes lines with what stands in them', () => {
    expect(lineOf('A **b _c_** `d` ~~e~~\nf')).toEqual([
      { kind: 'text', text: 'A ' },
      {
        kind: 'strong',
        inlines: [
          { kind: 'text', text: 'b ' },
          { kind: 'emphasis', inlines: [{ kind: 'text', text: 'c' }] },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'deleted', inlines: [{ kind: 'text', text: 'e' }] },
      { kind: 'break' },
      { kind: 'text', text: 'f' },
    ]);
  });

  it('knows links to notes, with their label and without their heading', () => {
    expect(lineOf('See [[Silver Keep]] and [[Lore/Orla#Past|her]], not [[]].')).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'note', name: 'Silver Keep', label: 'Silver Keep' },
      { kind: 'text', text: ' and ' },
      { kind: 'note', name: 'Lore/Orla', label: 'her' },
      { kind: 'text', text: ', not [[]].' },
    ]);
  });

  it('has lists with tasks, tables, quotes and code', () => {
    const blocks = readMarkdown('3. a\n\n- [x] b\n\n> c\n\n```js\nd\n```\n\n|e|f|\n|-|-:|\n|1|2|\n\n---');
    expect(blocks.map(({ kind }) => kind)).toEqual(['list', 'list', 'quote', 'code', 'table', 'rule']);
    expect(blocks[0]).toMatchObject({ start: 3 });
    expect(blocks[1]).toMatchObject({ start: undefined, items: [{ isDone: true, blocks: [{ kind: 'line' }] }] });
    expect(blocks[4]).toMatchObject({ rows: [[{ align: undefined }, { align: 'right' }]] });
  });
});

describe('what a model writes', () => {
  it('holds no HTML, no image and no address but of web and mail', () => {
    expect(lineOf('<b onclick="x">hi</b>')).toEqual([{ kind: 'text', text: '<b onclick="x">hi</b>' }]);
    expect(lineOf('![pixel](https://a.b/c.png)')).toEqual([
      { kind: 'link', href: 'https://a.b/c.png', inlines: [{ kind: 'text', text: 'pixel' }] },
    ]);
    for (const href of ['javascript:alert(1)', 'obsidian://x', 'data:text/html,x', '//a.b', 'file:///etc'])
      expect(addresses(readMarkdown(`[x](${href})`))).toEqual([]);
  });

  it('can be anything', () => {
    const pieces = fc.constantFrom('*', '_', '`', '[', ']', '(', ')', '<', '>', '\n', '|', '-', '#', 'a', ' ', '&amp;');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
        ),
        (text) => {
          for (const href of addresses(readMarkdown(text))) expect(href).toMatch(/^(?:https?:\/\/|mailto:)/i);
        },
      ),
    );
  });

  it('is shown as it is written where it is nested or long beyond reading', () => {
    expect(JSON.stringify(readMarkdown('> '.repeat(2_000)))).toContain('code');
    expect(readMarkdown('x'.repeat(200_001))).toEqual([{ kind: 'code', text: 'x'.repeat(200_001) }]);
  });
});
