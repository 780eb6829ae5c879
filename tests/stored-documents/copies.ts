import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { formOf, type DeclaredDocument } from '../../src/core/documents/declared-document';
import { documentOfFile } from '../../src/core/documents/stored-documents';

/** A stored file as some version of the program once wrote it. */
export interface OldCopy {
  /** Name in the store. */
  readonly file: string;
  readonly version: number;
  readonly value: unknown;
}

const FOLDER = fileURLToPath(new URL('copies', import.meta.url));
const NAME = /^(?<file>.+)\.v(?<version>\d+)\.json$/;

/** All copies, of the files of one document or of all. */
export function copies(document?: DeclaredDocument): readonly OldCopy[] {
  return readdirSync(FOLDER).flatMap((name): readonly OldCopy[] => {
    const { file = '', version = '' } = NAME.exec(name)?.groups ?? {};
    if (document !== undefined && !formOf(document, file)) return [];
    const value: unknown = JSON.parse(readFileSync(`${FOLDER}/${name}`, 'utf8'));
    return [{ file, version: Number(version), value }];
  });
}

/** The copies of the newest version of each file, as they would lie in a store. */
export function newestCopies(): Readonly<Record<string, unknown>> {
  const sorted = [...copies()].sort((a, b) => a.version - b.version);
  return Object.fromEntries(sorted.map(({ file, value }) => [file, value]));
}

/**
 * With `WRITE_COPIES=1` in the environment, writes a copy of every file of today's version that has none. A copy that is
 * there is never changed: it is what users have on their disks.
 */
export function writeMissing(store: MemoryDocumentStore): void {
  if (process.env['WRITE_COPIES'] !== '1') return;
  for (const name of store.names) {
    const path = `${FOLDER}/${name}.v${String(documentOfFile(name)?.version ?? 0)}.json`;
    const value: unknown = JSON.parse(store.text(name) ?? '');
    if (!existsSync(path)) writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx' });
  }
}
