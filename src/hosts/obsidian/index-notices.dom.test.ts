import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ShownNotices } from '../../../tests/support/obsidian-plugin';
import type { IndexReport } from '../../core/vaults/index-reports';
import { CalmNotices } from './calm-notices';
import { IndexNotices, reportsSentence } from './index-notices';

let shown: ShownNotices;
let open: string[] = [];
let notices: IndexNotices;

function report(facts: Partial<IndexReport>): IndexReport {
  const none = { added: 0, removed: 0, changed: { text: 0, keys: 0 }, entries: [], more: 0 };
  return { id: 'r', at: 0, vault: 'harbor', vaultName: 'Harbor', ...none, ...facts };
}

beforeEach(() => {
  vi.useFakeTimers();
  shown = new ShownNotices();
  open = [];
  notices = new IndexNotices(new CalmNotices(() => performance.now()), () => open);
});
afterEach(() => {
  notices.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says what changed at once', () => {
  notices.take(report({ added: 2, changed: { text: 1, keys: 0 } }));
  expect(shown.texts).toEqual(['Harbor: 2 entries added, 1 text changed.']);
});

it('says everything that comes within seconds in one notice', () => {
  for (let at = 0; at < 20; at += 1) notices.take(report({ added: 1 }));
  notices.take(report({ vault: 'atlas', vaultName: 'Atlas', removed: 1 }));
  expect(shown.texts).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  expect(shown.texts.slice(1)).toEqual(['Harbor: 19 entries added. Atlas: 1 entry removed.']);
  vi.advanceTimersByTime(60_000);
  expect(shown.texts).toHaveLength(2);
});

it('does not announce what the user writes in an open note', () => {
  open = ['Lore/Mill.md'];
  const entries = [{ title: 'Mill', path: 'Lore/Mill.md', what: 'text' as const }];
  notices.take(report({ vault: '', vaultName: 'Mine', changed: { text: 1, keys: 0 }, entries }));
  expect(shown.texts).toEqual([]);
  const other = [...entries, { title: 'Keep', path: 'Lore/Keep.md', what: 'added' as const }];
  notices.take(report({ vault: '', vaultName: 'Mine', added: 1, changed: { text: 1, keys: 0 }, entries: other }));
  expect(shown.texts).toEqual(['Mine: 1 entry added, 1 text changed.']);
});

it('says nothing any more when it was closed', () => {
  notices.take(report({ added: 1 }));
  notices.take(report({ added: 1 }));
  notices.close();
  vi.advanceTimersByTime(60_000);
  expect(shown.texts).toHaveLength(1);
});

it('names three vaults and counts the others', () => {
  const reports = ['A', 'B', 'C', 'D'].map((name) => report({ vault: name, vaultName: name, added: 1 }));
  expect(reportsSentence(reports)).toBe(
    'A: 1 entry added. B: 1 entry added. C: 1 entry added. One more vault changed too.',
  );
});
