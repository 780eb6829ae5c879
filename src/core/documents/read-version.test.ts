import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DeclaredDocument, DocumentForm, MigrationStep } from './declared-document';
import { readVersion } from './read-version';

/** Adds a field of its own, once. */
const adding =
  (at: number): MigrationStep =>
  (document) => ({ ...document, [`added ${String(at)}`]: document[`added ${String(at)}`] ?? at });

/** Gives a list another name and shape, once. */
const renaming: MigrationStep = ({ names, ...rest }) =>
  Array.isArray(names) ? { ...rest, people: names.map((name) => ({ name: String(name) })) } : rest;

function chain(steps: readonly MigrationStep[], fields: DocumentForm['fields'] = {}) {
  const form: DocumentForm = { fields, steps };
  const document: DeclaredDocument = { name: 'd', version: steps.length + 1, what: 'd', role: 'kept', single: form };
  return { form, read: (value: unknown) => readVersion(document, form, value) };
}

const body = fc.dictionary(fc.constantFrom('a', 'b', 'names'), fc.jsonValue());
const lengths = fc.integer({ min: 0, max: 8 });

describe('a chain of versions', () => {
  test('brings every version into today’s form, step by step', () => {
    const { read } = chain([adding(1), renaming, adding(3)], { people: 'list' });
    const today = { version: 4, people: [{ name: 'Orsk' }], 'added 3': 3 };
    expect(read({ version: 1, names: ['Orsk'] })).toEqual({ kind: 'current', value: { ...today, 'added 1': 1 } });
    expect(read({ version: 2, names: ['Orsk'] })).toEqual({ kind: 'current', value: today });
    expect(read({ version: 3, people: [{ name: 'Orsk' }] })).toEqual({ kind: 'current', value: today });
    expect(read(today)).toEqual({ kind: 'current', value: today });
  });

  test('migrates twice as once, and by two programs as by the newest alone', () => {
    fc.assert(
      fc.property(body, lengths, lengths, lengths, (value, from, middle, more) => {
        const steps = Array.from({ length: from + middle + more }, (_, at) => (at % 3 === 2 ? renaming : adding(at)));
        const stored = { ...value, version: from + 1 };
        const once = chain(steps).read(stored);
        if (once.kind !== 'current') throw new Error(once.kind);
        expect(chain(steps).read(once.value)).toEqual(once);
        const between = chain(steps.slice(0, from + middle)).read(stored);
        if (between.kind !== 'current') throw new Error(between.kind);
        expect(chain(steps).read(between.value)).toEqual(once);
      }),
    );
  });

  test('does no harm to a document whose version was not raised', () => {
    fc.assert(
      fc.property(body, lengths, (value, length) => {
        const steps = Array.from({ length: length + 1 }, (_, at) => (at % 3 === 2 ? renaming : adding(at)));
        const once = chain(steps).read({ ...value, version: 1 });
        if (once.kind !== 'current') throw new Error(once.kind);
        expect(chain(steps).read({ ...once.value, version: length + 1 })).toEqual(once);
      }),
    );
  });

  test('changes nothing of what it was given', () => {
    const stored = Object.freeze({ version: 1, names: Object.freeze(['Orsk']) });
    chain([renaming]).read(stored);
    expect(stored).toEqual({ version: 1, names: ['Orsk'] });
  });
});

describe('a version', () => {
  test('above today’s is newer: what is as it is known is read, the rest is left out', () => {
    const value = { version: 9, list: [1], text: 7, other: true };
    expect(chain([], { list: 'list', text: 'text' }).read(value)).toEqual({
      kind: 'newer',
      version: 9,
      value: { version: 9, list: [1], other: true },
    });
  });

  test('that is missing is the first', () => {
    expect(chain([adding(1)]).read({ a: 1 })).toEqual({ kind: 'current', value: { a: 1, version: 2, 'added 1': 1 } });
  });

  test.each([0, -1, 1.5, 'two', null, [], true])('%j is none, and the document is set aside', (version) => {
    expect(chain([]).read({ version }).kind).toBe(version === null ? 'current' : 'wrong');
  });
});

test.each([[[]], [null], ['text'], [7], [true]])('%j is no document', (value) => {
  expect(chain([]).read(value).kind).toBe('wrong');
});

test.each([
  ['text', 7],
  ['number', 'x'],
  ['list', {}],
  ['record', []],
  ['record', null],
] as const)('a field that is no %s makes the document one that is set aside', (kind, value) => {
  expect(chain([], { field: kind }).read({ version: 1, field: value })).toMatchObject({
    kind: 'wrong',
    reason: expect.stringContaining('"field"') as string,
  });
});
