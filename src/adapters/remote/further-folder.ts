import type { Log } from '../../core/ports/log';
import type { NoteChange, NoteListing, NoteSource, NoteText, Stop } from '../../core/ports/note-source';
import type { NoteCreation, NoteWriter, NoteWriting } from '../../core/ports/note-writer';
import { FolderNoteSource } from '../node/folder-note-source';
import { FolderNoteWriter } from '../node/folder-note-writer';
import { folderProblem } from './folder-overlap';

/** Which folder is opened, and beside which. */
export interface FurtherFolderParts {
  readonly folder: string;
  /** The vault's name for users. */
  readonly name: string;
  /** The folder of the own vault, where it is one. */
  readonly own: string | undefined;
  readonly log: Log;
}

/** A folder on this machine as a further vault. While it and the own vault overlap, nothing of it is read or written. */
export class FurtherFolder implements NoteSource {
  readonly writer: NoteWriter;
  readonly #source: FolderNoteSource;
  readonly #problem: () => Promise<string | undefined>;
  #isFit = false;

  constructor({ folder, name, own, log }: FurtherFolderParts) {
    this.#problem = () => folderProblem(folder, own);
    this.#source = new FolderNoteSource(folder, log, { name });
    this.writer = guardedWriter(new FolderNoteWriter(folder), this.#problem);
  }

  get name(): string {
    return this.#source.name;
  }

  async list(): Promise<NoteListing> {
    const reason = await this.#check();
    return reason === undefined ? this.#source.list() : { kind: 'unreachable', reason };
  }

  async read(path: string): Promise<NoteText> {
    const reason = this.#isFit ? undefined : await this.#check();
    return reason === undefined ? this.#source.read(path) : { kind: 'unreadable', reason };
  }

  watch(onChanges: (changes: readonly NoteChange[]) => void): Stop {
    return this.#source.watch((changes) => {
      if (this.#isFit) onChanges(changes);
    });
  }

  async #check(): Promise<string | undefined> {
    const reason = await this.#problem();
    this.#isFit = reason === undefined;
    return reason;
  }
}

function guardedWriter(writer: NoteWriter, problem: () => Promise<string | undefined>): NoteWriter {
  const guarded = async <Result extends NoteCreation | NoteWriting>(
    work: () => Promise<Result>,
  ): Promise<Result | Extract<NoteWriting, { readonly kind: 'refused' }>> => {
    const reason = await problem();
    return reason === undefined ? work() : { kind: 'refused', reason };
  };
  return {
    create: (path, text) => guarded(() => writer.create(path, text)),
    replace: (path, expected, text) => guarded(() => writer.replace(path, expected, text)),
    move: (from, to) => guarded(() => writer.move(from, to)),
    remove: (path, expected) => guarded(() => writer.remove(path, expected)),
    removeEmptyFolder: async (path) => {
      if ((await problem()) === undefined) await writer.removeEmptyFolder(path);
    },
  };
}
