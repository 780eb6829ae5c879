/**
 * Speed of matching and of whole turns, in one run on one machine: what counts are the ratios.
 *   npm run bench            100, 1,000 and 10,000 entries
 *   npm run bench -- 100000  these sizes
 */
import { InProcessPatternRunner } from '../src/adapters/memory/in-process-pattern-runner';
import { newChatState } from '../src/core/chat/chat-state';
import { defaultFields } from '../src/core/lore/field-definitions';
import { parseNote } from '../src/core/lore/parse-note';
import { PatternSearch } from '../src/core/pipeline/pattern-search';
import { runPipeline, type PipelineInput } from '../src/core/pipeline/run-pipeline';
import { FullText } from '../src/core/search/full-text';
import type { IndexChange } from '../src/core/search/lore-index';
import { LoreIndex } from '../src/core/search/lore-index';
import { defaultSettings } from '../src/core/settings/settings';
import { chatOf, parseOptions, requestFor } from '../tests/support/lore-vault';
import { hashEveryWord, perKeyLoop } from './contestants';
import { makeChat, makeVault, type BenchVault } from './generate';
import { median, medianAsync, shown } from './measure';

const sizes = process.argv
  .slice(2)
  .map(Number)
  .filter((size) => size > 0);

const readAll = (vault: BenchVault): readonly IndexChange[] =>
  [...vault.notes].map(([path, source]) => ({
    kind: 'read',
    note: { path, size: source.length, modified: 0, reading: parseNote(path, source, parseOptions) },
  }));

function inputFor(
  index: LoreIndex,
  messages: readonly string[],
  changes: Partial<PipelineInput['settings']> = {},
): PipelineInput {
  return {
    request: requestFor(chatOf(...messages.map((text) => `Vesk: ${text}`))),
    index,
    settings: { ...defaultSettings, ...changes },
    chat: newChatState('bench'),
    fields: defaultFields,
    patterns: new PatternSearch(new InProcessPatternRunner()),
    fullText: new FullText(),
    // Counting is the tokenizer's business and remembered by text; here it costs nothing.
    tokens: { count: (one) => ({ tokens: one.length >> 2, approximate: false }), prepare: () => Promise.resolve() },
    clock: { now: () => performance.now() },
    currentId: (id) => id,
    degraded: [],
  };
}

/** A turn brings two new messages: the others were searched before. */
function nextTurn(
  index: LoreIndex,
  vault: BenchVault,
  depth: number,
  changes: Partial<PipelineInput['settings']> = {},
): () => Promise<unknown> {
  let turn = 0;
  const chat = makeChat(vault, depth + 200, 40);
  return () => {
    turn = (turn + 2) % 200;
    return runPipeline(inputFor(index, chat.slice(turn, turn + depth), { scanDepth: depth, ...changes }));
  };
}

for (const size of sizes.length > 0 ? sizes : [100, 1_000, 10_000]) {
  const vault = makeVault(size);
  const beforeParse = performance.now();
  const changes = readAll(vault);
  const parse = performance.now() - beforeParse;
  const beforeIndex = performance.now();
  const index = LoreIndex.empty({ caseSensitive: false, wholeWords: true }).apply(changes);
  const build = performance.now() - beforeIndex;

  const chat = makeChat(vault, 4, 8);
  const text = chat.join('\n');
  const loop = perKeyLoop(vault);
  const floor = median(() => hashEveryWord.find(text));
  const naive = median(() => loop.find(text), size > 20_000 ? 3 : 7);
  let nonce = 0;
  // A text that was searched is remembered: the number makes each one new.
  const match = median(() => index.keys.match(`${text} ${String(nonce++)}`, { user: '', char: '' }));
  const turn = await medianAsync(nextTurn(index, vault, 4));
  const recursive = await medianAsync(
    nextTurn(index, vault, 4, { recursion: true, entryLimit: 0, budgetKind: 'unlimited' }),
  );
  const deep = await medianAsync(nextTurn(index, vault, 100));
  const [firstPath = '', firstNote = ''] = [...vault.notes][0] ?? [];
  const saved = median(() => {
    const reading = parseNote(firstPath, `${firstNote} ${String(nonce++)}`, parseOptions);
    index.apply([{ kind: 'read', note: { path: firstPath, size: 0, modified: nonce, reading } }]);
  });
  const search = new FullText();
  search.search(index, ['warm up'], 1);
  const query = median(() => search.search(index, [text.slice(0, 3_600)], 20));

  console.log(`\n${String(size)} entries, ${String(vault.keys.flat().length)} keys`);
  console.table({
    'parse all notes': { time: shown(parse), ratio: '' },
    'build the index': { time: shown(build), ratio: '' },
    'floor: hash each word (d4)': { time: shown(floor), ratio: '1' },
    'match d4, new text': { time: shown(match), ratio: `${(match / floor).toFixed(1)} × floor` },
    'loop over every key d4': { time: shown(naive), ratio: `${(naive / match).toFixed(0)} × match` },
    'whole turn d4': { time: shown(turn), ratio: `loop is ${(naive / turn).toFixed(0)} ×` },
    'whole turn d4, recursion': { time: shown(recursive), ratio: '' },
    'whole turn d100': { time: shown(deep), ratio: '' },
    'one saved note until served': { time: shown(saved), ratio: '' },
    'full text, 600 words': { time: shown(query), ratio: '' },
  });
}
