import { expect, it } from 'vitest';
import type { LorePlan } from './lore-plan';
import { planPrompts } from './prompt-plan';
import { automatedEntries } from './quick-replies';
import { answer, injection } from './testing/answers';
import { FakeTavern } from './testing/fake-tavern';

const entry = (id: string, automationId?: string) => ({
  ...answer('g').entries[0]!,
  id,
  title: id.toUpperCase(),
  ...(automationId === undefined ? {} : { automationId }),
});
const plan = (...injections: Parameters<typeof planPrompts>[0]): LorePlan =>
  planPrompts(injections, 100, new FakeTavern().context());

it('are the entries with an automation id, also those without a text', () => {
  const entries = [entry('e1', 'ring'), entry('e2'), entry('e3', ''), entry('e4', 'toll')];
  expect(automatedEntries({ entries }, plan(injection({ entries: ['e1', 'e2'] })))).toEqual([
    { title: 'E1', automationId: 'ring' },
    { title: 'E4', automationId: 'toll' },
  ]);
});

it('are not those whose text is too large, unless a part of it is handed over', () => {
  const planned = plan(
    injection({ key: 'lorehearth/before', entries: ['e1'] }),
    injection({ key: 'lorehearth/after', position: 'after', tokens: 200, entries: ['e1', 'e2'] }),
  );
  expect(automatedEntries({ entries: [entry('e1', 'ring'), entry('e2', 'toll')] }, planned)).toEqual([
    { title: 'E1', automationId: 'ring' },
  ]);
});

it('are none where another program answers with something else', () => {
  const entries = JSON.parse('[{"id":"e1","title":"E1","automationId":7}]') as ReturnType<typeof answer>['entries'];
  expect(automatedEntries({ entries }, plan())).toEqual([]);
});
