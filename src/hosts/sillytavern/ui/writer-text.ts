import type { FlagUse, SearchUse, ToolUse } from '../tools/tool-use';

/** What the AI that wrote a reply did for it, and what it noted. */
export interface WriterWork {
  readonly uses: readonly ToolUse[];
  /** Empty for nothing. */
  readonly notes: string;
}

/** The whole of it in a few words; empty for nothing. */
export function workText({ uses, notes }: WriterWork): string {
  const count = (kind: ToolUse['kind']): number => uses.filter((use) => use.kind === kind).length;
  const parts = [
    times(count('search'), 'lore search', 'lore searches'),
    times(count('flag'), 'lore flag', 'lore flags'),
    notes === '' ? '' : 'notes',
  ].filter((part) => part !== '');
  const [first = '', ...others] = parts;
  return [`${first.charAt(0).toUpperCase()}${first.slice(1)}`, ...others].join(' · ');
}

/** What a tool was used for, and what came of it. */
export function useText(use: ToolUse): { readonly title: string; readonly outcome: string } {
  return use.kind === 'search' ? searchText(use) : flagText(use);
}

function searchText({ queries, outcome, entries, gap }: SearchUse): { title: string; outcome: string } {
  const title = queries.length === 0 ? 'Searched for nothing' : `Searched ${queries.map(quoted).join(', ')}`;
  const found = entries.map(({ title: name, form }) => (form === 'full' ? name : `${name} (summary)`)).join(', ');
  const noted = gap === undefined ? '' : ` Noted as a gap: ${gap}.`;
  return { title, outcome: outcome === 'found' ? `Found: ${found}.${noted}` : `${searchOutcomes[outcome]}${noted}` };
}

const searchOutcomes: Readonly<Record<Exclude<SearchUse['outcome'], 'found'>, string>> = {
  known: 'Everything that was found stands in the prompt already.',
  nothing: 'Nothing was found.',
  limit: 'Not done: no search was left in this turn.',
  off: 'Not done: searches are switched off in Lorehearth.',
  refused: 'Not done: the question could not be read.',
  failed: 'Not done: Lorehearth did not answer.',
};

function flagText({ title, reason, update, outcome }: FlagUse): { title: string; outcome: string } {
  const what = update ? 'Flagged as old' : 'Flagged as missing';
  const said = reason === '' ? '' : `${reason} `;
  return { title: `${what}: ${title}`, outcome: `${said}${flagOutcomes[outcome]}`.trim() };
}

const flagOutcomes: Readonly<Record<FlagUse['outcome'], string>> = {
  noted: '',
  known: 'It was noted before.',
  limit: 'Not noted: no flag was left in this turn.',
  off: 'Not noted: flags are switched off in Lorehearth.',
  refused: 'Not noted: it could not be read.',
  failed: 'Not noted: Lorehearth did not answer.',
};

function times(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? one : `${String(count)} ${many}`;
}

function quoted(text: string): string {
  return `“${text}”`;
}
