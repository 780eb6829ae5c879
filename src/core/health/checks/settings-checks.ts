import { counted } from '../counted';
import { inVault, type Finding } from '../finding';
import { knownBudget, type HealthInput } from '../health-input';
import type { SettingName } from '../../settings/settings-table';

const SMALLEST_BUDGET = 200;

const TAG_SETTINGS = [
  'loreTag',
  'alwaysTag',
  'neverTag',
  'bootstrapTag',
  'seedTag',
  'guideTag',
  'sessionTag',
] as const satisfies readonly SettingName[];

/** What is wrong with the settings and with the vault as a whole. */
export function settingsFindings(input: HealthInput): readonly Finding[] {
  return [...vaultFindings(input), ...tagFindings(input), ...selectionFindings(input), ...budgetFindings(input)];
}

const DOCUMENT_CODES = {
  newer: 'document-newer',
  'set-aside': 'document-set-aside',
  held: 'documents-held',
} as const;

function* vaultFindings({ index, settings, unreachable, nearTags, documents }: HealthInput): Iterable<Finding> {
  for (const { kind, name, sentence } of documents) yield inVault(DOCUMENT_CODES[kind], name, sentence);
  if (unreachable !== undefined) yield inVault('vault-unreachable', '', unreachable);
  else if (index.entries.size === 0) yield inVault('no-entries', settings.loreTag, '', { setting: 'loreTag' });
  for (const { tag, notes } of nearTags)
    yield inVault('tag-near', tag, counted(notes, 'note has', 'notes have'), { setting: 'loreTag' });
}

function* tagFindings({ settings }: HealthInput): Iterable<Finding> {
  const names = new Map<string, SettingName>();
  for (const name of TAG_SETTINGS) {
    const tag = settings[name].toLowerCase();
    const other = names.get(tag);
    if (other === undefined) names.set(tag, name);
    else yield inVault('tags-equal', tag, `${tagWords(other)} and ${tagWords(name)}`, { setting: name });
  }
}

/** `alwaysTag` → "always". */
function tagWords(name: SettingName): string {
  return name.replace(/Tag$/, '');
}

function* selectionFindings({ index, settings }: HealthInput): Iterable<Finding> {
  const { selectionMode, scanDepth, recursion, recursionSteps } = settings;
  if (scanDepth === 0 && selectionMode !== 'ai-only' && index.deepestScan === 0)
    yield inVault('scan-depth-zero', '', '', { setting: 'scanDepth' });
  if (recursion && recursionSteps <= 1)
    yield inVault('recursion-one-step', String(recursionSteps), '', { setting: 'recursionSteps' });
}

function* budgetFindings(input: HealthInput): Iterable<Finding> {
  const { budgetKind, tokenBudget, constantsReserve } = input.settings;
  if (budgetKind === 'tokens' && tokenBudget < SMALLEST_BUDGET)
    yield inVault('budget-small', String(tokenBudget), '', { setting: 'tokenBudget' });
  const budget = knownBudget(input);
  if (constantsReserve > 0 && budget !== undefined && constantsReserve >= budget)
    yield inVault('reserve-over-budget', String(constantsReserve), String(budget), { setting: 'constantsReserve' });
}
