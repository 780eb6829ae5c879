import { bookNameOf } from '../book-name';
import { FieldReader, type Fields } from '../field-reader';
import type { FormatReading, LorebookFile } from '../lorebook-format';
import { readEntries } from '../read-entries';
import { leftoversUnder } from '../tavern-world-info/book-fields';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { readCategories, type NovelaiCategory } from './novelai-categories';
import { readNovelaiEntry } from './read-novelai-entry';

/** Reads a lorebook, a story or a scenario. Of the latter two the lorebook alone comes in. */
export function readNovelai(file: LorebookFile): FormatReading {
  const { name, at, lorebook, story } = unpack(file);
  const fields = new FieldReader(asRecord(lorebook) ?? {}, at);
  const categories = readCategories(fields);
  const { entries, unread } = readEntries(
    { format: 'novelai', book: name, where: `${at}entries`, fields: { keys: 'keys', text: 'text' } },
    fields.see('entries'),
    (entry) => readNovelaiEntry(entry, categories),
  );
  const leftovers = leftoversUnder('novelai', bookLeftovers(fields, categories));
  const left = story.map((field) => ({ field, sentence: 'It is no lore and is left out.' }));
  return { books: [{ name, settings: {}, entries, leftovers, remarks: [...fields.remarks, ...left] }], unread };
}

interface Unpacked {
  readonly name: string;
  /** The lorebook's place in the file, such as `content.lorebook.`. */
  readonly at: string;
  readonly lorebook: unknown;
  /** What the file holds besides. */
  readonly story: readonly string[];
}

function unpack({ name, value }: LorebookFile): Unpacked {
  const file = asRecord(value) ?? {};
  const fallback = bookNameOf(name);
  if (/^\d+$/.test(String(file['lorebookVersion']))) return { name: fallback, at: '', lorebook: file, story: [] };
  const isStory = Object.hasOwn(file, 'storyContainerVersion');
  const content = isStory ? (asRecord(file['content']) ?? {}) : file;
  const title = isStory ? asRecord(file['metadata'])?.['title'] : file['title'];
  return {
    name: typeof title === 'string' && title.trim() !== '' ? title.trim() : fallback,
    at: isStory ? 'content.lorebook.' : 'lorebook.',
    lorebook: content['lorebook'],
    story: ['story', 'prompt', 'context', 'ephemeralContext']
      .filter((field) => Object.hasOwn(content, field))
      .map((field) => (isStory ? `content.${field}` : field)),
  };
}

function bookLeftovers(fields: FieldReader, categories: ReadonlyMap<string, NovelaiCategory>): Fields {
  const settings = fields.inner('settings');
  settings.keep('orderByKeyLocations', [false], 'Notes stand by their order, not by the place of their keys.');
  fields.drop('entries', 'lorebookVersion', 'categories');
  const kept = [...categories.values()].flatMap(({ leftovers }) => leftovers ?? []);
  const others = settings.rest();
  return {
    ...fields.rest(),
    ...(Object.keys(others).length === 0 ? {} : { settings: others }),
    ...(kept.length === 0 ? {} : { categories: kept }),
  };
}
