import type { WireSettings } from '../ai/ai-setting-rows';
import { figure } from '../figures';

/** What a setting can hold. */
export type SettingValue = string | number | boolean | readonly string[];

/** A setting, ready for a form. */
export type SettingView = {
  readonly name: string;
  readonly section: string;
  readonly label: string;
  /** One sentence for the user, with the range of a number. */
  readonly sentence: string;
  /** Whether it differs from its default. */
  readonly isChanged: boolean;
  readonly defaultValue: SettingValue;
  /** Its default, for reading. */
  readonly defaultWords: string;
} & SettingKind;

type SettingKind =
  | { readonly kind: 'toggle'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: number; readonly unit: string }
  | { readonly kind: 'choice'; readonly value: string; readonly options: readonly (readonly [string, string])[] }
  | { readonly kind: 'text'; readonly value: string; readonly placeholder: string; readonly isLong: boolean }
  | { readonly kind: 'list'; readonly value: readonly string[] };

/** A section with the settings that are shown of it. */
export interface SectionView {
  readonly id: string;
  readonly title: string;
  readonly sentence: string;
  readonly rows: readonly SettingView[];
}

/** Texts that may be longer get several lines. */
const ONE_LINE = 500;

/** All settings by section, in the order of the table; those of a kind that a newer server has are left out. */
export function sectionViews({ values, table, sections }: WireSettings): readonly SectionView[] {
  const rows = Object.entries(table).flatMap(([name, row]) => readRow(name, row, values[name]) ?? []);
  return sections.map((section) => ({ ...section, rows: rows.filter((row) => row.section === section.id) }));
}

/** The sections with the settings that all words mean and, if that is wished, differ from their defaults. */
export function narrowed(sections: readonly SectionView[], text: string, onlyChanged: boolean): readonly SectionView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      rows: section.rows.filter((row) => (row.isChanged || !onlyChanged) && holdsWords(row, section.title, words)),
    }))
    .filter(({ rows }) => rows.length > 0);
}

function holdsWords({ label, sentence, name }: SettingView, title: string, words: readonly string[]): boolean {
  const haystack = `${label}\n${sentence}\n${title}\n${name}`.toLowerCase();
  return words.every((word) => haystack.includes(word));
}

type WireRow = Readonly<Record<string, unknown>>;

function readRow(name: string, row: WireRow, value: unknown): SettingView | undefined {
  const kind = readKind(row, value);
  const standard = readKind(row, row['default']);
  if (kind === undefined || standard === undefined) return undefined;
  return {
    name,
    section: String(row['section']),
    label: String(row['label']),
    sentence: withRange(row),
    isChanged: JSON.stringify(kind.value) !== JSON.stringify(standard.value),
    defaultValue: standard.value,
    defaultWords: wordsOf(standard),
    ...kind,
  };
}

function readKind(row: WireRow, value: unknown): SettingKind | undefined {
  switch (row['kind']) {
    case 'toggle':
      return { kind: 'toggle', value: value === true };
    case 'number':
      return { kind: 'number', value: Number(value), unit: String(row['unit']) };
    case 'choice':
      return { kind: 'choice', value: String(value), options: optionsOf(row['options']) };
    case 'text':
      return {
        kind: 'text',
        value: String(value),
        placeholder: typeof row['placeholder'] === 'string' ? row['placeholder'] : '',
        isLong: Number(row['longest']) > ONE_LINE,
      };
    case 'list':
      return { kind: 'list', value: Array.isArray(value) ? value.map(String) : [] };
    default:
      return undefined;
  }
}

function optionsOf(options: unknown): readonly (readonly [string, string])[] {
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).map(([name, label]) => [name, String(label)]);
}

function withRange(row: WireRow): string {
  const sentence = String(row['sentence']);
  if (row['kind'] !== 'number') return sentence;
  const range = `From ${figure(Number(row['smallest']))} to ${figure(Number(row['largest']))}`;
  return `${sentence} ${[range, row['unit']].filter(Boolean).join(' ')}.`;
}

function wordsOf(kind: SettingKind): string {
  switch (kind.kind) {
    case 'toggle':
      return kind.value ? 'On' : 'Off';
    case 'number':
      return [figure(kind.value), kind.unit].filter(Boolean).join(' ');
    case 'choice':
      return kind.options.find(([name]) => name === kind.value)?.[1] ?? kind.value;
    case 'text':
      return kind.value === '' ? 'Empty' : kind.value;
    case 'list':
      return kind.value.length === 0 ? 'None' : kind.value.join(', ');
  }
}
