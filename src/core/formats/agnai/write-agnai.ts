import { selectiveLogics, type FieldName } from '../../lore/entry-fields';
import { ExportReport, keysOf, leftoversOf } from '../export-report';
import type { Fields } from '../field-reader';
import { isPattern } from '../foreign-keys';
import { mirrored, percentOf, rankOf } from '../foreign-numbers';
import type { ExportedBook, ExportedEntry, FormatWriting } from '../lorebook-format';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { wildcardFromPattern } from './wildcard-key';

const CARRIED: ReadonlySet<FieldName> = new Set<FieldName>([
  'keys',
  'refineKeys',
  'selectiveLogic',
  'enabled',
  'constant',
  'notRecursable',
  'probability',
  'priority',
  'order',
]);

/** A memory book. */
export function writeAgnai({ name, settings, entries, leftovers }: ExportedBook): FormatWriting {
  const report = new ExportReport('AgnAI');
  const { scanDepth, tokenBudget, recursion } = settings;
  const value = {
    description: '',
    extensions: {},
    ...asRecord(leftovers?.['agnai']),
    kind: 'memory',
    name,
    ...(scanDepth === undefined ? {} : { scanDepth }),
    ...(tokenBudget === undefined ? {} : { tokenBudget }),
    ...(recursion === undefined ? {} : { recursiveScanning: recursion }),
    entries: entries.map((entry) => writeEntry(entry, report)),
  };
  return { value, remarks: report.remarks };
}

function writeEntry(entry: ExportedEntry, report: ExportReport): Fields {
  const { title, properties, folder } = entry;
  const { position } = properties;
  const hasPlace = position === 'before_char' || position === 'after_char';
  const { priority, order } = rankOf(properties);
  const percent = percentOf(properties);
  report.loseProperties(entry, hasPlace ? new Set([...CARRIED, 'position' as const]) : CARRIED);
  report.loseOthers(entry, 'agnai');
  if (folder.length > 0) report.remark(title, 'folder', 'AgnAI has no folders.');
  return {
    ...leftoversOf(entry, 'agnai'),
    name: title,
    entry: report.plainText(entry),
    keywords: writeKeys(title, 'keys', keysOf(entry), report),
    ...writeSecondary(entry, report),
    priority: mirrored(priority),
    weight: order,
    enabled: properties.enabled !== false,
    ...(properties.constant === true ? { constant: true } : {}),
    ...(properties.notRecursable === true ? { excludeRecursion: true } : {}),
    ...(percent < 100 ? { probability: percent, useProbability: true } : {}),
    ...(hasPlace ? { position } : {}),
  };
}

function writeSecondary({ title, properties }: ExportedEntry, report: ExportReport): Fields {
  const { refineKeys = [], selectiveLogic = selectiveLogics[0] } = properties;
  if (refineKeys.length === 0) return {};
  report.remark(title, 'refine_keys', 'AgnAI keeps secondary keys, but does not obey them.');
  const secondaryKeys = writeKeys(title, 'refine_keys', refineKeys, report);
  if (secondaryKeys.length === 0) return {};
  return { secondaryKeys, selective: true, selectiveLogic: LOGIC_CODES[selectiveLogic] };
}

const LOGIC_CODES = { and_any: 0, not_all: 1, not_any: 2, and_all: 3 } as const;

/** Patterns that wildcards say become those; others cannot be carried. */
function writeKeys(title: string, field: string, keys: readonly string[], report: ExportReport): readonly string[] {
  return keys.flatMap((key) => {
    const keyword = isPattern(key) ? wildcardFromPattern(key) : key;
    if (keyword === undefined) report.remark(title, field, `AgnAI knows no patterns; ${key} is left out.`);
    else if (keyword === key && /[*?]/.test(key))
      report.remark(title, field, `AgnAI takes * and ? in ${key} for wildcards.`);
    return keyword === undefined ? [] : [keyword];
  });
}
