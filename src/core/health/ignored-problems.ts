import { isRecord } from '../base/json-value';
import { requireWritable } from '../documents/read-stored';
import { KeptList } from '../edits/kept-list';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { HealthProblem } from './health-problem';

/** What the user does not want to be told. */
export interface Ignored {
  /** Kind of problem. */
  readonly code: string;
  /** The note in which it is ignored; undefined for every note. Empty for settings. */
  readonly path: string | undefined;
}

interface KeptIgnored {
  readonly id: string;
  readonly code: string;
  readonly path?: string;
}

/** How far a problem is ignored: with its whole kind, or in its note alone. */
export type IgnoredBy = 'kind' | 'note';

const MOST_IGNORED = 5_000;

/** Kinds of problems that the user put aside, in one note or everywhere. */
export class IgnoredProblems {
  readonly #kept: KeptList<KeptIgnored>;

  constructor(store: DocumentStore, log: Log) {
    const form = {
      document: storedDocuments.ignoredProblems,
      isItem,
      bounded: (items: readonly KeptIgnored[]) => items.slice(0, MOST_IGNORED),
    };
    this.#kept = new KeptList(form, store, log);
  }

  load(): Promise<void> {
    return this.#kept.load();
  }

  get all(): readonly Ignored[] {
    return this.#kept.items.map(({ code, path }) => ({ code, path }));
  }

  /** How a problem is ignored; undefined for one that is told. */
  by({ code, path }: Pick<HealthProblem, 'code' | 'path'>): IgnoredBy | undefined {
    if (this.#kept.items.length === 0) return undefined;
    if (this.#kept.find(nameOf({ code, path: undefined }))) return 'kind';
    return this.#kept.find(nameOf({ code, path })) ? 'note' : undefined;
  }

  /** Puts a kind aside, or takes that back. Whether it could be kept. Errors: `ReadOnlyDocument`. */
  async set(ignored: Ignored, isIgnored: boolean): Promise<boolean> {
    await this.load();
    requireWritable(this.#kept.readOnly);
    const id = nameOf(ignored);
    const { code, path } = ignored;
    if (!isIgnored) return this.#kept.drop(id);
    return this.#kept.put({ id, code, ...(path !== undefined && { path }) });
  }
}

function nameOf({ code, path }: Ignored): string {
  return JSON.stringify(path === undefined ? [code] : [code, path]);
}

function isItem(value: unknown): value is KeptIgnored {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['code'] !== 'string') return false;
  return value['path'] === undefined || typeof value['path'] === 'string';
}
