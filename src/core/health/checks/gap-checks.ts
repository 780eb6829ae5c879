import { foldText } from '../../base/fold-text';
import type { Gap, GapKind } from '../../gaps/gap';
import { counted } from '../counted';
import { inVault, type Finding } from '../finding';
import type { HealthInput } from '../health-input';

/** Reports from which on it is no accident. */
const FEWEST_REPORTS = 3;
const MOST_TOLD = 20;

const words = {
  missing: (times) => `was missed ${times}, and nothing is written of it`,
  outdated: (times) => `was reported as outdated ${times}`,
  contradiction: (times) => `was reported ${times} to contradict the story`,
} as const satisfies Record<GapKind, (times: string) => string>;

/**
 * Lore that was looked for or reported again and again, in whatever chats, and that nobody wrote. What only a scan of
 * names has found is not among it: nobody missed it yet.
 */
export function gapFindings({ gaps }: HealthInput): readonly Finding[] {
  const known = new Map<string, { readonly gap: Gap; reports: number }>();
  for (const gap of gaps) {
    if (gap.status !== 'open') continue;
    const name = `${gap.kind} ${foldText(gap.title, { caseSensitive: false }).text}`;
    const one = known.get(name);
    if (one) one.reports += gap.flags;
    else known.set(name, { gap, reports: gap.flags });
  }
  return [...known.values()]
    .filter(({ reports }) => reports >= FEWEST_REPORTS)
    .sort((a, b) => b.reports - a.reports)
    .slice(0, MOST_TOLD)
    .map(({ gap: { kind, title }, reports }) =>
      inVault('lore-asked-for', title, words[kind](counted(reports, 'time', 'times'))),
    );
}
