import { expect, test } from 'vitest';
import { decoratorTable } from './decorator-table';
import { entryFields, fieldNames, writtenName } from './entry-fields';
import { problemKinds } from './entry-problem';
import { renderEntryFormat } from './render-entry-format';
import { renderTable } from './render-table';

test('the page in docs/ is what the tables say', async () => {
  await expect(renderEntryFormat()).toMatchFileSnapshot('../../../docs/entry-format.md');
});

test('the page names every property, decorator and problem', () => {
  const page = renderEntryFormat();
  for (const name of fieldNames())
    for (const written of [writtenName(name), ...entryFields[name].aliases]) expect(page).toContain(`\`${written}\``);
  for (const name of decoratorTable.keys()) expect(page).toContain(`\`@@${name}\``);
  for (const code of Object.keys(problemKinds)) expect(page).toContain(`\`${code}\``);
});

test('every line of a table has as many cells as its head', () => {
  const tables = renderEntryFormat()
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(tables.length).toBeGreaterThan(100);
  for (const line of tables)
    expect([5, 6].map((edge) => edge - 1)).toContain(line.replaceAll('\\|', '').split('|').length - 1);
});

test('a table is aligned, and bars in cells are escaped', () => {
  expect(
    renderTable(
      ['a', 'long head'],
      [
        ['x|y', ''],
        ['`z`', '1'],
      ],
    ),
  ).toBe(
    ['| a    | long head |', '| ---- | --------- |', '| x\\|y |           |', '| `z`  | 1         |', ''].join('\n'),
  );
});
