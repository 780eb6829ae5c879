import type { ModelAnswer, ModelRequest } from '../../../core/ai/language-model';

const { signal } = new AbortController();

/** A short question. */
export const plainQuestion: ModelRequest = {
  messages: [
    { role: 'system', text: 'Answer in JSON.' },
    { role: 'user', text: 'Who is at the mill?' },
  ],
  maxTokens: 300,
  signal,
};

/** The same, with a form for the answer. */
export const questionWithForm: ModelRequest = {
  ...plainQuestion,
  form: {
    name: 'selection',
    schema: {
      type: 'object',
      properties: { selected: { type: 'array', items: { type: 'integer' } } },
      required: ['selected'],
      additionalProperties: false,
    },
  },
};

/** Everything that a conversation can hold: instructions to keep, tools, calls that went well and wrong, an empty text. */
export const longQuestion: ModelRequest = {
  messages: [
    { role: 'system', text: 'You tend a lorebook.', cacheUpToHere: true },
    { role: 'system', text: 'Notes: Mill, Mara.', cacheUpToHere: true },
    { role: 'user', text: 'Who is at the mill?' },
    {
      role: 'assistant',
      text: 'Let me look.',
      toolCalls: [
        { id: 'c1', tool: 'read_note', input: { path: 'Mill.md' } },
        { id: 'c2', tool: 'read_note', input: '{"path": ' },
      ],
    },
    {
      role: 'user',
      text: 'And hurry.',
      toolResults: [
        { id: 'c1', tool: 'read_note', text: 'Mara lives here.', isError: false },
        { id: 'c2', tool: 'read_note', text: 'The arguments are no JSON.', isError: true },
      ],
    },
    { role: 'assistant', text: '' },
    { role: 'system', text: 'Answer in one word.' },
  ],
  tools: [
    {
      name: 'read_note',
      description: 'Reads a note.',
      input: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
  ],
  maxTokens: 300,
  temperature: 0.2,
  signal,
};

/** What the recorded answers of all wire formats say. */
export const recordedAnswer: ModelAnswer = {
  text: 'Mara is there. Let me look.',
  toolCalls: [{ id: 'call_1', tool: 'read_note', input: { path: 'Mill.md' } }],
  usage: { input: 120, output: 30, cached: 100 },
  finish: 'tool-calls',
};
