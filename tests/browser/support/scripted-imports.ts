import type { Handlers } from '../../../src/server/contract/api';
import type { WireImportAnswer, WirePlannedFile } from '../../../src/server/contract/wire-imports';
import { pictureNow } from './picture-clock';

type ImportHandlers = Pick<Handlers, 'import' | 'imports' | 'undoImport'>;
type Note = WirePlannedFile['books'][number]['notes'][number];

interface Run {
  readonly id: string;
  readonly at: number;
  readonly files: readonly string[];
  readonly created: number;
  readonly updated: number;
  readonly state: 'under-way' | 'done' | 'undone';
}

/** Imports of a scripted server: what is planned for each file name is put in by the test. */
export class ScriptedImports {
  /** What is found in files, by name; nothing is known of other ones. */
  planned: readonly WirePlannedFile[] = [];
  settings: WireImportAnswer['settings'];
  runs: readonly Run[] = [];
  /** Notes that an import does not write. */
  failed: NonNullable<WireImportAnswer['report']>['failed'] = [];
  /** Notes that stay when an import is undone. */
  kept: NonNullable<WireImportAnswer['report']>['failed'] = [];
  /** Why no import is planned, if it is not. */
  refusal: string | undefined;
  /** The body of the last request. */
  last: { readonly files: readonly object[]; readonly folder?: string; readonly duplicates?: string } | undefined;

  handlers(): ImportHandlers {
    return {
      import: (context) => {
        const { dryRun, ...body } = context.req.valid('json');
        this.last = {
          files: body.files,
          ...(body.folder && { folder: body.folder }),
          duplicates: body.duplicates ?? '',
        };
        if (this.refusal !== undefined) return context.json(problem(409, 'not_imported', this.refusal), 409);
        const answer = this.#plan(body.files.map(({ name }) => name));
        return context.json(dryRun ? answer : { ...answer, report: this.#apply(answer) }, 200);
      },
      imports: (context) => context.json({ items: this.runs }, 200),
      undoImport: (context) => {
        const { id } = context.req.valid('param');
        const run = this.runs.find((one) => one.id === id && one.state !== 'undone');
        if (!run)
          return context.json(problem(404, 'not_found', 'There is no import with this id that can be undone.'), 404);
        this.runs = this.runs.map((one) => (one === run ? { ...one, state: 'undone' as const } : one));
        const removed = Array.from({ length: run.created - this.kept.length }, (_, at) => `Lorebooks/${String(at)}.md`);
        return context.json({ id, removed, restored: [], gone: [], kept: this.kept }, 200);
      },
    };
  }

  #plan(names: readonly string[]): WireImportAnswer {
    const files = names.map((name) => this.planned.find(({ file }) => file === name) ?? unknownFile(name));
    const counts = { create: 0, duplicate: 0, update: 0, unchanged: 0, conflict: 0 };
    for (const { action } of notesOf(files)) counts[action] += 1;
    return { files, counts, ...(this.settings && notesOf(files).length > 0 && { settings: this.settings }) };
  }

  #apply({ files }: WireImportAnswer): NonNullable<WireImportAnswer['report']> {
    const paths = (...actions: readonly Note['action'][]): readonly string[] =>
      notesOf(files).flatMap(({ action, path }) => (actions.includes(action) ? [path] : []));
    const [created, updated] = [paths('create', 'duplicate'), paths('update')];
    const id = `import-${String(this.runs.length + 1)}`;
    const names = files.map(({ file }) => file);
    const run = { id, at: pictureNow, files: names, created: created.length, updated: updated.length };
    this.runs = [{ ...run, state: 'done' }, ...this.runs];
    const unchanged = paths('unchanged').length;
    return { id, created, updated, unchanged, failed: this.failed, isCancelled: false };
  }
}

function notesOf(files: readonly WirePlannedFile[]): readonly Note[] {
  return files.flatMap(({ books }) => books.flatMap(({ notes }) => notes));
}

function unknownFile(file: string): WirePlannedFile {
  const sentence = 'The file is no lorebook that is known: it has no fields.';
  return { file, entries: 0, mapped: 0, lost: [], problems: [sentence], books: [] };
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}
