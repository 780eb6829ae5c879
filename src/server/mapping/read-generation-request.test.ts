import { describe, expect, test } from 'vitest';
import type { Retrieval } from '../../core/pipeline/retrieval';
import { wireGenerationRequest, type GenerationRequestBody } from '../contract/wire-generation';
import { readGenerationRequest } from './read-generation-request';
import { readPreviewRequest } from './read-preview-request';

const record = (g: string) => ({ v: 1 as const, g, e: [] });
const said = (...texts: readonly string[]) => texts.map((text) => ({ role: 'user' as const, text }));

function read(body: Partial<GenerationRequestBody>): Retrieval {
  return readGenerationRequest(wireGenerationRequest.parse({ chat: { id: 'c' }, messages: [], ...body }), {
    newId: () => 'made',
    countTokens: (text) => text.split(' ').filter(Boolean).length,
  });
}

const indexes = (request: Retrieval) => request.messages.map((message) => message.index);

describe('a request with nothing but chat and messages', () => {
  test('is complete', () => {
    expect(read({ messages: [{ role: 'assistant', text: 'Hello.' }, ...said('Hi.')] })).toEqual({
      generationId: 'made',
      cardBooks: [],
      chat: { id: 'c', parent: undefined, name: undefined, isGroup: false },
      type: 'normal',
      turn: 2,
      messages: [
        { index: 0, role: 'assistant', name: '', text: 'Hello.', hidden: false, isGreeting: true },
        { index: 1, role: 'user', name: '', text: 'Hi.', hidden: false, isGreeting: false },
      ],
      total: 2,
      counts: { assistant: 1, user: 1, total: 2 },
      records: [],
      leavesRecordsToHost: true,
      draft: '',
      character: { name: '', texts: {}, tags: [], avatar: '' },
      personaName: '',
      group: undefined,
      greetingIndex: undefined,
      contextSize: undefined,
      tokenScale: 1,
    });
  });

  test('may have no message at all', () => {
    expect(read({})).toMatchObject({ turn: 0, total: 0, messages: [], counts: { total: 0 } });
  });
});

describe('the place of messages in the chat', () => {
  test.each([
    ['without indexes are its end', { messages: said('a', 'b'), total: 42 }, [40, 41]],
    ['with indexes stand where they say', { messages: [{ ...said('a')[0]!, index: 7 }], total: 42 }, [7]],
    [
      'without an index stand before their follower',
      { messages: [...said('a'), { role: 'user', text: 'b', index: 10 }, ...said('c')], total: 20 },
      [9, 10, 19],
    ],
    ['more than the total make it larger', { messages: said('a', 'b', 'c'), total: 1 }, [0, 1, 2]],
    [
      'in any order are put in order',
      { messages: [3, 1, 2].map((index) => ({ role: 'user', text: '', index })) },
      [1, 2, 3],
    ],
  ] as const)('%s', (_, body, expected) => {
    expect(indexes(read(body as Partial<GenerationRequestBody>))).toEqual(expected);
  });

  test('takes the total from the highest index when it is not told', () => {
    const request = read({ messages: [{ role: 'user', text: 'a', index: 9 }] });
    expect(request).toMatchObject({ total: 10, turn: 10 });
  });

  test('takes the total from the counts when only they tell it', () => {
    expect(read({ messages: said('a'), counts: { assistant: 5, user: 5, total: 11 } }).total).toBe(11);
  });

  test('takes what was not sent as turns of both sides', () => {
    expect(read({ messages: said('a'), total: 42 }).counts).toEqual({ assistant: 21, user: 21, total: 42 });
  });

  test('keeps counts that are told', () => {
    const counts = { assistant: 20, user: 21, total: 42 };
    expect(read({ messages: said('a'), total: 42, counts }).counts).toEqual(counts);
  });
});

describe('the turn', () => {
  test('is the next message', () => {
    expect(read({ messages: said('a'), total: 42 }).turn).toBe(42);
    expect(read({ messages: said('a'), total: 42, turn: 40 }).turn).toBe(40);
  });

  test('of a continue is the message that goes on', () => {
    const messages = [...said('a'), { role: 'assistant' as const, text: 'b' }];
    expect(read({ messages, type: 'continue' }).turn).toBe(1);
    expect(read({ messages: said('a'), type: 'continue' }).turn).toBe(1);
  });
});

describe('messages', () => {
  test('of the program are hidden unless the client says that the model reads them', () => {
    const system = { role: 'system' as const, text: 'notice' };
    const { messages } = read({
      messages: [system, { ...system, hidden: false }, { role: 'user', text: 'a', hidden: true }],
    });
    expect(messages.map((message) => message.hidden)).toEqual([true, false, true]);
  });

  test('are greetings when they are the first and the character’s', () => {
    const reply = { role: 'assistant' as const, text: 'a' };
    const greetings = (body: Partial<GenerationRequestBody>) =>
      read(body).messages.map((message) => message.isGreeting);
    expect(greetings({ messages: [reply, reply] })).toEqual([true, false]);
    expect(greetings({ messages: [reply], total: 9 })).toEqual([false]);
    expect(greetings({ messages: [{ ...reply, isGreeting: false }] })).toEqual([false]);
    expect(greetings({ messages: said('a') })).toEqual([false]);
  });
});

describe('records', () => {
  test('of messages and of the list are joined in order, each message once', () => {
    const { records } = read({
      messages: [
        { role: 'assistant', text: 'a', record: record('near') },
        { role: 'assistant', text: 'b', record: record('last') },
      ],
      total: 10,
      records: [
        [5, record('five')],
        [1, record('one')],
        [8, record('far')],
      ],
    });
    expect(records.map(([index, { g }]) => [index, g])).toEqual([
      [1, 'one'],
      [5, 'five'],
      [8, 'near'],
      [9, 'last'],
    ]);
  });
});

describe('character, persona and group', () => {
  test('are read into the texts that entries may ask for', () => {
    const request = read({
      character: {
        name: 'Iris',
        description: 'd',
        personality: 'p',
        scenario: 's',
        creatorNotes: 'c',
        depthPrompt: 'n',
        tags: ['elf'],
        avatar: 'Iris.v2.png',
      },
      persona: { name: 'Mara', description: 'm' },
    });
    expect(request.character).toEqual({
      name: 'Iris',
      texts: { character: 'd', personality: 'p', scenario: 's', creator_notes: 'c', character_note: 'n', persona: 'm' },
      tags: ['elf'],
      avatar: 'Iris.v2',
    });
    expect(request.personaName).toBe('Mara');
  });

  test('the persona is who spoke last for the user', () => {
    const messages = [
      { role: 'user' as const, text: 'a', name: 'Mara' },
      { role: 'assistant' as const, text: 'b', name: 'Iris' },
    ];
    expect(read({ messages }).personaName).toBe('Mara');
  });

  test('a group makes the chat one, and its speaker is the character', () => {
    const request = read({ group: { members: ['Iris', 'Finn'], speaker: 'Finn' } });
    expect(request.chat.isGroup).toBe(true);
    expect(request.character.name).toBe('Finn');
    expect(read({ group: { members: ['Iris'] }, character: { name: 'Iris' } }).group?.speaker).toBe('Iris');
  });
});

describe('the token scale', () => {
  test.each([
    ['the client’s count over ours', { text: 'one two', tokens: 3 }, 1.5],
    ['4 at most', { text: 'one', tokens: 100 }, 4],
    ['a quarter at least', { text: 'one two three four five six', tokens: 1 }, 0.25],
    ['1 when there is nothing to count', { text: ' ', tokens: 9 }, 1],
    ['1 for a sample that is too long to count', { text: 'x '.repeat(30_000), tokens: 90_000 }, 1],
  ])('is %s', (_, tokenSample, expected) => {
    expect(read({ tokenSample }).tokenScale).toBe(expected);
  });
});

describe('a preview', () => {
  test('of a text is a message of the user in a chat of its own', () => {
    expect(readPreviewRequest({ text: 'a', settings: { scanDepth: 1 }, type: 'quiet' })).toEqual({
      chat: { id: 'preview' },
      messages: [{ role: 'user', text: 'a' }],
      type: 'quiet',
    });
  });

  test('of messages is the same as their generation', () => {
    const body = { chat: { id: 'c' }, messages: said('a') };
    expect(readPreviewRequest(body)).toEqual(body);
  });
});
