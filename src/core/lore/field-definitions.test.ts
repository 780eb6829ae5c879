import { describe, expect, test } from 'vitest';
import { defaultFields, readFieldDefinitions } from './field-definitions';

describe('field definitions', () => {
  test.each([
    ['a map under fields', 'fields:\n  era:\n    gating: { operator: eq, tolerance: strict }\n'],
    ['a list under fields', 'fields:\n  - name: era\n    gating:\n      operator: eq\n      tolerance: strict\n'],
    ['a bare map', 'era: { operator: eq, tolerance: strict }\n'],
    ['a bare list', '- name: era\n  operator: eq\n  tolerance: Strict\n'],
  ])('are read from %s', (_, source) => {
    const { fields, problems } = readFieldDefinitions(source);
    expect(problems).toEqual([]);
    expect(fields).toMatchObject([{ name: 'era', label: 'era', operator: 'eq', tolerance: 'strict', gating: true }]);
  });

  test.each([
    ['broken YAML', 'fields: [era'],
    ['a text', 'just words'],
    ['brackets without end', '['.repeat(5_000)],
    [
      'aliases that multiply',
      `a: &a [x]\n${Array.from({ length: 30 }, (_, at) => `b${String(at)}: &b${String(at)} [*${at === 0 ? 'a' : `b${String(at - 1)}`}, *${at === 0 ? 'a' : `b${String(at - 1)}`}]`).join('\n')}`,
    ],
  ])('that are %s give the default fields and say so', (_, source) => {
    const { fields, problems } = readFieldDefinitions(source);
    expect(fields).toEqual(defaultFields);
    expect(problems).toHaveLength(1);
  });

  test('a wrong field is left out, a wrong word keeps its default, each with a sentence', () => {
    const { fields, problems } = readFieldDefinitions('- name: 7up\n- name: era\n  operator: nearly\n- name: era\n');
    expect(fields).toMatchObject([{ name: 'era', operator: 'match_any' }]);
    expect(problems).toHaveLength(3);
  });

  test('gating can be switched off', () => {
    expect(readFieldDefinitions('era: { gating: false }').fields[0]?.gating).toBe(false);
    expect(readFieldDefinitions('era: { gating: { enabled: false } }').fields[0]?.gating).toBe(false);
  });
});
