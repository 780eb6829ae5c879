import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthHost, outcomes, said } from '../../../../tests/support/growth-host';
import { lore } from '../../../../tests/support/lore-vault';
import { fitSummary } from './fit-summary';

const notes = {
  'Lore/A.md': lore('keys: [a]', 'Anna is a smith.'),
  'Lore/B.md': lore('keys: [b]\nsummary: ""', 'Bert is a baker.'),
  'Lore/C.md': lore('keys: [c]\nsummary: A cook.', 'Cora is a cook.'),
  'Lore/D.md': lore('keys: [d]', ''),
  'Lore/E.md': lore('keys: [e]\nlocked: true', 'Emil is locked.'),
};
const request = { tool: 'summaries', scope: {} } as const;

describe('missing summaries', () => {
  test('are proposed for the entries with a text and without one, several in one question', async () => {
    const summaries = [
      { id: 1, summary: 'Anna, a smith.' },
      { id: '#2', summary: 'Bert, a baker. <% run %>' },
      { id: 3, summary: 'Emil.' },
      { id: 9, summary: 'Nobody.' },
    ];
    const host = await growthHost(notes, () => JSON.stringify({ summaries }));
    const job = await host.done(request);
    expect(host.model.requests).toHaveLength(1);
    expect(outcomes(job)).toEqual(['proposal: A', 'proposal: B', 'left: E']);
    const proposals = await host.engine.edits.list();
    expect(proposals.map(({ path, origin }) => [path, origin.tool])).toEqual([
      ['Lore/B.md', 'summarize'],
      ['Lore/A.md', 'summarize'],
    ]);
    expect(proposals[1]?.after).toContain('summary: Anna, a smith.');
    expect(proposals[0]?.after).not.toContain('<%');
    expect(proposals[0]?.after.match(/^summary:/gm)).toHaveLength(1);
  });

  test('that a model left out are asked for once more, and then told', async () => {
    const host = await growthHost(notes, () => JSON.stringify([{ title: 'A', summary: 'Anna.' }]));
    const job = await host.done({ tool: 'summaries', scope: { entries: [] } }).catch(() => undefined);
    expect(job).toBeUndefined();
    const whole = await host.done(request);
    expect(host.model.requests).toHaveLength(2);
    expect(
      said(host.model.requests[1] ?? { messages: [], maxTokens: 1, signal: new AbortController().signal }),
    ).not.toContain('Anna is a smith');
    expect(outcomes(whole)).toEqual(['proposal: A', 'failed: B', 'failed: E']);
  });

  test('are left alone where the user wrote one meanwhile', async () => {
    const host = await growthHost(
      { 'Lore/A.md': notes['Lore/A.md'] },
      () => '{"summaries":[{"id":1,"summary":"Anna."}]}',
    );
    const first = await host.done(request);
    const [result] = first.results;
    await host.engine.edits.accept(result?.kind === 'proposal' ? result.proposal : '');
    expect(await host.engine.growth.start(request)).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('has a summary') as string,
    });
  });

  test('have the length that is set, end with a sentence or a word, and stand in one line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 20, max: 120 }),
        (text, longest) => {
          const fitted = fitSummary(text, longest);
          expect(fitted.length).toBeLessThanOrEqual(longest);
          expect(fitted).not.toMatch(/[\n\r]|^\s|\s$/);
          expect(fitted).not.toMatch(/[\ud800-\udfff]/u);
        },
      ),
    );
    expect(fitSummary('One is here. Two is there and further away.', 18)).toBe('One is here.');
    expect(fitSummary('Onewordwithoutend and more words', 24)).toBe('Onewordwithoutend and…');
  });
});
