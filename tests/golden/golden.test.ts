import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { RecordAt } from '../../src/core/chat/injection-record';
import type { Retrieval } from '../../src/core/pipeline/retrieval';
import type { RetrievalResult } from '../../src/core/pipeline/retrieval-result';
import { chatOf, turn } from '../support/lore-vault';
import { readSpec, type Expectation, type GoldenSpec } from './read-spec';

const folder = fileURLToPath(new URL('.', import.meta.url));
const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.md'))
  .sort();

describe.each(specs)('%s', (path) => {
  const spec = readSpec(readFileSync(`${folder}${path}`, 'utf8'));
  test(spec.title, () => play(spec));
});

test('specifications are found', () => {
  expect(specs.length).toBeGreaterThan(0);
});

/** Plays the turns one after the other: each reply carries the record of the turn that made it. */
async function play(spec: GoldenSpec): Promise<void> {
  const lines: string[] = [];
  const records: RecordAt[] = [];
  for (const { lines: added, expected } of spec.turns) {
    lines.push(...added);
    const messages = chatOf(...lines);
    const request = { ...spec.request, generationId: `turn ${String(messages.length)}`, records } as Partial<Retrieval>;
    const result = await turn(spec.notes, messages, { settings: spec.settings, request, chat: spec.decisions });
    for (const expectation of expected) check(expectation, result, expected);
    records.push([messages.length, result.record]);
  }
}

function check(expectation: Expectation, result: RetrievalResult, all: readonly Expectation[]): void {
  const injected = result.trace.entries.filter((entry) => entry.injected);
  switch (expectation.kind) {
    case 'injected': {
      const entry = injected.find((one) => one.title === expectation.title);
      const place = result.injections
        .find((one) => one.entries.includes(entry?.id ?? ''))
        ?.key.replace('lorehearth/', '');
      expect({ title: entry?.title, place }).toEqual({ title: expectation.title, place: expectation.place });
      if (expectation.because !== undefined)
        expect(reasonsOf(result, expectation.title)).toContain(expectation.because);
      return;
    }
    case 'refused':
      expect(reasonsOf(result, expectation.title)).toContain(expectation.reason);
      expect(injected.map((entry) => entry.title)).not.toContain(expectation.title);
      return;
    case 'absent':
      expect(result.trace.entries.map((entry) => entry.title)).not.toContain(expectation.title);
      return;
    case 'notebook': {
      const notebook = result.injections.find((one) => one.key === 'lorehearth/notebook');
      const place = [notebook?.position, notebook?.depth, notebook?.role].filter((part) => part !== undefined);
      expect(place.join('/')).toBe(expectation.place);
      return;
    }
    case 'budget': {
      const { budget, budgetBook } = result.trace.summary;
      expect({ tokens: budget, book: budgetBook }).toEqual({ tokens: expectation.tokens, book: expectation.book });
      return;
    }
    case 'text':
      expect(result.injections.map((injection) => injection.text).join('\n\n')).toBe(expectation.text);
      return;
    case 'nothing': {
      const named = all.flatMap((one) => (one.kind === 'injected' ? [one.title] : []));
      expect(injected.map((entry) => entry.title).sort()).toEqual(named.sort());
    }
  }
}

function reasonsOf(result: RetrievalResult, title: string): readonly string[] {
  const ids = result.trace.entries.filter((entry) => entry.title === title).map((entry) => entry.id);
  return result.trace.decisions.filter((decision) => ids.includes(decision.entry)).map((decision) => decision.reason);
}
