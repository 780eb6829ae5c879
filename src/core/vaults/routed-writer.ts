import { mountedPath, splitMounted } from '../base/mounted-path';
import type { NoteChange } from '../ports/note-source';
import type { NoteCreation, NoteWriter, NoteWriting, NotWritten } from '../ports/note-writer';
import type { MountedVaults } from './mounted-vaults';

type Refused = Extract<NotWritten, { readonly kind: 'refused' }>;

/** Writes into the host's own vault, and into a further one where that is a folder; into all others nothing is written. */
export class RoutedWriter implements NoteWriter {
  constructor(
    private readonly own: NoteWriter,
    private readonly vaults: MountedVaults,
  ) {}

  /** Why nothing is written to a path, in a sentence; undefined where that may be done. */
  refusal(path: string): string | undefined {
    const { vault } = splitMounted(path);
    const writer = vault === '' ? this.own : this.#writer(vault);
    return 'kind' in writer ? writer.reason : undefined;
  }

  async create(path: string, text: string): Promise<NoteCreation> {
    const { vault, inner } = splitMounted(path);
    if (vault === '') return this.own.create(path, text);
    const writer = this.#writer(vault);
    if ('kind' in writer) return writer;
    return this.#told(vault, await writer.create(inner, text), [{ kind: 'changed', path: inner }]);
  }

  async replace(path: string, expected: string, text: string): Promise<NoteWriting> {
    const { vault, inner } = splitMounted(path);
    if (vault === '') return this.own.replace(path, expected, text);
    const writer = this.#writer(vault);
    if ('kind' in writer) return writer;
    const written = await writer.replace(inner, expected, text);
    if (written.kind === 'written') this.#tell(vault, [{ kind: 'changed', path: inner }]);
    return written;
  }

  async move(from: string, to: string): Promise<NoteCreation> {
    const [source, target] = [splitMounted(from), splitMounted(to)];
    if (source.vault !== target.vault)
      return { kind: 'refused', reason: 'A note is not moved from one vault into another. Copy it by hand.' };
    if (source.vault === '') return this.own.move(from, to);
    const writer = this.#writer(source.vault);
    if ('kind' in writer) return writer;
    const moved = await writer.move(source.inner, target.inner);
    return this.#told(source.vault, moved, [{ kind: 'renamed', from: source.inner, to: target.inner }]);
  }

  async remove(path: string, expected: string): Promise<NoteWriting> {
    const { vault, inner } = splitMounted(path);
    if (vault === '') return this.own.remove(path, expected);
    const writer = this.#writer(vault);
    if ('kind' in writer) return writer;
    const removed = await writer.remove(inner, expected);
    if (removed.kind === 'written') this.#tell(vault, [{ kind: 'removed', path: inner }]);
    return removed;
  }

  async removeEmptyFolder(path: string): Promise<void> {
    const { vault, inner } = splitMounted(path);
    if (vault === '') return this.own.removeEmptyFolder(path);
    const writer = this.#writer(vault);
    if (!('kind' in writer)) await writer.removeEmptyFolder(inner);
  }

  #writer(vault: string): NoteWriter | Refused {
    const mount = this.vaults.get(vault);
    if (!mount) return { kind: 'refused', reason: 'The vault of this note is not read any more.' };
    return mount.writer ?? { kind: 'refused', reason: readOnly(mount.place.name) };
  }

  /** The folders as the index names them. */
  #told(vault: string, result: NoteCreation, changes: readonly NoteChange[]): NoteCreation {
    if (result.kind !== 'written') return result;
    this.#tell(vault, changes);
    return { ...result, folders: result.folders.map((folder) => mountedPath(vault, folder)) };
  }

  #tell(vault: string, changes: readonly NoteChange[]): void {
    this.vaults.get(vault)?.wrote(changes);
  }
}

function readOnly(name: string): string {
  return `The note is in the vault “${name}”, which is only read from here. Change it where that vault is open.`;
}
