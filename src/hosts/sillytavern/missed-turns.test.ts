import { expect, it } from 'vitest';
import { MissedTurns } from './missed-turns';
import { FakeTavern, message } from './testing/fake-tavern';
import type { MissedTurn } from './turn-outcome';

const late: MissedTurn = { kind: 'miss', cause: 'late', detail: '' };

function stage() {
  const tavern = new FakeTavern();
  tavern.chat.push(message('Mara', 'Hello', { is_user: true }), message('Ilse', 'Aye.'), message('Ilse', 'Again.'));
  return { tavern, missed: new MissedTurns(tavern.context) };
}

it('belongs to the one reply that was written without lore', () => {
  const { tavern, missed } = stage();
  missed.begin(late);
  missed.messageReceived(1);
  missed.messageReceived(2);
  missed.messageReceived(3);
  expect(tavern.chat.map((shown) => missed.of(shown))).toEqual([undefined, undefined, late, undefined]);
});

it('belongs to one version of it', () => {
  const { tavern, missed } = stage();
  const reply = tavern.chat[2]!;
  reply.swipe_id = 1;
  missed.begin(late);
  missed.messageReceived(2);
  expect(missed.of(reply)).toEqual(late);
  reply.swipe_id = 0;
  expect(missed.of(reply)).toBeUndefined();
});

it('is forgotten when the generation is over without a reply', () => {
  const { tavern, missed } = stage();
  missed.begin(late);
  missed.reset();
  missed.messageReceived(2);
  expect(missed.of(tavern.chat[2]!)).toBeUndefined();
});
