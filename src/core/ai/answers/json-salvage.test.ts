import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { salvageJson } from './json-salvage';

/** The value that is most likely meant. */
function salvaged(answer: unknown): unknown {
  const salvage = salvageJson(answer);
  return salvage.kind === 'found' ? salvage.values[0]?.value : salvage.kind;
}

function isCut(answer: string): boolean {
  const salvage = salvageJson(answer);
  return salvage.kind === 'found' ? salvage.values[0]?.isCut === true : salvage.kind === 'none' && salvage.isCut;
}

describe('what stands around the JSON', () => {
  const fence = '```';
  test.each<[string, string]>([
    ['nothing', '["Mill","Quay"]'],
    ['blanks and a byte order mark', '\uFEFF \n["Mill","Quay"]\n'],
    ['BR-168 a fence among sentences', `Here you are:\n${fence}json\n["Mill","Quay"]\n${fence}\nAnything else?`],
    ['a fence that nothing closes', `${fence}json\n["Mill","Quay"]`],
    ['sentences', 'Sure! The entries are ["Mill","Quay"], as the scene is there.'],
    ['a longer example before the fence', `Form: ["A","B","C","D"]\n${fence}\n["Mill","Quay"]\n${fence}`],
    ['brackets of prose', 'Looking [at the list] {as asked}, I choose ["Mill","Quay"].'],
    ['footnotes', 'As [1] and [2] say: ["Mill","Quay"]. See [3].'],
    ['an earlier thought', 'Perhaps ["Forge"]? No: ["Mill","Quay"]'],
    ['an open bracket that means nothing', 'A smile [: and then ["Mill","Quay"]'],
    ['JSON as a text of JSON', JSON.stringify('["Mill","Quay"]')],
  ])('may be %s', (_, answer) => {
    expect(salvaged(answer)).toEqual(['Mill', 'Quay']);
    expect(isCut(answer)).toBe(false);
  });

  test.each<[string, string]>([
    ['BR-170 a block before', '<think>Maybe ["Forge"]? No.</think>\n["Mill"]'],
    ['another word and case', '<Thinking>["Forge"]</THINKING>["Mill"]'],
    ['reasoning', '<reasoning>\n["Forge","Quay"]\n</reasoning>\n["Mill"]'],
    ['a block without its beginning', 'Maybe ["Forge","Quay"]? No.</think>["Mill"]'],
    ['a block in a block', '<think>a <think> ["Forge","Quay"] </think> ["Forge","B"]</think>["Mill"]'],
    ['two blocks', '<think>["Forge"]</think><think>["Quay"]</think>["Mill"]'],
    ['brackets', '[THINK]["Forge","Quay"][/THINK]["Mill"]'],
    [
      'channels',
      '<|channel|>analysis<|message|>["Forge"]<|end|><|start|>assistant<|channel|>final<|message|>["Mill"]<|return|>',
    ],
  ])('may be thinking: %s', (_, answer) => {
    expect(salvaged(answer)).toEqual(['Mill']);
  });

  test('leaves words about thinking inside texts alone', () => {
    expect(salvaged('[{"title":"Mill","reason":"<think> is a word </think> here"}]')).toEqual([
      { title: 'Mill', reason: '<think> is a word </think> here' },
    ]);
  });

  test('takes thinking that never ended for no answer', () => {
    expect(salvageJson('<think>I would take ["Mill"]')).toEqual({ kind: 'empty' });
  });
});

describe('the slips of models', () => {
  test.each<[string, string, unknown]>([
    [
      'BR-169 trailing commas',
      '[{"title":"Mill, the Old",},{"title":"Quay"},]',
      [{ title: 'Mill, the Old' }, { title: 'Quay' }],
    ],
    ['a comma before a bracket inside a text', '[{"title":"a,]b"},]', [{ title: 'a,]b' }]],
    ['single quotes', "{'selected': ['Mill', 'Miller\\'s Quay']}", { selected: ['Mill', "Miller's Quay"] }],
    ['an apostrophe that nothing escapes', "['Miller's Quay', 'Mill',]", ["Miller's Quay", 'Mill']],
    ['curly quotes', '[“Mill”, “Quay”]', ['Mill', 'Quay']],
    ['names without quotes', '{selected: [{id: 1, is_sure: true,}]}', { selected: [{ id: 1, is_sure: true }] }],
    ['words of Python', "{'a': True, 'b': False, 'c': None, 'd': nan}", { a: true, b: false, c: null, d: null }],
    ['quotes that nothing escapes', '[{"id":1,"reason":"the "old" mill"},]', [{ id: 1, reason: 'the "old" mill' }]],
    ['comments', '[1, // the mill\n 2 /* the quay */, 3,]', [1, 2, 3]],
    ['missing commas between lines', '[\n{"id":1}\n{"id":2}\n3\n4\n]', [{ id: 1 }, { id: 2 }, 3, 4]],
    ['a line break in a text', '["Old\nMill",]', ['Old\nMill']],
    ['escapes', String.raw`["\u004dill\n\t\"\\\/\q",]`, ['Mill\n\t"\\/q']],
    ['rows without a list', '{"id":1}\n{"id":2}\n{"id":3}', [{ id: 1 }, { id: 2 }, { id: 3 }]],
    ['rows that lost their first bracket', '{"id":1},{"id":2}]', [{ id: 1 }, { id: 2 }]],
    ['numbers of all kinds', '[-1, +2, .5, 1e3, 1.5,]', [-1, 2, 0.5, 1000, 1.5]],
    ['names of the prototype', '{"__proto__": 1, "constructor": 2,}', JSON.parse('{"__proto__":1,"constructor":2}')],
  ])('%s are read', (_, answer, expected) => {
    expect(salvaged(answer)).toEqual(expected);
    expect(isCut(answer)).toBe(false);
  });
});

describe('an answer that was cut off', () => {
  test.each<[string, string, unknown]>([
    [
      'BR-172 in a text',
      '[{"title":"Mill","why":"x"},{"title":"Quay","why":"y"},{"title":"Lig',
      [
        { title: 'Mill', why: 'x' },
        { title: 'Quay', why: 'y' },
      ],
    ],
    ['behind an item', '[{"id":1},', [{ id: 1 }]],
    ['in a number', '[1, 2, 31', [1, 2]],
    ['in a word', '[true, fals', [true]],
    ['in an escape', '["Mill","Qu\\', ['Mill']],
    ['in the wrapper', '{"selected":[{"id":1},{"id":2,"confidence":"hi', { selected: [{ id: 1 }] }],
    ['behind an apostrophe', "['Mill','Miller'", ['Mill']],
    ['in a fence', '```json\n[1, 2, 31\n```', [1, 2]],
    ['in the rows', '{"id":1}\n{"id":2}\n{"id":3,"x', [{ id: 1 }, { id: 2 }]],
  ])('%s keeps its complete items', (_, answer, expected) => {
    expect(salvaged(answer)).toEqual(expected);
    expect(isCut(answer)).toBe(true);
  });

  test('before its first item says so', () => {
    expect(salvageJson('[{"title":"Mi')).toEqual({ kind: 'none', isCut: true });
    expect(salvageJson('I am sorry, [as I said]')).toEqual({ kind: 'none', isCut: false });
  });
});

describe('envelopes of providers', () => {
  const said = '["Mill"]';
  test.each<[string, unknown]>([
    ['OpenAI', { id: 'x', choices: [{ message: { role: 'assistant', content: said, reasoning_content: '["B"]' } }] }],
    ['OpenAI with parts', { choices: [{ message: { content: [{ type: 'text', text: said }] } }] }],
    ['OpenAI, old', { choices: [{ text: said }] }],
    [
      'OpenAI’s responses',
      {
        output: [
          { type: 'reasoning', summary: [] },
          { type: 'message', content: [{ type: 'output_text', text: said }] },
        ],
      },
    ],
    ['output_text', { output_text: said }],
    ['text', { text: said }],
    ['Gemini', { candidates: [{ content: { parts: [{ text: '["B","C"]', thought: true }, { text: said }] } }] }],
    [
      'Anthropic',
      {
        id: 'msg_1',
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: '["B","C"]' },
          { type: 'text', text: said },
        ],
      },
    ],
    ['Ollama', { message: { role: 'assistant', content: said } }],
    ['Ollama, one prompt', { response: said }],
    ['KoboldCpp', { results: [{ text: said }] }],
    [
      'BR-175 a list of parts',
      [
        { type: 'text', text: '["Mi' },
        { type: 'text', text: 'll"]' },
      ],
    ],
    ['an envelope in an envelope', { choices: [{ message: { content: JSON.stringify({ text: said }) } }] }],
  ])('of %s are opened, parsed or not', (_, envelope) => {
    expect(salvaged(envelope)).toEqual(['Mill']);
    expect(salvaged(JSON.stringify(envelope))).toEqual(['Mill']);
    expect(salvaged(`HTTP 200\n${JSON.stringify(envelope)}\n`)).toEqual(['Mill']);
  });

  test.each([
    [[{ id: 1, text: 'x' }]],
    [{ selected: [{ id: 1 }] }],
    [[{ title: 'Mill', text: 'about it' }]],
    [{ candidates: [{ id: 1 }] }],
    [{ results: [{ name: 'Mill', text: 'about it' }] }],
    [{ id: 3, content: 'about it' }],
    [['Mill']],
  ])('are not seen where none is: %j', (value) => {
    expect(salvaged(value)).toEqual(value);
  });

  test('with thinking alone are empty', () => {
    expect(salvaged({ content: [{ type: 'thinking', thinking: '["B"]' }] })).toBe('empty');
  });
});

describe('BR-175 an answer that says nothing', () => {
  test.each([
    '',
    ' \n\t ',
    'null',
    'None',
    '```json\n```',
    '```\nnull\n```',
    '""',
    '<think>x</think>',
    null,
    undefined,
  ])('is empty: %j', (answer) => {
    expect(salvageJson(answer)).toEqual({ kind: 'empty' });
  });

  test('is not the empty list', () => {
    expect(salvageJson('[]')).toEqual({ kind: 'found', values: [{ value: [], isCut: false }] });
    expect(salvaged('Nothing fits: []')).toEqual([]);
  });
});

describe('BR-174 an answer that is no answer', () => {
  const size = 200_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(size / piece.length));
  test.each([
    '[',
    '{',
    '[{',
    '["',
    "['",
    '{"a":',
    '[[]',
    '"[\'',
    '{"a":[',
    '[1,',
    '[/*',
    '["\\',
    '[" ',
    '`[`',
    '```[',
    '<think>[',
    '</think>["',
    '[1]',
    '{"id":1}',
    '[(#',
    '\u{1F600}[',
  ])('is done with in few steps: %j again and again', (piece) => {
    const salvage = salvageJson(fill(piece));
    expect(['found', 'none', 'empty']).toContain(salvage.kind);
  });

  test('may be deep without an end', () => {
    expect(salvaged(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`)).toBeDefined();
    expect(salvaged(`x${'['.repeat(50_000)}`)).toBe('none');
    expect(salvaged(`x${'{"a":'.repeat(50_000)}`)).toBeDefined();
  });

  test('may be any text', () => {
    const noise = fc.string({ unit: fc.constantFrom(...Array.from('[]{}"\'\\,:` \n1aé<>/“”')), maxLength: 200 });
    fc.assert(fc.property(fc.oneof(noise, fc.string({ unit: 'binary' })), (text) => void salvageJson(text)));
    fc.assert(fc.property(fc.anything(), (value) => void salvageJson(value)));
  });
});

test('every JSON value comes back as it is, bare or among sentences', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (inner) => {
      // No envelope begins with a number.
      const text = JSON.stringify([0, inner]);
      expect(salvaged(text)).toEqual(JSON.parse(text));
      expect(salvaged(`So: ${text} and that is all.`)).toEqual(JSON.parse(text));
    }),
  );
});
