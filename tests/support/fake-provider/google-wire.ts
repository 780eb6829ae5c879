import type { FakeAnswer } from './reply';
import { dataEvent, schemaAt, textsBelow, usualUsage, words, type Wire } from './wire';

const statusNames: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};
const QUESTION = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/;

/** Google's generateContent (ai.google.dev/api/generate-content). */
export const googleWire: Wire = {
  base: '/v1beta',
  keyHeader: (key) => ['x-goog-api-key', key],
  read: (path, body) => {
    const found = QUESTION.exec(path);
    if (found === null) return undefined;
    return {
      isStream: found[2] === 'streamGenerateContent',
      model: found[1] ?? '',
      text: textsBelow(body, ['text']).join('\n'),
      schema: schemaAt(body, 'generationConfig', 'responseSchema'),
    };
  },
  failure: (status, message) => ({
    error: { code: status, message, status: statusNames[status] ?? 'INVALID_ARGUMENT' },
  }),
  body: (answer, request) => ({
    candidates: [candidate(partsOf(answer), finishOf(answer))],
    usageMetadata: usageOf(answer),
    modelVersion: request.model,
  }),
  events: (answer, request) => [
    ...pieces(answer).map((part) => dataEvent({ candidates: [candidate([part])], modelVersion: request.model })),
    dataEvent({ candidates: [candidate([{ text: '' }], finishOf(answer))], usageMetadata: usageOf(answer) }),
  ],
  models: (names) => ({
    models: [
      ...names.map((name) => ({ name: `models/${name}`, supportedGenerationMethods: ['generateContent'] })),
      { name: 'models/embedder', supportedGenerationMethods: ['embedContent'] },
    ],
  }),
};

function candidate(parts: readonly object[], finishReason?: string): object {
  return { content: { role: 'model', parts }, index: 0, ...(finishReason === undefined ? {} : { finishReason }) };
}

function partsOf({ text = '', thinking, toolCalls = [] }: FakeAnswer): readonly object[] {
  return [
    ...(thinking === undefined ? [] : [{ text: thinking, thought: true }]),
    ...(text === '' ? [] : [{ text }]),
    ...toolCalls.map(({ tool, input, id }) => ({
      functionCall: { name: tool, args: input, ...(id === undefined ? {} : { id }) },
    })),
  ];
}

function pieces(answer: FakeAnswer): readonly object[] {
  const { text = '', thinking = '', ...rest } = answer;
  return [
    ...words(thinking).map((word) => ({ text: word, thought: true })),
    ...words(text).map((word) => ({ text: word })),
    ...partsOf({ kind: 'answer', ...(rest.toolCalls === undefined ? {} : { toolCalls: rest.toolCalls }) }),
  ];
}

function finishOf({ finish }: FakeAnswer): string {
  return { stop: 'STOP', length: 'MAX_TOKENS', refusal: 'SAFETY' }[finish ?? 'stop'];
}

function usageOf({ usage = usualUsage }: FakeAnswer): object {
  return {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    cachedContentTokenCount: usage.cached,
    totalTokenCount: usage.input + usage.output,
  };
}
