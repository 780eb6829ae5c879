import type { ExportedBook, FormatWriting } from '../lorebook-format';
import { writeBookFields } from '../tavern-world-info/book-fields';
import { exportedTavernEntry, type ExportStyle, type TavernWriting } from '../tavern-world-info/exported-tavern-entry';
import { asRecord, NO_FILTER } from '../tavern-world-info/tavern-entry';
import { isSame } from '../tavern-world-info/same-value';

const STYLE: ExportStyle = {
  program: 'SillyTavern',
  decorators: false,
  priority: false,
  characters: true,
  ownLeftovers: [],
};

/** Writes a World Info book, with all fields of every entry. */
export function writeWorldInfo({ name, settings, leftovers, entries }: ExportedBook): FormatWriting {
  const writings = withOwnNumbers(entries.map((entry, index) => exportedTavernEntry(entry, index, STYLE)));
  return {
    value: {
      ...writeBookFields(name, settings),
      ...asRecord(leftovers?.['sillytavern']),
      entries: Object.fromEntries(writings.map((writing) => [String(writing.entry.uid), fieldsOf(writing)])),
    },
    remarks: writings.flatMap(({ remarks }, index) =>
      remarks.map((remark) => ({ title: entries[index]?.title ?? '', ...remark })),
    ),
  };
}

/** SillyTavern writes the filter where there is one alone. */
function fieldsOf({ entry, unknown }: TavernWriting): Readonly<Record<string, unknown>> {
  const { characterFilter, extensions, ...fields } = entry;
  return {
    ...unknown,
    ...fields,
    ...(isSame(characterFilter, NO_FILTER) ? {} : { characterFilter }),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
  };
}

/** Numbers of an import are kept; a number that is taken gives way to the next free one. */
function withOwnNumbers(writings: readonly TavernWriting[]): readonly TavernWriting[] {
  const taken = new Set<number>();
  return writings.map((writing) => {
    let { uid } = writing.entry;
    while (taken.has(uid)) uid++;
    taken.add(uid);
    return { ...writing, entry: { ...writing.entry, uid } };
  });
}
