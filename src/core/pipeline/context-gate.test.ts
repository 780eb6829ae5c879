import { describe, expect, test } from 'vitest';
import { entryOf, lore } from '../../../tests/support/lore-vault';
import { gatingOperators, type FieldDefinition, type GatingOperator } from '../lore/field-definitions';
import { contextAgreeing, contextRefusal, type ContextValues } from './context-gate';

const fieldWith = (changes: Partial<FieldDefinition>): FieldDefinition => ({
  name: 'mood',
  label: 'Mood',
  type: 'string',
  multi: true,
  gating: true,
  operator: 'match_any',
  tolerance: undefined,
  values: [],
  contextKey: 'mood',
  ...changes,
});

const entryWith = (mood: string) => entryOf('Fox.md', lore(`keys: [fox]${mood === '' ? '' : `\nmood: ${mood}`}`));

type Tolerance = Parameters<typeof contextRefusal>[3];

function passes(
  operator: GatingOperator,
  tolerance: Tolerance,
  own: string,
  given: readonly string[] | undefined,
  field: Partial<FieldDefinition> = {},
): boolean {
  const context: ContextValues = given === undefined ? {} : { mood: given };
  return contextRefusal(entryWith(own), [fieldWith({ operator, ...field })], context, tolerance) === undefined;
}

describe('where entry and chat both say something', () => {
  test.each<[GatingOperator, string, readonly string[], boolean]>([
    ['match_any', '[calm, glad]', ['glad'], true],
    ['match_any', '[calm, glad]', ['sad', 'GLAD '], true],
    ['match_any', '[calm, glad]', ['sad'], false],
    ['match_all', '[calm, glad]', ['glad', 'calm', 'sad'], true],
    ['match_all', '[calm, glad]', ['glad'], false],
    ['not_any', '[calm, glad]', ['sad'], true],
    ['not_any', '[calm, glad]', ['sad', 'calm'], false],
    ['eq', '7', ['7.0'], true],
    ['eq', '7', ['8'], false],
    ['eq', 'calm', ['Calm'], true],
    ['gt', '7', ['6'], true],
    ['gt', '7', ['7'], false],
    ['gt', 'calm', ['6'], false],
    ['lt', '7', ['8'], true],
    ['lt', '7', ['7'], false],
    ['exists', 'calm', ['sad'], true],
    ['not_exists', 'calm', ['sad'], false],
  ])('%s of %s and %j is %s, strict or moderate', (operator, own, given, expected) => {
    expect(passes(operator, 'strict', own, given)).toBe(expected);
    expect(passes(operator, 'moderate', own, given)).toBe(expected);
  });

  test.each(gatingOperators)('lenient softens %s only if it asks for a match', (operator) => {
    const isSoft = operator === 'match_any' || operator === 'match_all';
    const refused: Readonly<Record<GatingOperator, readonly [string, string]>> = {
      match_any: ['calm', 'sad'],
      match_all: ['[calm, glad]', 'calm'],
      not_any: ['calm', 'calm'],
      eq: ['7', '8'],
      gt: ['7', '8'],
      lt: ['7', '6'],
      exists: ['calm', 'sad'],
      not_exists: ['calm', 'sad'],
    };
    const [own, given] = refused[operator];
    expect(passes(operator, 'lenient', own, [given])).toBe(isSoft || operator === 'exists');
    expect(passes(operator, 'moderate', own, [given])).toBe(operator === 'exists');
  });
});

describe('where the chat says nothing', () => {
  test.each(gatingOperators)('%s passes unless the field is strict', (operator) => {
    for (const given of [undefined, []]) {
      expect(passes(operator, 'strict', 'calm', given)).toBe(false);
      expect(passes(operator, 'moderate', 'calm', given)).toBe(true);
      expect(passes(operator, 'lenient', 'calm', given)).toBe(true);
    }
  });

  test('the field’s own tolerance goes before the setting’s', () => {
    expect(passes('match_any', 'lenient', 'calm', undefined, { tolerance: 'strict' })).toBe(false);
    expect(passes('match_any', 'strict', 'calm', undefined, { tolerance: 'moderate' })).toBe(true);
    expect(passes('match_any', 'strict', 'calm', ['sad'], { tolerance: 'lenient' })).toBe(true);
  });
});

describe('what does not count', () => {
  test.each(gatingOperators)('an entry without a value passes %s', (operator) => {
    for (const own of ['', '[]', '""']) expect(passes(operator, 'strict', own, ['sad'])).toBe(true);
  });

  test('a field that does not gate', () => {
    expect(passes('match_any', 'strict', 'calm', ['sad'], { gating: false })).toBe(true);
  });

  test('case and separators of names', () => {
    const entry = entryOf('Fox.md', lore('keys: [fox]\nInner-Mood: calm'));
    const field = fieldWith({ name: 'inner_mood', contextKey: 'inner_mood' });
    expect(contextRefusal(entry, [field], { 'Inner Mood': ['CALM'] }, 'strict')).toBeUndefined();
    expect(contextRefusal(entry, [field], { 'Inner Mood': ['sad'] }, 'strict')).toContain('Mood is sad in this chat');
  });
});

describe('a context that agrees', () => {
  test.each(gatingOperators)('is found for %s, whatever the chat said', (operator) => {
    const fields = [fieldWith({ operator })];
    const entry = entryWith('[5, 7]');
    const contexts: readonly ContextValues[] = [{}, { mood: ['5'] }, { Mood: ['sad'], other: ['x'] }];
    for (const context of contexts) {
      const agreeing = contextAgreeing(entry, fields, context);
      expect(contextRefusal(entry, fields, agreeing, 'moderate')).toBeUndefined();
      expect(agreeing).toMatchObject('other' in context ? { other: ['x'] } : {});
    }
  });
});
