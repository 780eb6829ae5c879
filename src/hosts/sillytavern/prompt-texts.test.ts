import { describe, expect, it } from 'vitest';
import { promptTexts } from './prompt-texts';
import { stripReasoning } from './strip-reasoning';
import { FakeTavern, message } from './testing/fake-tavern';

const frame = { prefix: '<think>', suffix: '</think>', separator: '\n' };

describe('thoughts in front of a reply', () => {
  it.each([
    ['are taken away', '<think>Hm.</think>\nAye.', 'Aye.', 'Hm.', 'Aye.'],
    ['are taken away from a reply that scripts have changed', '<think>Hm.</think>\nYes.', 'Aye.', 'Hm.', 'Yes.'],
    ['leave a reply without any alone', 'Aye.', 'Aye.', '', 'Aye.'],
    ['leave nothing when the reply is nothing else', '<think>Hm.', '', 'Hm.', ''],
    [
      'are kept where the player wrote them',
      '<think>Hm.</think>\nAye.',
      '<think>Hm.</think>\nAye.',
      '',
      '<think>Hm.</think>\nAye.',
    ],
  ])('%s', (_name, sent, stored, reasoning, expected) => {
    expect(stripReasoning(sent, stored, reasoning, frame)).toBe(expected);
  });

  it('are known by the reply itself when nothing frames them', () => {
    const bare = { prefix: '', suffix: '', separator: '' };
    expect(stripReasoning('Hm.Aye.', 'Aye.', 'Hm.', bare)).toBe('Aye.');
    expect(stripReasoning('Hm.Yes.', 'Aye.', 'Hm.', bare)).toBe('Hm.Yes.');
  });
});

describe('texts by index', () => {
  const chat = () => {
    const tavern = new FakeTavern();
    tavern.chat.push(
      message('Mara', 'One', { is_user: true }),
      message('Ilse', 'Two', { is_system: true }),
      message('Mara', 'Three', { is_user: true }),
    );
    return tavern;
  };

  it('skip hidden messages', () => {
    const tavern = chat();
    const prompt = tavern.chat.filter(({ is_system }) => !is_system).map((stored) => ({ ...stored }));
    expect([...promptTexts(prompt, tavern.context())]).toEqual([
      [0, 'Ilse looks up.'],
      [1, 'One'],
      [3, 'Three'],
    ]);
  });

  it('leave out what other extensions put in between', () => {
    const tavern = chat();
    const [greeting, one] = tavern.chat.map((stored) => ({ ...stored }));
    const prompt = [greeting!, message('Memory', 'Earlier …'), one!];
    expect([...promptTexts(prompt, tavern.context()).keys()]).toEqual([0, 1]);
  });

  it('find messages of old chats, which have nothing but name and date', () => {
    const tavern = new FakeTavern();
    const old = [1, 2].map((send_date) => ({
      ...message('Ilse', `Text ${String(send_date)}`),
      send_date,
      extra: undefined,
    }));
    const context = { ...tavern.context(), chat: old };
    expect([...promptTexts([{ ...old[1]!, mes: 'Changed' }], context)]).toEqual([[1, 'Changed']]);
  });
});
