import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toolTable } from '../tools/tool-table';
import { argumentsOf } from './argument-schema';

const schema = argumentsOf(
  {
    queries: z.array(z.string().min(1)).min(1).max(4),
    limit: z.number().int().min(1).max(20).optional(),
    kind: z.enum(['missing', 'outdated']).optional(),
    anyway: z.boolean().optional(),
    steps: z
      .array(z.object({ action: z.enum(['set_property', 'append_text']), text: z.string().optional() }))
      .optional(),
  },
  { queries: ['query', 'q'], limit: ['top_k'], steps: ['changes'], action: ['op'] },
);

describe('arguments', () => {
  test.each([
    ['as they should be', { queries: ['mill'], limit: 3 }, { queries: ['mill'], limit: 3 }],
    ['as a text of JSON', '{"queries":["mill"]}', { queries: ['mill'] }],
    ['as JSON with faults', "{queries: ['mill',], limit: 3,}", { queries: ['mill'], limit: 3 }],
    ['as a bare text', 'the old mill', { queries: ['the old mill'] }],
    ['in a wrapper', { arguments: { query: 'mill' } }, { queries: ['mill'] }],
    ['in a wrapper of text', { input: '{"q": "mill"}' }, { queries: ['mill'] }],
    ['in a list of one', [{ queries: ['mill'] }], { queries: ['mill'] }],
    ['with other names', { Query: 'mill', topK: '5' }, { queries: ['mill'], limit: 5 }],
    ['with numbers as texts', { queries: ['mill'], limit: ' 7 ' }, { queries: ['mill'], limit: 7 }],
    ['with numbers beyond the limits', { queries: ['mill'], limit: 1_000 }, { queries: ['mill'], limit: 20 }],
    ['with broken numbers', { queries: ['mill'], limit: 2.4 }, { queries: ['mill'], limit: 2 }],
    [
      'with nothing where something may be left out',
      { queries: ['mill'], limit: null, kind: '' },
      { queries: ['mill'] },
    ],
    ['with lists in texts', { queries: 'mill, quay' }, { queries: ['mill', 'quay'] }],
    ['with JSON in texts', { queries: '["mill, old", "quay"]' }, { queries: ['mill, old', 'quay'] }],
    ['with lines as a list', { queries: '- mill\n- quay' }, { queries: ['mill', 'quay'] }],
    ['with words for yes and no', { queries: ['mill'], anyway: 'Yes' }, { queries: ['mill'], anyway: true }],
    [
      'with another spelling of a choice',
      { queries: ['mill'], kind: 'Outdated' },
      { queries: ['mill'], kind: 'outdated' },
    ],
    [
      'with one object for a list of them',
      { queries: ['mill'], changes: { op: 'append-text', text: 'x' } },
      { queries: ['mill'], steps: [{ action: 'append_text', text: 'x' }] },
    ],
    [
      'with a list of objects in a text',
      { queries: ['mill'], steps: '[{"action":"append_text"}]' },
      { queries: ['mill'], steps: [{ action: 'append_text' }] },
    ],
    ['with further fields', { queries: ['mill'], thought: 'hm' }, { queries: ['mill'] }],
  ])('are read %s', (_, sent, value) => {
    expect(schema.read(sent)).toEqual({ kind: 'read', value });
  });

  test.each([
    [{}, /"queries" is missing\..*The arguments are queries, limit/],
    [{ queries: [] }, /"queries" is empty or too small/],
    [{ queries: ['a', 'b', 'c', 'd', 'e'] }, /"queries" is too long or too large \(at most 4\)/],
    [{ queries: ['mill'], kind: 'nonsense' }, /"kind" should be one of missing, outdated/],
    [{ queries: ['mill'], limit: 'many' }, /"limit" should be of type number/],
    [{ queries: ['mill'], steps: [{ text: 'x' }] }, /"steps\.0\.action" is missing/],
    [null, /"queries" is missing/],
  ])('that do not fit are refused in words: %j', (sent, words) => {
    expect(schema.read(sent)).toEqual({ kind: 'refused', sentence: expect.stringMatching(words) as string });
  });

  test('are never guessed: whatever is sent is read by the schema or refused', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 3 }), (sent) => {
        for (const { read } of [schema, argumentsOf({ entry: z.string().min(1) }, { entry: ['title'] })]) {
          const reading = read(sent);
          if (reading.kind === 'read') expect(read(reading.value)).toEqual(reading);
          else expect(reading.sentence).toMatch(/\.$/);
        }
      }),
    );
  });
});

describe('the schemas of the tools', () => {
  test.each(toolTable)(
    '$name: objects with described arguments, as strict providers take them',
    ({ name, description, input }) => {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(input).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(input)).not.toContain('$schema');
    },
  );
});
