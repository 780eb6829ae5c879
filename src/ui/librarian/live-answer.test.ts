import { describe, expect, it } from 'vitest';
import { answerOf, callOf } from '../../../tests/browser/support/librarian-world';
import type { WireLibrarianEvent } from '../../server/contract/wire-librarian';
import { withEvent, type LiveAnswer } from './live-answer';

const begun: WireLibrarianEvent = {
  kind: 'answer',
  session: 's',
  message: 1,
  answer: answerOf([], { state: 'running', steps: 0 }),
};
const after = (...events: readonly WireLibrarianEvent[]): LiveAnswer | undefined =>
  events.reduce<LiveAnswer | undefined>(withEvent, undefined);
const partsOf = (live: LiveAnswer | undefined) => live?.answer.parts;
const call = callOf('c', 'get_entry', 'Read entry', 'Read “Orla”', 'Captain Orla.', { entry: 'Orla' });

describe('an answer that is written', () => {
  it('grows by text and by calls, each at its place', () => {
    if (call.kind !== 'tool') throw new Error('no call');
    const live = after(
      begun,
      { kind: 'text', part: 0, text: 'I ' },
      { kind: 'text', part: 0, text: 'look.' },
      { kind: 'tool-call', part: 1, call: { ...call, state: 'running', summary: '' } },
      { kind: 'tool-result', part: 1, call },
      { kind: 'notice', part: 2, notice: { kind: 'notice', tone: 'info', sentence: 'So.' } },
    );
    expect(partsOf(live)).toEqual([
      { kind: 'text', text: 'I look.' },
      call,
      { kind: 'notice', tone: 'info', sentence: 'So.' },
    ]);
  });

  it('is told anew as a whole', () => {
    const whole = { ...begun, answer: answerOf([{ kind: 'text', text: 'Other' }], { state: 'running' }) };
    expect(partsOf(after(begun, { kind: 'text', part: 0, text: 'One' }, whole))).toEqual([
      { kind: 'text', text: 'Other' },
    ]);
  });

  it('tells what it takes', () => {
    const spent = { requests: 2, input: 10, output: 5, cached: 0, estimated: false };
    expect(after(begun, { kind: 'usage', spent, steps: 2 })?.answer).toMatchObject({ spent, steps: 2 });
  });
});

it('what fits nowhere changes nothing', () => {
  expect(after({ kind: 'text', part: 0, text: 'early' })).toBeUndefined();
  expect(partsOf(after(begun, { kind: 'text', part: 3, text: 'far' }))).toEqual([]);
  const notice: WireLibrarianEvent = {
    kind: 'notice',
    part: 0,
    notice: { kind: 'notice', tone: 'info', sentence: 'So.' },
  };
  expect(partsOf(after(begun, notice, { kind: 'text', part: 0, text: 'x' }))).toHaveLength(1);
});
