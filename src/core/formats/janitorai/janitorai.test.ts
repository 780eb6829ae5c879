import { describe, expect, test } from 'vitest';
import { entryNamed, readFile, remarkedFields } from '../../../../tests/support/lorebook-files';
import list from '../__fixtures__/janitorai-list.json';
import script from '../__fixtures__/janitorai-script.json';
import wrapper from '../__fixtures__/janitorai-wrapper.json';
import { janitorai } from './janitorai';

describe('a list of JanitorAI', () => {
  const { book } = readFile(janitorai, list);

  test('says keys, logic, matching, order, delay, chance and group', () => {
    expect(entryNamed(book, 'Lighthouse').properties).toEqual({
      keys: ['lighthouse'],
      refineKeys: ['storm'],
      selectiveLogic: 'and_all',
      caseSensitive: true,
      wholeWords: false,
      order: 120,
      delay: { count: 6, unit: 'messages' },
      probability: 0.6,
      group: 'tower',
      groupWeight: 50,
      groupOverride: true,
    });
    expect(entryNamed(book, 'Lighthouse').folder).toEqual(['places']);
  });

  test('takes all keys where its three lists differ, with a remark', () => {
    const reef = entryNamed(book, 'Reef');
    expect(reef.properties).toEqual({
      keys: ['reef', '/ro(ck|cks), sharp/i', 'shoal'],
      enabled: false,
      constant: true,
    });
    expect(remarkedFields(reef)).toEqual(['keysRaw', 'activationScript', 'depth']);
  });

  test('keeps what has no meaning here', () => {
    expect(entryNamed(book, 'Lighthouse').leftovers).toEqual({
      janitorai: {
        id: 'j-1',
        comment: 'Checked',
        priority: 7,
        keyMatchPriority: true,
        tags: ['sea'],
        later: 'keep-entry',
      },
    });
    expect(entryNamed(book, 'Reef').leftovers).toEqual({
      janitorai: { id: 'j-2', activationScript: 'return 1', depth: 2, later: { a: 1 } },
    });
  });

  test('whose chances are all 1 or less has them kept, not guessed', () => {
    const unclear = list.map((entry) => ({ ...entry, probability: 0.5 }));
    const { book: read } = readFile(janitorai, unclear);
    const lighthouse = entryNamed(read, 'Lighthouse');
    expect(lighthouse.properties.probability).toBeUndefined();
    expect(lighthouse.leftovers).toMatchObject({ janitorai: { probability: 0.5 } });
    expect(remarkedFields(lighthouse)).toContain('probability');
  });

  test('whose logic does not exist takes any secondary key', () => {
    const { book: read } = readFile(janitorai, [{ ...list[0], selectiveLogic: 9 }]);
    expect(read.entries[0]?.properties.selectiveLogic).toBeUndefined();
    expect(read.entries.map(remarkedFields)[0]).toContain('selectiveLogic');
  });
});

describe('a wrapper of JanitorAI', () => {
  test('has its entries in one text and its settings in another', () => {
    const { book } = readFile(janitorai, wrapper);
    expect([book.name, book.settings, book.entries.length]).toEqual(['Harbour', { scanDepth: 5 }, 2]);
    expect(remarkedFields(book)).toEqual(['settings.mode']);
    expect(book.leftovers).toEqual({ janitorai: { note: 'keep-book', settings: { mode: 'x' } } });
  });

  test('without settings searches three messages', () => {
    const { book } = readFile(janitorai, { ...wrapper, settings: 'no json' });
    expect(book.settings).toEqual({ scanDepth: 3 });
  });

  test('whose script is a program becomes one note that never fires and holds it whole', () => {
    const { book } = readFile(janitorai, script);
    expect(book.entries).toMatchObject([
      { title: 'Tides (script)', properties: { keys: [], enabled: false }, body: `\`\`\`js\n${script.script}\`\`\`\n` },
    ]);
    expect(remarkedFields(book)).toEqual(['script']);
  });

  test('whose program holds fences has a longer one around it', () => {
    const { book } = readFile(janitorai, { ...script, script: 'x = "````"' });
    expect(book.entries[0]?.body).toBe('`````js\nx = "````"\n`````\n');
  });

  test('whose text is nested without end is kept as text', () => {
    const deep = '['.repeat(100_000);
    expect(readFile(janitorai, { ...script, script: deep }).book.entries[0]?.body).toContain(deep);
  });
});
