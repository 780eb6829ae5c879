import { ManualTime } from '../../src/adapters/memory/manual-time';
import { CollectingLog } from '../../src/adapters/memory/collecting-log';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { Breaker } from '../../src/core/base/breaker';
import { mountedPath, mountFolder, splitMounted } from '../../src/core/base/mounted-path';
import type { NoteChange, NoteListing, NoteSource } from '../../src/core/ports/note-source';
import type { IndexedNote } from '../../src/core/search/lore-index';
import { MountedVaults } from '../../src/core/vaults/mounted-vaults';
import { describeNoteSource, type VaultUnderTest } from './note-source.contract';

const ID = 'coast-01';

/** A vault among several, seen by itself: its paths without the folder below which the index has it. */
class PartOfAll implements NoteSource {
  /** What an index would have of it by now. */
  readonly known = new Map<string, IndexedNote>();
  #isListing = false;

  constructor(
    private readonly vaults: MountedVaults,
    private readonly id: string,
    readonly name: string,
  ) {}

  async list(): Promise<NoteListing> {
    this.#isListing = true;
    await this.vaults.get(this.id)?.readNow();
    this.#isListing = false;
    const listing = await this.vaults.list();
    if (listing.kind === 'unreachable') return listing;
    const whole = listing.unreadable.find(({ path }) => path === mountFolder(this.id));
    if (whole) return { kind: 'unreachable', reason: whole.reason };
    const notes = listing.notes
      .filter(({ path }) => this.#isOurs(path))
      .map((stat) => ({ ...stat, path: inner(stat.path) }));
    for (const stat of notes)
      this.known.set(stat.path, { ...stat, reading: { kind: 'skipped', reason: 'no-lore-tag', problems: [] } });
    const unreadable = listing.unreadable.map(({ path, reason }) => ({ path: inner(path), reason }));
    return { kind: 'notes', notes, unreadable };
  }

  async read(path: string) {
    const text = await this.vaults.read(mountedPath(this.id, path));
    return text.kind === 'text' ? { ...text, stat: { ...text.stat, path: inner(text.stat.path) } } : text;
  }

  watch(onChanges: (changes: readonly NoteChange[]) => void) {
    return this.vaults.watch((changes) => {
      if (this.#isListing) return;
      const ours = changes.filter((change) => this.#isOurs(change.kind === 'renamed' ? change.to : change.path));
      onChanges(
        ours.map((change) =>
          change.kind === 'renamed'
            ? { ...change, from: inner(change.from), to: inner(change.to) }
            : { ...change, path: inner(change.path) },
        ),
      );
    });
  }

  #isOurs(path: string): boolean {
    return splitMounted(path).vault === this.id;
  }
}

function inner(path: string): string {
  return splitMounted(path).inner;
}

function vaultUnderTest(source: NoteSource, memory: MemoryNoteSource): VaultUnderTest {
  const now = (work: () => void): Promise<void> => {
    work();
    return Promise.resolve();
  };
  return {
    source,
    write: (path, content) => now(() => memory.set(path, content)),
    writeMany: (paths, content) => now(() => paths.forEach((path) => memory.set(path, content))),
    remove: (path) => now(() => memory.remove(path)),
    rename: (from, to) => now(() => memory.rename(from, to)),
    detach: () => now(() => memory.failListing('The vault is out of reach.')),
    attach: () => now(() => memory.failListing(undefined)),
    breakFolder: (path) => now(() => memory.failFolder(path, 'Access was denied.')),
    mendFolder: (path) => now(() => memory.failFolder(path, undefined)),
    settle: () => Promise.resolve(),
    dispose: () => Promise.resolve(),
  };
}

function composite(own: MemoryNoteSource): MountedVaults {
  const time = new ManualTime();
  return new MountedVaults(own, {
    ...{ clock: time, timer: time, log: new CollectingLog() },
    interval: () => 60_000,
    settled: () => Promise.resolve(),
    changed: () => undefined,
  });
}

async function mountedFolder(vaults: MountedVaults, memory: MemoryNoteSource): Promise<PartOfAll> {
  const part = new PartOfAll(vaults, ID, 'Coast');
  const place = { id: ID, name: 'Coast', kind: 'folder', folder: '/coast', host: '', port: 0 } as const;
  const mount = vaults.mount({
    place: { ...place, https: false, selfSigned: false },
    source: memory,
    breaker: new Breaker({ failuresToOpen: 1, openFor: () => 2_000 }, () => 0),
    known: () => part.known,
    began: () => undefined,
    ended: () => undefined,
  });
  mount.start();
  await mount.read();
  return part;
}

describeNoteSource('MountedVaults without a further vault', () => {
  const own = new MemoryNoteSource({}, 'Home');
  return Promise.resolve(vaultUnderTest(composite(own), own));
});

describeNoteSource('a further vault among MountedVaults', async () => {
  const memory = new MemoryNoteSource({}, 'Coast');
  const vaults = composite(new MemoryNoteSource({ 'Own.md': 'text' }, 'Home'));
  return vaultUnderTest(await mountedFolder(vaults, memory), memory);
});
