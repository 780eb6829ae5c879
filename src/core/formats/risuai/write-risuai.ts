import { splitDecorators } from '../../lore/decorator-block';
import { writtenName, type FieldName } from '../../lore/entry-fields';
import { ExportReport, keysOf, leftoversOf } from '../export-report';
import type { Fields } from '../field-reader';
import { isPattern } from '../foreign-keys';
import { percentOf, rankOf } from '../foreign-numbers';
import type { BookSettings, ExportedBook, ExportedEntry, FormatWriting } from '../lorebook-format';
import { idMaker } from '../made-id';
import { asRecord } from '../tavern-world-info/tavern-entry';
import { decoratedProperties, withDecorators } from './risuai-decorators';
import { FolderWriter } from './risuai-folders';
import { joinedKeys, joinedPattern, type RisuaiKeys } from './risuai-keys';

const FIELDS: readonly FieldName[] = [
  'keys',
  'refineKeys',
  'selectiveLogic',
  'caseSensitive',
  'constant',
  'priority',
  'order',
  'probability',
];

/** An export as RisuAI writes it: folders first. */
export function writeRisuai(book: ExportedBook): FormatWriting {
  const report = new ExportReport('RisuAI');
  report.loseSettings(book.settings);
  const folders = new FolderWriter();
  const idOf = idMaker();
  const entries = book.entries.map((entry) => {
    const folder = folders.keyOf(entry.folder);
    const fields = writeEntry(entry, report, book.settings);
    return { id: idOf(entry.title, entry.body), ...fields, ...(folder === undefined ? {} : { folder }) };
  });
  const kept = asRecord(book.leftovers?.['risuai']);
  const value = { ...kept, type: 'risu', ver: 1, data: [...folders.entries, ...entries] };
  return { value, remarks: report.remarks };
}

function writeEntry(entry: ExportedEntry, report: ExportReport, settings: BookSettings): Fields {
  const { title, properties } = entry;
  const { extentions, ...kept } = leftoversOf(entry, 'risuai');
  const decorated = decoratedProperties(properties);
  remarkOn(entry, report, settings);
  const extensions = {
    ...asRecord(extentions),
    ...(properties.caseSensitive === undefined ? {} : { risu_case_sensitive: properties.caseSensitive }),
  };
  return {
    ...kept,
    comment: title,
    ...writeKeys(entry, report),
    content: withDecorators(entry.body, decorated),
    mode: 'normal',
    alwaysActive: properties.constant === true,
    insertorder: rankOf(properties).order,
    activationPercent: percentOf(properties),
    ...(Object.keys(extensions).length === 0 ? {} : { extentions: extensions }),
  };
}

function writeKeys(entry: ExportedEntry, report: ExportReport): Fields {
  const { title, properties } = entry;
  const { selectiveLogic = 'and_any', refineKeys: secondary = [] } = properties;
  const keys = keysOf(entry);
  const refineKeys = selectiveLogic === 'and_any' ? secondary : [];
  const useRegex = [...keys, ...refineKeys].some(isPattern);
  const join = useRegex ? joinedPattern : joinedKeys;
  const [first, second] = [join(keys), join(refineKeys)];
  const remarkOnKeys = (field: string, written: readonly string[], { text, lost }: RisuaiKeys): void => {
    if (lost.length > 0)
      report.remark(title, field, `RisuAI cannot hold these beside the others: ${lost.join(' · ')}.`);
    if (useRegex && written.length > 0 && written.join(', ') !== text)
      report.remark(title, field, 'RisuAI has one pattern for all keys; they are joined into one.');
  };
  remarkOnKeys('keys', keys, first);
  remarkOnKeys('refine_keys', refineKeys, second);
  const { secondkey } = leftoversOf(entry, 'risuai');
  const isSelective = second.text !== '';
  const inert = typeof secondkey === 'string' ? secondkey : '';
  return { key: first.text, secondkey: isSelective ? second.text : inert, selective: isSelective, useRegex };
}

function remarkOn(entry: ExportedEntry, report: ExportReport, settings: BookSettings): void {
  const { title, body } = entry;
  const decorated = decoratedProperties(entry.properties);
  const said = decorated.flatMap(({ names, lines }) => names.map((name) => ({ name, lines })));
  for (const { name, lines } of said)
    report.remark(title, writtenName(name), `It is written into the text as ${lines.join(' ')}.`);
  report.loseProperties(entry, new Set([...FIELDS, ...said.map(({ name }) => name)]));
  report.loseOthers(entry, 'risuai');
  const numbers = splitDecorators(body)?.lines.filter(({ name }) => name === 'priority' || name === 'order') ?? [];
  if (numbers.length > 0 && settings.decorators !== 'risu')
    report.remark(title, 'body', 'RisuAI takes bigger numbers of @@priority as stronger; check that line.');
}
