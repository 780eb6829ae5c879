import { describe, expect, test } from 'vitest';
import { growthHost, outcomes, said } from '../../../../tests/support/growth-host';
import { lore } from '../../../../tests/support/lore-vault';
import type { ModelRequest } from '../../ai/language-model';

const notes = {
  'Lore/Keep.md': lore('keys: [keep]', `The Silver Keep fell in 1204. ${'Stones and towers. '.repeat(100)}`),
  'Lore/Orla.md': lore('keys: [orla]', `Orla defended the Silver Keep in 1230. ${'Swords and songs. '.repeat(100)}`),
  'Lore/Old/Orla.md': lore('keys: [other orla]', `Another Orla bakes bread. ${'Flour and salt. '.repeat(100)}`),
};
const request = { tool: 'review', scope: {}, question: '' } as const;
const contradiction = {
  kind: 'contradiction',
  entries: [1, 3],
  text: 'The keep fell before it was defended.',
  advice: 'Decide on a year.',
};

/** A reviewer that finds facts in each part, one contradiction among facts, and sums up. */
function reviewing(request_: ModelRequest): string {
  const question = said(request_);
  if (question.includes('write the beginning of the report')) return '# Report\n\nOne date <% is %> wrong.';
  if (question.includes('Before you are facts')) return JSON.stringify({ findings: [contradiction], facts: [] });
  const numbers = [...question.matchAll(/<material of="entry (\d+)">/g)].map(([, number]) => Number(number));
  return JSON.stringify({
    findings: [],
    facts: numbers.map((number) => ({ entries: [number], text: `Fact of ${String(number)}.` })),
  });
}

describe('a review', () => {
  test('looks at the entries in parts, compares their facts, and proposes a report with links', async () => {
    const host = await growthHost(notes, reviewing, { settings: { growTokens: 500 } });
    expect(await host.engine.growth.estimate(request)).toMatchObject({ entries: 3 });
    const job = await host.done({ ...request, question: 'Do the years agree?' });
    expect(job).toMatchObject({ state: 'done' });
    const [proposal] = await host.engine.edits.list();
    expect(proposal).toMatchObject({
      path: 'Reviews/Review 2024-01-01.md',
      origin: { tool: 'review' },
      status: 'open',
    });
    const report = proposal?.after ?? '';
    expect(report).toContain('> Do the years agree?');
    expect(report).toContain('## Contradictions');
    expect(report).toContain(
      '- [[Keep]], [[Lore/Orla|Orla]]: The keep fell before it was defended.\n  - Decide on a year.',
    );
    expect(report).toContain('- [[Lore/Old/Orla|Orla]]');
    expect(report).toContain('One date');
    expect(report).not.toMatch(/<%|^# Report/m);
    expect(host.model.requests.some((one) => said(one).includes('- [1] Fact of 1.\n- [2] Fact of 2.'))).toBe(true);
  });

  test('is a note, no lore, also when it is accepted', async () => {
    const host = await growthHost(notes, reviewing);
    const job = await host.done(request);
    const [result] = job.results.slice(-1);
    await host.engine.edits.accept(result?.kind === 'proposal' ? result.proposal : '');
    expect(host.source.text('Reviews/Review 2024-01-01.md')).toContain('lorehearth-review');
    expect(host.engine.status().entries).toBe(3);
  });

  test('of few entries is one question, and says so when nothing is found', async () => {
    const host = await growthHost({ 'Lore/Keep.md': notes['Lore/Keep.md'] }, () => '{"findings":[],"facts":[]}');
    await host.done(request);
    expect(host.model.requests).toHaveLength(1);
    const [proposal] = await host.engine.edits.list();
    expect(proposal?.after).toContain('Nothing was found in 1 entry.');
  });

  test('names what could not be looked at, and takes no finding about entries that were not shown', async () => {
    const host = await growthHost(
      notes,
      (asked) =>
        said(asked).includes('Swords')
          ? 'I cannot.'
          : JSON.stringify({ findings: [{ ...contradiction, entries: [7] }], facts: [] }),
      { settings: { growTokens: 500 } },
    );
    const job = await host.done(request);
    expect(outcomes(job)).toEqual(['failed: Orla', 'proposal: Review 2024-01-01']);
    const [proposal] = await host.engine.edits.list();
    expect(proposal?.after).toMatch(/## Not looked at\n\n- .*Orla.*could not be read/);
    expect(proposal?.after).toContain('Nothing was found');
  });

  test('with more facts than one question holds compares in rounds that come to an end', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `Lore/E${String(at).padStart(2, '0')}.md`,
        lore(`keys: [e${String(at)}]`, `Entry ${String(at)}. ${'Words in a row. '.repeat(30)}`),
      ]),
    );
    const talkative = (asked: ModelRequest): string => {
      const question = said(asked);
      if (question.includes('beginning of the report')) return 'All is well.';
      const numbers = [...question.matchAll(/<material of="entry (\d+)">|^- \[(\d+)/gm)].map(([, one, other]) =>
        Number(one ?? other),
      );
      return JSON.stringify({
        findings: [],
        facts: numbers.map((number) => ({ entries: [number], text: 'A fact in many words. '.repeat(25) })),
      });
    };
    const host = await growthHost(many, talkative, { settings: { growTokens: 500 } });
    const job = await host.done(request);
    expect(job.state).toBe('done');
    expect(outcomes(job)).toEqual(['failed: Comparing the entries with each other', 'proposal: Review 2024-01-01']);
    expect(host.model.requests.length).toBeLessThan(60);
  });
});
