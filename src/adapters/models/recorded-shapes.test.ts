import { describe, expect, it } from 'vitest';
import { readStream } from '../../../tests/contract/language-model.contract';
import type { ConnectionKind } from '../../core/ai/model-connection';
import { createModel } from './create-model';
import { longQuestion, plainQuestion, recordedAnswer } from './testing/questions';
import { fixture, fixtureValue, recordedParts } from './testing/recorded-fetch';

const wires = [
  ['openai', 'openai-compatible', 'https://llm.example/v1', 'gpt-4o-mini', '/v1/chat/completions'],
  ['anthropic', 'anthropic', 'https://llm.example/v1', 'claude-sonnet-4-5', '/v1/messages'],
  [
    'google',
    'google',
    'https://llm.example/v1beta',
    'gemini-2.5-flash',
    '/v1beta/models/gemini-2.5-flash:generateContent',
  ],
] as const satisfies readonly (readonly [string, ConnectionKind, string, string, string])[];

describe.each(wires)('the wire format of %s', (name, kind, baseUrl, model, path) => {
  const connection = { kind, baseUrl, model };

  it('writes a long conversation with tools as documented', async () => {
    const { sent, parts } = recordedParts({ body: fixture(`${name}-answer.json`) });
    await createModel(connection, parts).generate(longQuestion);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ url: `https://llm.example${path}`, method: 'POST' });
    expect(sent[0]?.body).toEqual(fixtureValue(`${name}-request.json`));
  });

  it('reads a whole answer', async () => {
    const { parts } = recordedParts({ body: fixture(`${name}-answer.json`) });
    expect(await createModel(connection, parts).generate(plainQuestion)).toEqual(recordedAnswer);
  });

  it('reads a streamed answer', async () => {
    const { parts } = recordedParts({ body: fixture(`${name}-stream.txt`), type: 'text/event-stream' });
    const [answer, pieces] = await readStream(createModel(connection, parts), plainQuestion);
    expect(answer).toEqual(recordedAnswer);
    expect(pieces).toEqual(['Mara is there.', ' Let me look.']);
  });
});
