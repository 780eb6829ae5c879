import { InProcessPatternRunner } from '../src/adapters/memory/in-process-pattern-runner';
import { newChatState } from '../src/core/chat/chat-state';
import { defaultFields } from '../src/core/lore/field-definitions';
import { PatternSearch } from '../src/core/pipeline/pattern-search';
import type { PipelineInput } from '../src/core/pipeline/pipeline-input';
import { runPipeline } from '../src/core/pipeline/run-pipeline';
import { FullText } from '../src/core/search/full-text';
import type { LoreIndex } from '../src/core/search/lore-index';
import { defaultSettings } from '../src/core/settings/settings';
import { chatOf, requestFor } from '../tests/support/lore-vault';
import { hashEveryWord, onePatternPerKey, perKeyLoop, recursively, type Enter } from './contestants';
import { makeChat, makeLinkedVault, type BenchVault } from './generate';
import { indexOf } from './index-measures';
import { median, medianAsync, shown, timed } from './measure';
import type { Row } from './report';

type SettingChanges = Partial<PipelineInput['settings']>;

const RECURSION: SettingChanges = { recursion: true, entryLimit: 0, budgetKind: 'unlimited' };

const fullText = new FullText();

function inputFor(index: LoreIndex, messages: readonly string[], changes: SettingChanges): PipelineInput {
  return {
    request: requestFor(chatOf(...messages.map((text) => `Vesk: ${text}`))),
    index,
    settings: { ...defaultSettings, ...changes },
    chat: newChatState('bench'),
    fields: defaultFields,
    patterns: new PatternSearch(new InProcessPatternRunner()),
    fullText,
    // Counting is the tokenizer's business and remembered by text; here it costs nothing.
    tokens: { count: (one) => ({ tokens: one.length >> 2, approximate: false }), prepare: () => Promise.resolve() },
    clock: { now: () => performance.now() },
    currentId: (id) => id,
    degraded: [],
  };
}

/** Turns of a chat that goes on: each brings two new messages, the others were searched before. */
function turns(
  index: LoreIndex,
  vault: BenchVault,
  depth: number,
  changes: SettingChanges = {},
): () => Promise<unknown> {
  const count = 240;
  // One name in every second message, whatever the size of the vault.
  const chat = makeChat(vault, depth + count, (depth + count) / 2);
  let turn = 0;
  return () => {
    turn = (turn + 2) % count;
    return runPipeline(inputFor(index, chat.slice(turn, turn + depth), { scanDepth: depth, ...changes }));
  };
}

/** How fast keys are found in a new text and how long a whole turn takes, beside the other contestants. */
export async function measureTurns(
  vault: BenchVault,
  index: LoreIndex,
  others: readonly Enter[],
): Promise<readonly Row[]> {
  const size = vault.keys.length;
  const text = makeChat(vault, 4, 2).join('\n');
  const runs = size > 20_000 ? 3 : 7;
  const contestants = [
    perKeyLoop(vault),
    onePatternPerKey(vault),
    ...(await Promise.all(others.map((enter) => enter(vault)))),
  ];
  const floor = median(() => hashEveryWord.find(text), 101);
  let nonce = 0;
  // A text that was searched is remembered: the number makes each one new.
  const match = median(() => index.keys.match(`${text} ${String(nonce++)}`, { user: '', char: '' }), 101);
  const turn = await medianAsync(turns(index, vault, 4), 101);
  const deep = await medianAsync(turns(index, vault, 100), 41);
  const rows: Row[] = [
    {
      what: 'matching alone, 4 messages',
      size,
      value: match / floor,
      unit: 'ratio',
      against: 'the floor',
      target: 10,
      detail: `${shown(match)}, floor ${shown(floor)}`,
    },
  ];
  for (const contestant of contestants) {
    const time = median(() => contestant.find(text), runs);
    const target =
      size < 10_000 ? undefined : { 'loop over every key': 1 / 100, 'one RegExp per key': 1 / 20 }[contestant.name];
    rows.push({
      what: 'whole turn, 4 messages',
      size,
      value: turn / time,
      unit: 'ratio',
      against: contestant.name,
      ...(target !== undefined && { target }),
      detail: `${shown(turn)}, it ${shown(time)}`,
    });
  }
  rows.push({
    what: 'whole turn, 100 messages',
    size,
    value: deep / turn,
    unit: 'ratio',
    against: 'a turn with 4',
    detail: shown(deep),
  });
  return rows;
}

/** A turn whose entries wake hundreds of others. */
export async function measureRecursion(size: number): Promise<readonly Row[]> {
  const vault = makeLinkedVault(size);
  const index = indexOf(vault);
  const turn = await medianAsync(turns(index, vault, 4, RECURSION), 21);
  const text = makeChat(vault, 4, 2).join('\n');
  const naive = recursively(onePatternPerKey(vault), vault, 3);
  // It takes long: once is enough.
  const { time, result } = await timed(() => naive(text));
  const hits = result.size;
  return [
    {
      what: `whole turn with recursion (${String(hits)} entries)`,
      size,
      value: turn / time,
      unit: 'ratio',
      against: 'one RegExp per key',
      target: 1 / 130,
      detail: `${shown(turn)}, it ${shown(time)}`,
    },
  ];
}

/** How a turn with the same hits grows with the vault. */
export async function measureGrowth(
  small: LoreIndex,
  large: LoreIndex,
  vaults: readonly [BenchVault, BenchVault],
): Promise<Row> {
  const [before, after] = [
    await medianAsync(turns(small, vaults[0], 4), 101),
    await medianAsync(turns(large, vaults[1], 4), 101),
  ];
  const [from, size] = [vaults[0].keys.length, vaults[1].keys.length];
  return {
    what: 'whole turn, 4 messages',
    size,
    value: after / before,
    unit: 'ratio',
    against: `${from.toLocaleString('en')} entries`,
    target: 3,
    detail: `${shown(before)} → ${shown(after)}`,
  };
}
