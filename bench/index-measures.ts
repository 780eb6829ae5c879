import { parseNote } from '../src/core/lore/parse-note';
import { FullText } from '../src/core/search/full-text';
import { LoreIndex, type IndexChange } from '../src/core/search/lore-index';
import { parseOptions } from '../tests/support/lore-vault';
import { makeChat, type BenchVault } from './generate';
import { heldBytes, longestBlock, median, shown, timed } from './measure';
import { NaiveBm25 } from './naive-bm25';
import { targetFrom, type Row } from './report';

const DEFAULTS = { caseSensitive: false, wholeWords: true };
const BATCH = 64;

/** A note as it comes into the index when it was read. */
export function read(path: string, source: string, changes: { readonly text?: string } = {}): IndexChange {
  const reading = parseNote(path, source, parseOptions);
  const bare = reading.kind === 'entry' ? { ...reading, entry: { ...reading.entry, ...changes } } : reading;
  return { kind: 'read', note: { path, size: source.length, modified: 0, reading: bare } };
}

/** The index of a vault, built as the engine builds it: batch by batch. */
export function indexOf(vault: BenchVault, changes: { readonly text?: string } = {}): LoreIndex {
  const notes = [...vault.notes];
  let index = LoreIndex.draft(DEFAULTS);
  for (let at = 0; at < notes.length; at += BATCH)
    index = index.apply(notes.slice(at, at + BATCH).map(([path, source]) => read(path, source, changes)));
  return index.sealed();
}

/** One saved note, and the memory that the index holds. */
export function measureIndex(vault: BenchVault, index: LoreIndex): readonly Row[] {
  const size = vault.keys.length;
  const [[path, note] = ['', '']] = vault.notes;
  let nonce = 0;
  let now = index;
  const saved = median(() => {
    now = now.apply([read(path, `${note} ${String(nonce++)}`)]);
    now.keys.match(`a new text ${String(nonce)}`, { user: '', char: '' });
  }, 301);
  const before = heldBytes();
  const bare = indexOf(vault, { text: '' });
  const held = (heldBytes() - before) / size;
  return [
    { what: 'one saved note until it is served', size, value: saved, unit: 'milliseconds', target: 5 },
    {
      what: 'memory held per entry, without texts',
      size: bare.entries.size,
      value: held,
      unit: 'bytes',
      target: 2_048,
    },
  ];
}

/** A query of 600 words over all texts. */
export async function measureFullText(vault: BenchVault, index: LoreIndex): Promise<readonly Row[]> {
  const size = vault.keys.length;
  const query = makeChat(vault, 4, 8).join(' ').split(' ').slice(0, 600).join(' ');
  const before = heldBytes();
  const search = new FullText();
  const block = await longestBlock(async () => {
    await timed(() => search.search(index, ['warm up'], 1));
  });
  const held = (heldBytes() - before) / size;
  let nonce = 0;
  const ours = median(() => search.search(index, [`${query} ${String(nonce++)}`], 20), 41);
  const naive = new NaiveBm25(vault.texts);
  const theirs = median(() => naive.search(query, 20), 3);
  return [
    {
      what: 'query of 600 words',
      size,
      value: ours / theirs,
      unit: 'ratio',
      against: 'naive BM25',
      ...targetFrom(10_000, size, 1 / 100),
      detail: `${shown(ours)}, it ${shown(theirs)}`,
    },
    { what: 'full text built on first use', size, value: block, unit: 'milliseconds' },
    { what: 'memory held per entry, full text', size, value: held, unit: 'bytes' },
  ];
}
