import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileProblem } from '../../adapters/node/file-problem';
import { fileLimits } from '../../core/formats/limits';
import type { ImportFile, ImportPlan, PlannedFile } from '../../core/imports/import-plan';
import type { ImportReport } from '../../core/imports/import-report';
import { openVault, UsageError } from './open-vault';

/** What `lorehearth import` is told. */
export interface ImportCommandOptions {
  readonly files: readonly string[];
  readonly vault: string;
  readonly folder?: string | undefined;
  readonly dryRun: boolean;
  readonly data?: string | undefined;
  /** Ends it; what was written stays and can be undone. */
  readonly signal?: AbortSignal;
}

/** What it did, or would do. */
export interface ImportOutcome {
  readonly plan: ImportPlan;
  /** Undefined for a dry run. */
  readonly report: ImportReport | undefined;
}

/** Imports files into a vault. A file that cannot be read costs the others nothing. */
export async function importFiles(options: ImportCommandOptions): Promise<ImportOutcome> {
  const read = await Promise.all(options.files.map(readOne));
  const vault = await openVault({
    ...{ vault: options.vault, data: options.data },
    ...(!options.dryRun && { program: 'lorehearth import' }),
  });
  try {
    await vault.indexed;
    const { imports } = vault.engine;
    const files = read.filter((file) => 'bytes' in file);
    const { folder, signal } = options;
    const planned = await imports.plan(files, { ...(folder !== undefined && { folder }) });
    if (planned.kind === 'refused') throw new UsageError(planned.sentence);
    const plan = { ...planned.plan, files: inOrder(read, planned.plan.files) };
    if (options.dryRun) return { plan, report: undefined };
    const applied = await imports.apply(plan, { ...(signal && { signal }) });
    if (applied.kind === 'refused') throw new UsageError(applied.sentence);
    return { plan, report: applied.report };
  } finally {
    await vault.close();
  }
}

/** Whether everything that was given was read and written. */
export function isWhole({ plan, report }: ImportOutcome): boolean {
  const isRead = plan.files.every(({ formats }) => formats.length > 0);
  return isRead && (report === undefined || (report.failed.length === 0 && !report.isCancelled));
}

async function readOne(path: string): Promise<ImportFile | PlannedFile> {
  const name = basename(path);
  try {
    const { size } = await stat(path);
    if (size > fileLimits.fileBytes)
      return unread(name, 'The file is larger than 50 MB, which is the most that is taken.');
    return { name, bytes: await readFile(path) };
  } catch (error) {
    return unread(name, `The file "${path}" cannot be read. ${fileProblem(error)}`);
  }
}

function unread(name: string, problem: string): PlannedFile {
  return { name, formats: [], books: [], unread: [], problems: [problem] };
}

function inOrder(read: readonly (ImportFile | PlannedFile)[], planned: readonly PlannedFile[]): readonly PlannedFile[] {
  let next = 0;
  return read.flatMap((file) => ('bytes' in file ? (planned[next++] ?? []) : file));
}
