import { expect, test } from 'vitest';
import { entryOf, lore } from '../../../../tests/support/lore-vault';
import { FIRED, HELD, INJECTED } from '../../chat/injection-record';
import { plainCandidate, type Candidate } from '../candidate';
import type { AdmissionReason } from '../reasons';
import { injectionRecord } from './record';

function candidate(name: string, reason: AdmissionReason): Candidate {
  return plainCandidate(entryOf(`${name}.md`, lore('keys: [fox]')), reason, 'keywords', '');
}

function flags(kept: readonly Candidate[], empty: readonly Candidate[] = []): readonly number[] {
  return injectionRecord('generation', kept, empty).e.map(([, flag]) => flag);
}

test('what its own trigger woke, what came along and what was held over are told apart', () => {
  const kept = [candidate('A', 'key'), candidate('B', 'cascade'), candidate('C', 'sticky')];
  expect(flags(kept)).toEqual([INJECTED | FIRED, INJECTED, INJECTED | HELD]);
});

test('an entry without text leaves the mark that it fired or was held, and none if it only came along', () => {
  const empty = [candidate('A', 'key'), candidate('B', 'sticky'), candidate('C', 'constant')];
  expect(flags([], empty)).toEqual([FIRED, HELD]);
});
