import type { DocumentStore } from '../ports/document-store';
import type { ImportJournal } from './apply-import';
import type { ImportMemory, ImportRun } from './import-memory';
import { writeUndoRecord } from './undo-record';

/** What is known of an import before it begins. */
export interface RunStart {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Names of the files. */
  readonly files: readonly string[];
}

/** Keeps an import among those that the user made. */
export function runJournal({ id, at, files }: RunStart, memory: ImportMemory, store: DocumentStore): ImportJournal {
  const slot = memory.freeSlot();
  const run: ImportRun = { id, at, files, created: 0, updated: 0, state: 'under-way', slot };
  return {
    begin: async (notes) => {
      await writeUndoRecord(store, slot, { run: id, notes, folders: [] });
      memory.note(run);
      await memory.save();
    },
    end: async ({ notes, folders }) => {
      if (notes.length > 0) {
        const updated = notes.filter(({ before }) => before !== undefined).length;
        memory.note({ ...run, state: 'done', created: notes.length - updated, updated });
        await writeUndoRecord(store, slot, { run: id, notes, folders });
      } else memory.drop(id);
      await memory.save();
    },
  };
}
