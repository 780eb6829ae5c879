import { describe, expect, it } from 'vitest';
import { JobError } from './job-failure';
import { readModelAnswer } from './model-text';

describe('the text of an answer is found in the shape of', () => {
  it.each<[string, unknown, unknown]>([
    [
      'OpenAI',
      { choices: [{ message: { content: 'Aye' } }], usage: { prompt_tokens: 7, completion_tokens: 2 } },
      { text: 'Aye', usage: { input: 7, output: 2 } },
    ],
    ['OpenAI in parts', { choices: [{ message: { content: [{ text: 'A' }, { text: 'ye' }] } }] }, { text: 'Aye' }],
    [
      'Anthropic',
      {
        content: [
          { type: 'thinking', thinking: 'Hm', text: 'Hm' },
          { type: 'text', text: 'Aye' },
        ],
        usage: { input_tokens: 3, output_tokens: 1 },
      },
      { text: 'Aye', usage: { input: 3, output: 1 } },
    ],
    ['Anthropic with a form', { content: [{ type: 'tool_use', input: { a: 1 } }] }, { text: '{"a":1}' }],
    ['Cohere', { message: { content: [{ type: 'text', text: 'Aye' }] } }, { text: 'Aye' }],
    ['text completion', { choices: [{ text: 'Aye' }] }, { text: 'Aye' }],
    ['llama.cpp', { content: 'Aye' }, { text: 'Aye' }],
    ['KoboldCpp', { results: [{ text: 'Aye' }] }, { text: 'Aye' }],
    ['a list', [{ content: 'Aye' }], { text: 'Aye' }],
    ['SillyTavern’s own call', 'Aye', { text: 'Aye' }],
  ])('%s', (_name, raw, expected) => {
    expect(readModelAnswer(raw)).toEqual(expected);
  });
});

describe('an answer without a text', () => {
  it.each<[string, unknown]>([
    ['refusal', { choices: [{ message: { content: null, refusal: 'No.' } }] }],
    ['refusal', { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }],
    ['refusal', { content: [], stop_reason: 'refusal' }],
    ['unusable', { choices: [{ message: { content: ' ' } }] }],
    ['unusable', { hello: 'world' }],
    ['unusable', undefined],
  ])('is a %s', (kind, raw) => {
    const read = (): unknown => readModelAnswer(raw);
    expect(read).toThrow(JobError);
    expect(read).toThrow(expect.objectContaining({ kind }));
  });
});
