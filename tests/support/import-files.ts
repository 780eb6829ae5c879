import type { ImportFile, ImportPlan, PlannedNote } from '../../src/core/imports/import-plan';
import { plannedNotes } from '../../src/core/imports/import-plan';
import type { ImportReport } from '../../src/core/imports/import-report';
import type { LoreEngine } from '../../src/core/engine/lore-engine';

/** An entry of a SillyTavern lorebook, as far as tests care. */
export interface TavernDraft {
  readonly uid?: number;
  readonly comment?: string;
  readonly key?: readonly string[];
  readonly content?: string;
  readonly [field: string]: unknown;
}

/** A SillyTavern lorebook as a file. */
export function tavernFile(
  name: string,
  entries: readonly TavernDraft[],
  book: Readonly<Record<string, unknown>> = {},
): ImportFile {
  const numbered = entries.map((entry, uid) => ({ uid, key: ['fox'], keysecondary: [], content: 'Text.', ...entry }));
  const value = { ...book, entries: Object.fromEntries(numbered.map((entry) => [String(entry.uid), entry])) };
  return textFile(`${name}.json`, JSON.stringify(value));
}

/** A file with this text. */
export function textFile(name: string, text: string): ImportFile {
  return { name, bytes: new TextEncoder().encode(text) };
}

/** What an import of the files would do; the test fails when it is refused. */
export async function planned(engine: LoreEngine, files: readonly ImportFile[], folder?: string): Promise<ImportPlan> {
  const result = await engine.imports.plan(files, folder === undefined ? {} : { folder });
  if (result.kind === 'refused') throw new Error(result.sentence);
  return result.plan;
}

/** Imports the files; the test fails when it is refused. */
export async function imported(engine: LoreEngine, files: readonly ImportFile[]): Promise<ImportReport> {
  const result = await engine.imports.apply(await planned(engine, files));
  if (result.kind === 'refused') throw new Error(result.sentence);
  return result.report;
}

/** What becomes of the entries, by title. */
export function actionsOf(plan: ImportPlan): Readonly<Record<string, PlannedNote['action']>> {
  return Object.fromEntries(plannedNotes(plan).map(({ title, action }) => [title, action]));
}
