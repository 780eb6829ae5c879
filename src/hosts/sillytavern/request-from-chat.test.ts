import { describe, expect, it } from 'vitest';
import type { GenerationType } from './generation-type';
import { noteOf, writeNote } from './message-note';
import { requestFromChat, type TurnToAsk } from './request-from-chat';
import { answer } from './testing/answers';
import { FakeTavern, message, withContext, type FakeMessage } from './testing/fake-tavern';

const said = (name: string, mes: string, more: Partial<FakeMessage> = {}): FakeMessage =>
  message(name, mes, name === 'Mara' ? { is_user: true, ...more } : { gen_started: 1, ...more });

function tavernWith(...messages: readonly FakeMessage[]): FakeTavern {
  const tavern = new FakeTavern();
  tavern.chat.push(...messages);
  return tavern;
}

function request(tavern: FakeTavern, part: Partial<TurnToAsk> = {}) {
  const type = part.type ?? 'normal';
  const prompt = tavern.chat.filter(({ is_system }) => !is_system).map((stored) => ({ ...stored }));
  if (type === 'swipe') prompt.pop();
  return requestFromChat({
    context: tavern.context(),
    identity: { id: 'c1' },
    type,
    prompt,
    contextSize: 8_192,
    wantedTexts: undefined,
    tokenSample: undefined,
    deadlineMs: 4_000,
    generationId: 'r1',
    ...part,
  });
}

const withRecord = (stored: FakeMessage, g: string): FakeMessage => {
  writeNote(stored.extra, noteOf(answer(g), []));
  return stored;
};

it('sends the whole chat, who speaks, and what SillyTavern knows of the turn', () => {
  const tavern = tavernWith(said('Mara', 'Hello'), said('Ilse', 'Aye.'), said('Mara', 'Where is the keep?'));
  expect(request(tavern, { identity: { id: 'c1', parent: 'c0' } }).body).toEqual({
    chat: { id: 'c1', parent: 'c0', name: 'Ilse - 1', isGroup: false },
    deadlineMs: 4_000,
    type: 'normal',
    turn: 4,
    total: 4,
    counts: { assistant: 2, user: 2, total: 4 },
    messages: [
      { index: 0, role: 'assistant', name: 'Ilse', text: 'Ilse looks up.', hidden: false, isGreeting: true },
      { index: 1, role: 'user', name: 'Mara', text: 'Hello', hidden: false, isGreeting: false },
      { index: 2, role: 'assistant', name: 'Ilse', text: 'Aye.', hidden: false, isGreeting: false },
      { index: 3, role: 'user', name: 'Mara', text: 'Where is the keep?', hidden: false, isGreeting: false },
    ],
    records: [],
    character: {
      name: 'Ilse',
      description: 'A keeper.',
      personality: 'Calm',
      scenario: 'A tower',
      creatorNotes: 'Slow burn',
      depthPrompt: 'Ilse limps.',
      tags: ['tower', 'sea'],
      avatar: 'Ilse.png',
    },
    persona: { name: 'Mara', description: 'A courier.' },
    greetingIndex: 0,
    contextSize: 8_192,
    generationId: 'r1',
  });
});

it.each<[GenerationType, { turn: number; total: number; texts: string[] }]>([
  ['normal', { turn: 3, total: 3, texts: ['Ilse looks up.', 'Hello', 'Aye.'] }],
  ['regenerate', { turn: 3, total: 3, texts: ['Ilse looks up.', 'Hello', 'Aye.'] }],
  ['impersonate', { turn: 3, total: 3, texts: ['Ilse looks up.', 'Hello', 'Aye.'] }],
  ['quiet', { turn: 3, total: 3, texts: ['Ilse looks up.', 'Hello', 'Aye.'] }],
  ['swipe', { turn: 2, total: 2, texts: ['Ilse looks up.', 'Hello'] }],
  ['continue', { turn: 2, total: 3, texts: ['Ilse looks up.', 'Hello', 'Aye.'] }],
])('knows which message a generation of type %s writes', (type, { turn, total, texts }) => {
  const { body } = request(tavernWith(said('Mara', 'Hello'), said('Ilse', 'Aye.')), { type });
  expect(body).toMatchObject({ type, turn, total, counts: { total } });
  expect(body.messages.map(({ text }) => text)).toEqual(texts);
});

describe('records', () => {
  const chat = () =>
    tavernWith(
      said('Mara', 'Hello'),
      withRecord(said('Ilse', 'Aye.', { is_system: true }), 'g1'),
      said('Mara', 'And?'),
      withRecord(said('Ilse', 'Nay.'), 'g2'),
    );

  it('come with the whole path, hidden messages too, whatever texts are sent', () => {
    const { records, messages } = request(chat(), { wantedTexts: 1 }).body;
    expect(messages.map(({ index }) => index)).toEqual([4]);
    expect(records?.map(([index, { g }]) => [index, g])).toEqual([
      [2, 'g1'],
      [4, 'g2'],
    ]);
  });

  it.each<GenerationType>(['swipe', 'continue'])('leave out the message that a %s replaces or continues', (type) => {
    expect(request(chat(), { type }).body.records?.map(([index]) => index)).toEqual([2]);
  });
});

describe('texts', () => {
  it('are those that the model will read', () => {
    const tavern = tavernWith(said('Mara', 'Hello *waves*'));
    const prompt = tavern.chat.map((stored) => ({ ...stored, mes: stored.mes.replace(' *waves*', '') }));
    expect(request(tavern, { prompt }).body.messages.at(-1)?.text).toBe('Hello');
  });

  it('are as many visible ones as the server wants', () => {
    const tavern = tavernWith(
      said('Mara', 'One'),
      said('Ilse', 'Two'),
      said('Mara', 'Three', { is_system: true }),
      said('Mara', 'Four'),
    );
    const { messages } = request(tavern, { wantedTexts: 2 }).body;
    expect(messages.map(({ index, text, hidden }) => [index, text, hidden])).toEqual([
      [2, 'Two', false],
      [3, '', true],
      [4, 'Four', false],
    ]);
  });

  it('of the oldest messages are dropped from a chat that is too large', () => {
    const long = 'x'.repeat(1024 * 1024);
    const tavern = tavernWith(...Array.from({ length: 6 }, (_, step) => said('Mara', `${String(step)}${long}`)));
    const { body, droppedTexts } = request(tavern);
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(body.messages.map(({ index }) => index)).toEqual([4, 5, 6]);
    expect(droppedTexts).toBe(4);
    expect(body.total).toBe(7);
  });
});

it('tells roles, and counts them', () => {
  const tavern = tavernWith(
    said('Mara', 'Hello'),
    said('Narrator', 'Rain falls.', { extra: { type: 'narrator' } }),
    said('System', 'Tool calls: look', { is_system: true, extra: { tool_invocations: [] } }),
    said('Ilse', 'Aye.'),
  );
  const { messages, counts } = request(tavern).body;
  expect(messages.map(({ role }) => role)).toEqual(['assistant', 'user', 'system', 'system', 'assistant']);
  expect(counts).toEqual({ assistant: 2, user: 1, total: 5 });
});

it('takes only what stands before the player’s first word and was not generated for a greeting', () => {
  const tavern = tavernWith(
    said('Bram', 'Bram nods.', { gen_started: null }),
    said('Ilse', 'Come in.'),
    said('Mara', 'Hi'),
  );
  expect(request(tavern).body.messages.map(({ isGreeting }) => isGreeting)).toEqual([true, true, false, false]);
});

it('names the greeting that was chosen', () => {
  const tavern = tavernWith();
  tavern.chat[0]!.swipe_id = 2;
  expect(request(tavern).body.greetingIndex).toBe(2);
});

it('names the members of a group and who speaks', () => {
  const tavern = tavernWith(said('Mara', 'Hello'));
  tavern.groups.push({ id: 'g', members: ['Bram.png', 'gone.png', 'Ilse.png'] });
  tavern.groupId = 'g';
  expect(request(tavern).body).toMatchObject({
    chat: { isGroup: true },
    group: { members: ['Bram', 'Ilse'], speaker: 'Ilse' },
  });
});

it('prefers card texts as SillyTavern has prepared them', () => {
  const tavern = tavernWith();
  const card = { description: 'Ilse and Mara.', scenario: 'A cellar', persona: 'Mara, a courier.' };
  const context = withContext(tavern.context, { getCharacterCardFields: () => card })();
  const { character, persona } = request(tavern, { context }).body;
  expect(character).toMatchObject({ description: 'Ilse and Mara.', scenario: 'A cellar', personality: 'Calm' });
  expect(persona).toEqual({ name: 'Mara', description: 'Mara, a courier.' });
});

it('asks without a character when none is open', () => {
  const context = withContext(tavernWith().context, { characterId: undefined, chatId: undefined })();
  const { body } = request(tavernWith(), { context });
  expect(body.character).toBeUndefined();
  expect(body.chat).toEqual({ id: 'c1', isGroup: false });
});
