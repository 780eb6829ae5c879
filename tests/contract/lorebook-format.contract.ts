import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ExportedBook,
  FormatReading,
  ImportedBook,
  ImportedEntry,
  LorebookFile,
  LorebookFormat,
} from '../../src/core/formats/lorebook-format';
import type { LorebookFixture } from '../support/lorebook-fixtures';
import { exportedEntry, ourEntry } from '../support/lorebook-files';
import { mutatedJson } from '../support/mutated-json';

/** Inputs of each reader, broken in one to six places. */
const MUTATED_INPUTS = 10_000;

/** What every format has to do. `fixtures` are those of all formats. */
export function describeFormat(format: LorebookFormat, fixtures: readonly LorebookFixture[]): void {
  const own = fixtures.filter((fixture) => fixture.format === format.id).map(({ file }) => file);
  const foreign = fixtures.filter((fixture) => fixture.format !== format.id).map(({ file }) => file);

  describe(`the format ${format.id}`, () => {
    it('has a file to be tried on', () => {
      expect(own).not.toEqual([]);
    });

    it.each(own)('takes $name', (file) => {
      expect(format.detect(file)).toBe(true);
    });

    it('takes no file of another format, and nothing that is no lorebook', () => {
      const odd: readonly unknown[] = [null, 0, '', 'text', [], {}, [1], [{}], { entries: 1 }, { spec: 'other' }];
      const files = [...foreign, ...odd.map((value) => ({ name: 'odd.json', value }))];
      expect(files.filter((file) => format.detect(file))).toEqual([]);
    });

    it.each(own)('reads $name to the same entries every time, each with an id of its own', (file) => {
      const reading = format.read(file);
      expect(format.read(structuredClone(file))).toEqual(reading);
      expectSound(reading);
    });

    it('reads whatever it takes, however broken, and changes nothing outside', { timeout: 120_000 }, () => {
      const inputs = fc.oneof(...own.map(({ value }) => mutatedJson(JSON.stringify(value))));
      fc.assert(
        fc.property(inputs, (text) => {
          const file = { name: 'Broken.json', value: JSON.parse(text) as unknown };
          if (format.detect(file)) expectSound(format.read(file));
        }),
        { numRuns: MUTATED_INPUTS },
      );
      expect(Object.keys(Object.getOwnPropertyDescriptors(Object.prototype))).toEqual(ORIGINAL_NAMES);
    });

    it.each(own)('keeps what it does not know of $name', (file) => {
      const marks = JSON.stringify(file.value).match(/"keep-[^"]*"/g) ?? [];
      const { books } = format.read(file);
      const kept = JSON.stringify(
        books.map(({ leftovers, entries }) => [leftovers, entries.map((entry) => entry.leftovers)]),
      );
      expect(marks.filter((mark) => !kept.includes(mark))).toEqual([]);
    });
  });

  const { write } = format;
  if (write) describeWriting(format, write, own);
}

/** Names that objects have from the start. */
const ORIGINAL_NAMES = Object.keys(Object.getOwnPropertyDescriptors(Object.prototype));

function expectSound({ books, unread }: FormatReading): void {
  for (const { name, entries, remarks } of books) {
    const ids = entries.map((entry) => entry.sourceId);
    if (new Set(ids).size !== ids.length) throw new Error(`Two entries have one id: ${ids.join(', ')}`);
    const sentences = [...remarks, ...entries.flatMap((entry) => entry.remarks)].map(({ sentence }) => sentence);
    const names = [name, ...entries.map((entry) => entry.title), ...sentences];
    if (!names.every((text) => typeof text === 'string' && text.trim() !== ''))
      throw new Error('Something has no name.');
    if (!entries.every(({ body }) => typeof body === 'string')) throw new Error('A text is no text.');
  }
  if (!unread.every(({ sentence }) => sentence !== '')) throw new Error('An unread part has no reason.');
}

function describeWriting(
  format: LorebookFormat,
  write: NonNullable<LorebookFormat['write']>,
  own: readonly LorebookFile[],
): void {
  const writeAndParse = (book: ExportedBook): LorebookFile => {
    const value: unknown = JSON.parse(JSON.stringify(write(book).value));
    return { name: `${book.name}.json`, value };
  };

  describe(`files that ${format.id} writes`, () => {
    it.each(own)('hold the entries of $name again, but for what was remarked, and then stay as they are', (file) => {
      for (const book of format.read(file).books) {
        const written = writeAndParse(exported(book));
        expect(format.detect(written)).toBe(true);
        const [again] = format.read(written).books;
        const changed = new Set(write(exported(book)).remarks.map(({ title }) => title));
        const unchanged = ({ entries }: ImportedBook) => entries.filter(({ title }) => !changed.has(title)).map(said);
        expect(again && unchanged(again)).toEqual(unchanged(book));
        expect(again?.entries.map(({ title }) => title)).toEqual(book.entries.map(({ title }) => title));
        expect(again?.settings).toEqual(book.settings);
        expect(again && writeAndParse(exported(again))).toEqual(written);
      }
    });

    it('are of this format also for a book without entries and for one of ours', () => {
      const entries = [ourEntry({}), ourEntry({ title: 'Bell', properties: {}, body: '' })];
      for (const book of [
        { name: 'Coast', settings: {}, entries: [] },
        { name: 'Coast', settings: {}, entries },
      ]) {
        const written = writeAndParse(book);
        expect(format.detect(written)).toBe(true);
        const titles = format.read(written).books.flatMap((one) => one.entries.map((entry) => entry.title));
        expect(titles).toEqual(book.entries.map((entry) => entry.title));
      }
    });

    it('come with a sentence for everything of ours that the format does not know', () => {
      const entry = ourEntry({ properties: { keys: ['mill'], summary: 'A mill.', era: ['1900'], required: true } });
      const { remarks } = write({ name: 'Coast', settings: {}, entries: [entry] });
      for (const field of ['summary', 'era', 'required'])
        expect(remarks).toContainEqual({
          title: 'Mill',
          field,
          sentence: expect.stringMatching(/\w+ .*\.$/) as string,
        });
    });
  });
}

function exported({ name, settings, leftovers = {}, entries }: ImportedBook): ExportedBook {
  return { name, settings, leftovers, entries: entries.map(exportedEntry) };
}

/** What an entry says, without what was remarked on the way. */
function said({ title, folder, properties, leftovers, body }: ImportedEntry): unknown {
  return { title, folder, properties, leftovers, body };
}
