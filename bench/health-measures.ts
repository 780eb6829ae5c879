import { nodeClock } from '../src/adapters/node/node-clock';
import { nodePause } from '../src/adapters/node/node-pause';
import { HostTurns } from '../src/core/engine/host-turns';
import { ProblemFinder } from '../src/core/health/find-problems';
import type { HealthInput } from '../src/core/health/health-input';
import { defaultFields } from '../src/core/lore/field-definitions';
import { parseNote } from '../src/core/lore/parse-note';
import type { LoreIndex } from '../src/core/search/lore-index';
import { defaultSettings } from '../src/core/settings/settings';
import { parseOptions } from '../tests/support/lore-vault';
import type { BenchVault } from './generate';
import { read } from './index-measures';
import { longestBlock, medianAsync, shown, timed } from './measure';
import { targetFrom, type Row } from './report';

const SAVES = 7;

/** The health check of a whole vault beside reading all notes, the one after a note was saved beside that, and how long a turn would wait. */
export async function measureHealth(vault: BenchVault, index: LoreIndex): Promise<readonly Row[]> {
  const size = vault.keys.length;
  const turns = new HostTurns(nodeClock, nodePause);
  const inputOf = (at: LoreIndex): HealthInput => ({
    index: at,
    settings: defaultSettings,
    recurses: () => false,
    tokens: (text) => Math.ceil(text.length / 4),
    unreachable: undefined,
    lackOf: () => undefined,
    failedSummaries: [],
    documents: [],
    gaps: [],
    fields: defaultFields,
    nearTags: [],
    turns: [],
    give: () => turns.give(),
  });
  const { time: reading } = await timed(() => {
    for (const [path, source] of vault.notes) parseNote(path, source, parseOptions);
  });
  const whole = await medianAsync(() => new ProblemFinder().find(inputOf(index)), 3);
  const finder = new ProblemFinder();
  const block = await longestBlock(() => finder.find(inputOf(index)));
  const again = await medianAsync(
    savesAndChecks(vault, index, (now) => finder.find(inputOf(now))),
    SAVES,
  );
  return [
    {
      ...{ what: 'health check', size, value: whole / reading, unit: 'ratio', against: 'reading all notes' },
      ...targetFrom(1_000, size, 2.5),
      detail: `${shown(whole)}, it ${shown(reading)}`,
    },
    {
      ...{ what: 'health check after one note was saved', size, value: again / whole, unit: 'ratio' },
      ...{ against: 'the first check', ...targetFrom(1_000, size, 3 / 4) },
      detail: `${shown(again)}, it ${shown(whole)}`,
    },
    { what: 'longest block of a health check', size, value: block, unit: 'milliseconds', target: 100 },
  ];
}

/** Saves another note with a fault each time, and looks whether the check that follows has seen it. */
function savesAndChecks(
  vault: BenchVault,
  index: LoreIndex,
  check: (index: LoreIndex) => Promise<readonly { readonly code: string }[]>,
): () => Promise<void> {
  const notes = [...vault.notes];
  let now = index;
  let saved = 0;
  return async () => {
    const [path, source] = notes[saved % notes.length] ?? ['', ''];
    saved += 1;
    now = now.apply([read(path, source.replace('keys:', 'probability: 0\nkeys:'))]);
    const faults = (await check(now)).filter(({ code }) => code === 'probability-zero').length;
    if (faults !== Math.min(saved, notes.length))
      throw new Error(`The check saw ${String(faults)} faults, not ${String(saved)}.`);
  };
}
