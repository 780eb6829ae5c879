import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chatPrint } from '../../../core/base/message-print';
import { message, type FakeMessage } from '../testing/fake-tavern';
import { transcriptParts } from './transcript-parts';
import { commonBegin, visibleMessages } from './visible-messages';

const lines = fc.array(fc.record({ text: fc.string({ maxLength: 5 }), hidden: fc.boolean() }), { maxLength: 12 });
const chatOf = (said: readonly { text: string; hidden: boolean }[]): FakeMessage[] =>
  said.map(({ text, hidden }) => message('Ilse', text, { is_system: hidden }));

/** What a server does with the parts. */
function applied(before: ReturnType<typeof visibleMessages>, parts: ReturnType<typeof transcriptParts>) {
  return parts.reduce<readonly { index: number; role: string; name: string; text: string }[]>((known, { body }) => {
    const kept = known.filter(({ index }) => index < (body.from ?? 0));
    if ((body.from ?? 0) > 0) expect(body.before).toBe(chatPrint(kept));
    return [...kept, ...body.messages.map((sent) => ({ name: '', ...sent }))];
  }, before);
}

it('what is sent makes the one chat of the other, whatever was written, hidden or deleted', () => {
  fc.assert(
    fc.property(lines, lines, fc.nat(12), (first, others, shared) => {
      const before = visibleMessages(chatOf(first));
      const now = visibleMessages(chatOf([...first.slice(0, shared), ...others]));
      const result = applied(before, transcriptParts(now, commonBegin(before, now)));
      expect(result.map(({ index, text }) => [index, text])).toEqual(now.map(({ index, text }) => [index, text]));
    }),
  );
});

it('a large chat is sent in parts that follow each other', () => {
  const chat = Array.from({ length: 25 }, (_, at) => message('Ilse', String(at).repeat(60_000)));
  const parts = transcriptParts(visibleMessages(chat), 0);
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.map(({ body }) => body.more)).toEqual([...parts.slice(1).map(() => true), false]);
  expect(applied([], parts).map(({ index }) => index)).toEqual(chat.map((_, at) => at));
  expect(Math.max(...parts.map(({ body }) => JSON.stringify(body).length))).toBeLessThan(1_300_000);
});

it('one message that is larger than a part is sent by itself', () => {
  const chat = [message('Ilse', 'a'), message('Ilse', 'b'.repeat(3_000_000)), message('Ilse', 'c')];
  const parts = transcriptParts(visibleMessages(chat), 0);
  expect(parts.map(({ reaches }) => reaches)).toEqual([1, 2, 3]);
});

it('a message is one of the player, of a character, or of neither; thoughts are no part of it', () => {
  const chat = [
    message('Ilse', 'Hi.', { extra: { reasoning: 'Hm.' } }),
    message('Mara', 'Yes?', { is_user: true }),
    message('Narrator', 'Night falls.', { extra: { type: 'narrator' } }),
    message('System', 'Tool calls', { is_system: true, extra: { tool_invocations: [] } }),
  ];
  expect(visibleMessages(chat).map(({ index, role, text }) => [index, role, text])).toEqual([
    [0, 'assistant', 'Hi.'],
    [1, 'user', 'Yes?'],
    [2, 'system', 'Night falls.'],
  ]);
});
