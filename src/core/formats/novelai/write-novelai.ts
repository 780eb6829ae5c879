import type { FieldName } from '../../lore/entry-fields';
import { ExportReport, keysOf, leftoversOf } from '../export-report';
import type { Fields } from '../field-reader';
import { slashKey } from '../foreign-keys';
import type { ExportedBook, ExportedEntry, FormatWriting } from '../lorebook-format';
import { idMaker } from '../made-id';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { keptCategories, writeCategory } from './novelai-categories';
import { writeContext } from './novelai-context';

const CARRIED: ReadonlySet<FieldName> = new Set<FieldName>([
  'keys',
  'enabled',
  'constant',
  'notRecursable',
  'priority',
  'position',
  'depth',
]);

/** A lorebook of the version that NovelAI writes today. */
export function writeNovelai(book: ExportedBook): FormatWriting {
  const report = new ExportReport('NovelAI');
  report.loseSettings(book.settings);
  const kept = asRecord(book.leftovers?.['novelai']) ?? {};
  const known = keptCategories(kept);
  const idOf = idMaker();
  const categories = new Map<string, Fields>();
  const entries = book.entries.map((entry) => {
    const folder = report.oneFolder(entry);
    if (folder === undefined) return writeEntry(entry, { report, idOf, category: '' });
    const category = categories.get(folder) ?? writeCategory(folder, idOf('category', folder), known.get(folder));
    categories.set(folder, category);
    return writeEntry(entry, { report, idOf, category: category['id'] });
  });
  const value = {
    ...kept,
    lorebookVersion: 5,
    entries,
    settings: { orderByKeyLocations: false, ...asRecord(kept['settings']) },
    categories: [...categories.values()],
  };
  return { value, remarks: report.remarks };
}

interface Writing {
  readonly report: ExportReport;
  readonly idOf: (...parts: readonly string[]) => string;
  /** Id of the category; empty for none. */
  readonly category: unknown;
}

function writeEntry(entry: ExportedEntry, { report, idOf, category }: Writing): Fields {
  const { title, properties } = entry;
  const { contextConfig, ...kept } = leftoversOf(entry, 'novelai');
  report.loseProperties(entry, CARRIED);
  report.loseOthers(entry, 'novelai');
  if (properties.depth !== undefined && properties.position !== 'in_chat')
    report.remark(title, 'depth', 'Without in_chat it says nothing; it is left out.');
  const context = writeContext(properties, asRecord(contextConfig) ?? {}, (field, sentence) => {
    report.remark(title, field, sentence);
  });
  return {
    id: idOf(title, entry.body),
    searchRange: 1_000,
    keyRelative: false,
    loreBiasGroups: [],
    ...kept,
    displayName: title,
    text: report.plainText(entry),
    keys: writeKeys(entry, report),
    enabled: properties.enabled !== false,
    forceActivation: properties.constant === true,
    nonStoryActivatable: properties.notRecursable !== true,
    category,
    contextConfig: context,
  };
}

function writeKeys(entry: ExportedEntry, report: ExportReport): readonly string[] {
  const keys = keysOf(entry);
  const others = keys.filter((key) => slashKey(key) !== key.trim());
  if (others.length > 0)
    report.remark(
      entry.title,
      'keys',
      `NovelAI takes these for something else between slashes: ${others.join(' · ')}.`,
    );
  return keys;
}
