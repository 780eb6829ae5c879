import { describe, expect, test } from 'vitest';
import { createModel } from '../../src/adapters/models/create-model';
import { readAddress } from '../../src/adapters/models/provider-address';
import { headersFor } from '../../src/adapters/models/provider-headers';
import { plainQuestion } from '../../src/adapters/models/testing/questions';
import { recordedParts } from '../../src/adapters/models/testing/recorded-fetch';
import { parseSelection } from '../../src/core/ai/answers/parse-selection';
import { withoutThinking } from '../../src/core/ai/answers/without-thinking';

const TITLES = ['Mill', 'Quay', 'Silver Key', 'Mill, the Old', '鸥角', 'Café Noir'];

const picked = (answer: unknown): unknown => {
  const reading = parseSelection(answer, TITLES);
  return reading.kind === 'read' ? reading.picks.map(({ number }) => number) : reading.why;
};

describe('BR-170 what a model thought is no answer', () => {
  test.each([
    ['<think>', '</think>'],
    ['<think type="x">', '</think>'],
    ['<antThinking>', '</antThinking>'],
    ['<analysis>', '</analysis>'],
    ['<inner_monologue>', '</inner_monologue>'],
    ['<seed:think>', '</seed:think>'],
    ['◁think▷', '◁/think▷'],
    ['<|START_THINKING|>', '<|END_THINKING|>'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['<|channel>thought\n', '<channel|>'],
    ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>'],
    ['```thinking\n', '\n```\n```json\n'],
  ])('between %j and %j', (begin, end) => {
    expect(picked(`${begin}["Quay","Silver Key"]${end}["Mill"]`)).toEqual([1]);
  });

  test.each(['<|channel|>analysis<|message|>["Quay"]', '<seed:think>["Quay"]', '◁think▷ ["Quay"]'])(
    'also when it never came to an end: %j',
    (answer) => {
      expect(picked(answer)).toBe('empty');
    },
  );

  test.each(['I <think about it> so.', 'An <analysis of it>.', '3 < think > 2'])('and %j is plain text', (text) => {
    expect(withoutThinking(text)).toBe(text);
  });
});

describe('BR-169 the slips of models', () => {
  test.each([
    '[«Mill», «Quay»]',
    '[„Mill“, „Quay“]',
    '[「Mill」、「Quay」]',
    '［"Mill"，"Quay"］',
    '["Mill"，"Quay"]',
    '["Mill"; "Quay"]',
    '{"selected"：[1，2]}',
    '[1, # the mill\n 2 # the quay\n]',
    '[{"id":1,"confidence":Infinity},{"id":2,"confidence":-Infinity}]',
    String.raw`[\"Mill\", \"Quay\"]`,
    '[&quot;Mill&quot;, &quot;Quay&quot;]',
    '["Mill"]\n["Quay"]',
    '[[1, 2]]',
    '{"type":"object","properties":{"selected":{"type":"array"}}}\n{"selected":[1,2]}',
    '```json\n["Silver Key"]\n```\nNo, better:\n```json\n[1,2]\n```',
  ])('%j means both', (answer) => {
    expect(picked(answer)).toEqual([1, 2]);
  });
});

describe('BR-168 a selection in another shape', () => {
  const call = { name: 'select', arguments: '{"selected":[1,2]}' };

  test.each<[string, unknown]>([
    ['a text of JSON', { selected: '[1, 2]' }],
    ['a text of numbers', { selected: '1, 2' }],
    ['a range', ['1-2']],
    ['numbers in one text', ['1, 2']],
    ['a map of numbers', { selected: { 1: 'high', 2: 'low', 3: 'no' } }],
    ['a map of titles', { selected: { Mill: true, Quay: 'as the scene is there', 'Silver Key': false } }],
    ['a map of places', { 0: { id: 1 }, 1: { id: 2 } }],
    ['numbers and verdicts', { 1: true, 2: true, 3: false }],
    ['items with verdicts', [{ id: 1, selected: true }, { id: 2 }, { id: 3, relevant: 'No' }]],
    ['a call', `<tool_call>${JSON.stringify(call)}</tool_call>`],
    ['a call of OpenAI', { choices: [{ message: { content: null, tool_calls: [{ id: 'c', function: call }] } }] }],
    ['a call of Anthropic', { content: [{ type: 'tool_use', id: 'x', name: 'json', input: { selected: [1, 2] } }] }],
    ['a call of Google', { candidates: [{ content: { parts: [{ functionCall: { args: { selected: [1, 2] } } }] } }] }],
    ['Russian names', '{"выбрано":[{"номер":1},{"номер":2}]}'],
    ['Chinese names', '{"选择":[{"编号":1,"标题":"Mill"},{"标题":"Quay"}]}'],
    ['longer names', '{"relevant_entries":[{"entry_number":1},{"candidate_id":2}]}'],
  ])('may be %s', (_, answer) => {
    expect(picked(answer)).toEqual([1, 2]);
  });

  test('of which every item was refused selects nothing', () => {
    expect(picked('[{"id":1,"relevant":false},{"id":2,"relevant":false}]')).toEqual([]);
  });
});

describe('BR-168 a list that is no JSON', () => {
  test.each([
    '1, 2',
    '1\n2\n',
    'Mill, Quay',
    '[Mill, Quay]',
    "('Mill', 'Quay')",
    '- Mill\n- Quay',
    'Selected entries:\n* **Mill** — it is named\n* **Quay** — near it',
    '1. Mill\n2. Quay',
    '[[Mill]], [[Quay]]',
    '"Mill"\n"Quay"',
    '```\nMill\nQuay\n```',
  ])('is read where all of it means candidates: %j', (answer) => {
    expect(picked(answer)).toEqual([1, 2]);
  });

  test('is told from numbers of candidates where its lines are counted', () => {
    expect(picked('1. Quay\n2. Mill')).toEqual([2, 1]);
  });

  test.each([
    'Mill, Forge',
    '- Mill\n- Forge',
    'The Mill and the Quay.',
    'I’m sorry, but I can’t help with that.',
    'I cannot continue [content filtered].',
    'No entries fit.',
    '99',
    '1-9',
  ])('is not looked for in %j', (answer) => {
    expect(picked(answer)).toBe('no-list');
  });

  test.each(['None.', 'N/A', ' null. '])('BR-175 %j says nothing', (answer) => {
    expect(picked(answer)).toBe('empty');
  });
});

describe('BR-176 what an item means', () => {
  test.each<[unknown, unknown]>([
    ['№3', [3]],
    ['Candidate 3', [3]],
    ['item #3', [3]],
    ['entry_3', [3]],
    ['3.0', [3]],
    ['３', [3]],
    ['3 Silver Key', [3]],
    ['<b>Mill</b>', [1]],
    ['World/Places/Quay.md', [2]],
    ['[[World/Quay|the quay]]', [2]],
    ['Quay - the harbour', [2]],
    ['Cafe Noir', [6]],
    ['Mill, the Old', [4]],
    ['3 Mills', 'nothing-known'],
    ['lorebook_1', 'nothing-known'],
    ['1-9', 'nothing-known'],
    ['-1', 'nothing-known'],
    ['Mill, Forge', 'nothing-known'],
  ])('%j is %j', (item, expected) => {
    expect(picked([item])).toEqual(expected);
  });

  test.each([
    ['0,9', 'high'],
    ['9/10', 'high'],
    ['2/5', 'medium'],
    ['1/10', 'low'],
    ['95 %', 'high'],
  ])('a confidence of %j is %s', (confidence, expected) => {
    expect(parseSelection([{ id: 1, confidence }], TITLES)).toMatchObject({ picks: [{ confidence: expected }] });
  });
});

test.each([',', '[x;', '# ', '1-', '{"a":', '(', '- a\n', '<think ', '&quot;'])(
  'BR-174 200 KB of %j are refused without going wrong',
  (piece) => {
    expect(parseSelection(piece.repeat(200_000 / piece.length), TITLES).kind).toBe('unreadable');
  },
);

const connection = { kind: 'openai-compatible', baseUrl: 'https://llm.example/v1', model: 'm' } as const;

const failure = async (status: number, body: unknown): Promise<unknown> => {
  const { parts } = recordedParts({ status, body: typeof body === 'string' ? body : JSON.stringify(body) }, 'key');
  return createModel(connection, parts)
    .generate(plainQuestion)
    .catch((error: unknown) => error);
};

describe('BR-180 what a provider says when it cannot', () => {
  test.each<[number, unknown, string]>([
    [402, '', 'request'],
    [408, '', 'server'],
    [429, '<html>', 'rate-limit'],
    [502, '<html>', 'server'],
    [529, '', 'server'],
    [200, { error: { message: 'a {x} b', code: 429 } }, 'rate-limit'],
    [200, { error: { message: 'busy', type: 'overloaded_error' } }, 'server'],
    [200, { error: { message: 'key', type: 'authentication_error' } }, 'auth'],
    [200, { error: 'model not loaded' }, 'server'],
    [200, '<html>', 'unusable'],
    [200, { choices: [] }, 'unusable'],
  ])('%i %j is told as %s', async (status, body, kind) => {
    expect(await failure(status, body)).toMatchObject({ kind });
  });

  test.each([
    "This model's maximum context length is 4096 tokens.",
    'prompt is too long: 210000 tokens > 200000 maximum',
    'The input token count exceeds the maximum number of tokens allowed',
    'the request exceeds the available context size',
  ])('the request is too large: %s', async (message) => {
    expect(await failure(400, { error: { message } })).toMatchObject({
      kind: 'request',
      message: expect.stringContaining('too large') as string,
    });
  });
});

describe('BR-184 what people paste', () => {
  test.each([' key ', 'key\n', 'Bearer key', '"key"', 'key\u200b', "'key'"])('%j is a key', (key) => {
    expect(headersFor(connection, readAddress(connection), key)).toEqual({ authorization: 'Bearer key' });
  });

  test.each(['ключ', 'k\r\nx: y', 'k•••'])('%j is none, and is told', (key) => {
    expect(() => headersFor(connection, readAddress(connection), key)).toThrow('Copy it again');
  });

  test.each([
    'https://llm.example',
    'https://llm.example//v1//',
    'https://llm.example/v1/completions',
    'https://llm.example/v1/Chat/Completions/',
    'https://llm.example/v1/responses',
    'https://llm.example/v1/models',
  ])('%s is an address', (baseUrl) => {
    expect(readAddress({ ...connection, baseUrl }).base).toBe('https://llm.example/v1');
  });
});
