import { expect, test } from 'vitest';
import { storedDocuments } from '../../src/core/documents/stored-documents';
import { formOf, type DeclaredDocument } from '../../src/core/documents/declared-document';
import { readVersion } from '../../src/core/documents/read-version';
import { copies, writeMissing } from './copies';
import { fullRun } from './full-run';

const documents: readonly DeclaredDocument[] = Object.values(storedDocuments);
/** Read for what earlier versions left, and not made any more. */
const RETIRED = new Set(['turns']);

const run = await fullRun();
writeMissing(run.store);

test('a run that uses everything complains of nothing', () => {
  expect(run.log.warnings.map(({ message }) => message)).toEqual([]);
});

test('every document that it stores is declared, and every declared one is stored', () => {
  const undeclared = run.store.names.filter((name) => documents.every((document) => !formOf(document, name)));
  expect(undeclared).toEqual([]);
  const unused = documents.filter((document) => !run.store.names.some((name) => formOf(document, name)));
  expect(unused.map(({ name }) => name).filter((name) => !RETIRED.has(name))).toEqual([]);
});

test('everything that it stores has today’s form, and says so', () => {
  for (const document of documents)
    for (const name of run.store.names) {
      const form = formOf(document, name);
      const value: unknown = JSON.parse(run.store.text(name) ?? '');
      if (form) expect([name, readVersion(document, form, value)]).toEqual([name, { kind: 'current', value }]);
    }
});

test.each(documents)('$name has an old copy of every version, in the files that its form has', (document) => {
  const wanted = Array.from({ length: document.version }, (_, at) => at + 1);
  expect([...new Set(copies(document).map(({ version }) => version))].sort()).toEqual(wanted);
  const names = copies(document).map(({ file }) => file);
  expect(names.includes(document.name)).toBe(document.single !== undefined);
  expect(names.some((name) => name !== document.name)).toBe(document.numbered !== undefined);
});

test.each(documents)('$name has a step from each version to the next', ({ version, single, numbered }) => {
  for (const form of [single, numbered]) if (form) expect(form.steps).toHaveLength(version - 1);
});
