import type { SettingName } from '../../settings/settings-table';
import { settingsTable } from '../../settings/settings-table';
import { inVault, type Finding } from '../finding';
import type { HealthInput } from '../health-input';

/** What is to ask a model that cannot be asked, and what failed when it was. */
export function modelFindings(input: HealthInput): readonly Finding[] {
  return [...withoutModel(input), ...failedSummaries(input)];
}

function* withoutModel({ settings, lackOf }: HealthInput): Iterable<Finding> {
  const search = settings.selectionMode === 'keywords' ? undefined : lackOf('search');
  if (search) yield inVault('ai-without-connection', '', search.sentence, { setting: 'selectionMode' });
  const scribe = lackOf('scribe');
  const setting = scribeSetting(settings);
  // It is on from the start, so a user without any model was not promised anything; who wants summaries in turns was.
  const isMissed = scribe?.kind === 'broken' || (scribe?.kind === 'not-set-up' && setting === 'scribeInject');
  if (scribe && setting && isMissed) yield inVault('scribe-without-model', '', scribe.sentence, { setting });
  const notepad = settings.notepadMode === 'extract' ? lackOf('notepad') : undefined;
  if (notepad) yield inVault('notepad-without-model', '', notepad.sentence, { setting: 'notepadMode' });
  const suggest = lackOf('suggest');
  for (const one of suggest ? growthSettings(settings) : [])
    yield inVault('growth-without-model', settingsTable[one].label, suggest?.sentence, { setting: one });
}

function scribeSetting({ scribeInject, scribeEvery }: HealthInput['settings']): SettingName | undefined {
  if (scribeInject !== 'off') return 'scribeInject';
  return scribeEvery > 0 ? 'scribeEvery' : undefined;
}

function* growthSettings({ growEvery, gapScan, gapScanAi }: HealthInput['settings']): Iterable<SettingName> {
  if (growEvery > 0) yield 'growEvery';
  if (gapScan && gapScanAi) yield 'gapScanAi';
}

/** One for each chat, however often it failed. */
function failedSummaries({ failedSummaries: all }: HealthInput): readonly Finding[] {
  const byChat = new Map(all.map((one) => [one.chat, one.sentence]));
  return [...byChat].map(([chat, sentence]) => inVault('scribe-failed', chat, sentence));
}
