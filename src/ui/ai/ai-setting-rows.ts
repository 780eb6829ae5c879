import type { LorehearthClient } from '../../server/client';

/** Settings with their table, as the server sends them. */
export type WireSettings = Awaited<
  ReturnType<Extract<Awaited<ReturnType<LorehearthClient['v1']['settings']['$get']>>, { readonly ok: true }>['json']>
>;

/** A setting of the section `ai`, ready for a form. */
export type AiSettingRow = {
  readonly name: string;
  readonly label: string;
  /** One sentence for the user. */
  readonly sentence: string;
} & (
  | { readonly kind: 'toggle'; readonly value: boolean }
  | { readonly kind: 'choice'; readonly value: string; readonly options: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'number';
      readonly value: number;
      readonly smallest: number;
      readonly largest: number;
      readonly unit: string;
    }
);

/** The settings that come first; the others are shown on demand. */
const chief: readonly string[] = [
  'selectionMode',
  'aiPolicy',
  'aiErrorFallback',
  'aiEmptyFallback',
  'aiDepth',
  'aiThreshold',
];

/** The settings of the section `ai` that a form shows: what matters most, and the rest, in the order of the table. */
export function aiSettingRows({ values, table }: WireSettings): {
  readonly chief: readonly AiSettingRow[];
  readonly further: readonly AiSettingRow[];
} {
  const rows = Object.entries(table).flatMap(([name, row]) =>
    row['section'] === 'ai' ? (readRow(name, row, values[name]) ?? []) : [],
  );
  return {
    chief: rows.filter(({ name }) => chief.includes(name)),
    further: rows.filter(({ name }) => !chief.includes(name)),
  };
}

/** Undefined for a kind that has a form of its own, or that a newer server has. */
function readRow(name: string, row: Readonly<Record<string, unknown>>, value: unknown): AiSettingRow | undefined {
  const base = { name, label: String(row['label']), sentence: String(row['sentence']) };
  switch (row['kind']) {
    case 'toggle':
      return { ...base, kind: 'toggle', value: value === true };
    case 'choice':
      return { ...base, kind: 'choice', value: String(value), options: optionsOf(row['options']) };
    case 'number':
      return {
        ...base,
        kind: 'number',
        value: Number(value),
        smallest: Number(row['smallest']),
        largest: Number(row['largest']),
        unit: String(row['unit']),
      };
    default:
      return undefined;
  }
}

function optionsOf(options: unknown): readonly (readonly [string, string])[] {
  if (typeof options !== 'object' || options === null) return [];
  return Object.entries(options).map(([name, label]) => [name, String(label)]);
}
