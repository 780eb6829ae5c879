import { writeFile } from 'node:fs/promises';
import { fileProblem } from '../../adapters/node/file-problem';
import type { LoreExported } from '../../core/imports/export-lore';
import { openVault, UsageError } from './open-vault';

/** What `lorehearth export` is told. */
export interface ExportCommandOptions {
  readonly vault: string;
  readonly format: string;
  readonly folder?: string | undefined;
  /** The file that is written; without it the caller prints the lorebook. */
  readonly out?: string | undefined;
  readonly data?: string | undefined;
}

/** Writes the lore of a vault, or of a folder of it, for another program. */
export async function exportVault(options: ExportCommandOptions): Promise<LoreExported> {
  const vault = await openVault({ vault: options.vault, data: options.data });
  try {
    await vault.indexed;
    const { imports } = vault.engine;
    const exported = await imports.export(options.format, options.folder);
    if (!exported) {
      const known = imports.writtenFormats.join(', ');
      throw new UsageError(`Nothing is written as "${options.format}". Give one of these with --format: ${known}.`);
    }
    if (options.out !== undefined) await writeOut(options.out, exported.value);
    return exported;
  } finally {
    await vault.close();
  }
}

/** What the lorebook does not say, and which notes are not in it. */
export function printExport({ entries, remarks, problems }: LoreExported): string {
  return [
    `${String(entries)} entries.`,
    ...remarks.map(({ title, field, sentence }) => `${title === '' ? 'The book' : title} · ${field}: ${sentence}`),
    ...problems.map(({ path, sentence }) => `${path}: ${sentence}`),
  ].join('\n');
}

async function writeOut(path: string, value: unknown): Promise<void> {
  try {
    await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`The file "${path}" cannot be written. ${fileProblem(error)}`);
  }
}
