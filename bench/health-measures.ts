import { ProblemFinder } from '../src/core/health/find-problems';
import type { HealthInput } from '../src/core/health/health-input';
import { parseNote } from '../src/core/lore/parse-note';
import type { LoreIndex } from '../src/core/search/lore-index';
import { defaultSettings } from '../src/core/settings/settings';
import { parseOptions } from '../tests/support/lore-vault';
import type { BenchVault } from './generate';
import { shown, timed } from './measure';
import { targetFrom, type Row } from './report';

/** The health check of a whole vault, and again after one note was saved, beside reading all notes. */
export async function measureHealth(vault: BenchVault, index: LoreIndex): Promise<readonly Row[]> {
  const size = vault.keys.length;
  const input: HealthInput = {
    index,
    settings: defaultSettings,
    recurses: () => false,
    tokens: (text) => Math.ceil(text.length / 4),
    unreachable: undefined,
    missingModel: undefined,
    nearTags: [],
    turns: [],
    give: () => Promise.resolve(),
  };
  const { time: reading } = await timed(() => {
    for (const [path, source] of vault.notes) parseNote(path, source, parseOptions);
  });
  const finder = new ProblemFinder();
  const { time: first } = await timed(() => finder.find(input));
  const { time: again } = await timed(() => finder.find(input));
  const row = (what: string, time: number, target: number): Row => ({
    ...{ what, size, value: time / reading, unit: 'ratio', against: 'reading all notes' },
    ...targetFrom(1_000, size, target),
    detail: `${shown(time)}, it ${shown(reading)}`,
  });
  return [row('health check', first, 2.5), row('health check after one note was saved', again, 1)];
}
