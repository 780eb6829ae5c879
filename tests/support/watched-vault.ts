import { contentHash } from '../../src/core/base/content-hash';
import type { WatchedOverview } from '../../src/core/watch/watched-books';
import type { MirrorRequest } from '../../src/core/watch/mirror-request';
import type { MirrorReport } from '../../src/core/watch/mirror-report';
import { engineHost, settled, type EngineHost } from './engine-host';
import type { TavernDraft } from './import-files';

/** World Info with these entries; `at`: the names in `entries`, where they are not the numbers. */
export function tavernBook(entries: readonly TavernDraft[], at: readonly string[] = []): Record<string, unknown> {
  const pairs = entries.map((entry, index): [string, TavernDraft] => [
    at[index] ?? String(entry.uid ?? index),
    { keysecondary: [], ...entry },
  ]);
  return { entries: Object.fromEntries(pairs) };
}

/** What mirroring a book gave. */
export interface Mirroring {
  readonly report: MirrorReport;
  readonly overview: WatchedOverview;
}

/** A vault that mirrors books. */
export class WatchedVault {
  constructor(readonly host: EngineHost = engineHost()) {}

  static async open(host?: EngineHost): Promise<WatchedVault> {
    const vault = new WatchedVault(host);
    await vault.host.engine.open();
    return vault;
  }

  get watch() {
    return this.host.engine.watch;
  }

  text(path: string): string {
    return this.host.source.text(path) ?? '';
  }

  async paths(): Promise<readonly string[]> {
    const listing = await this.host.source.list();
    return listing.kind === 'notes' ? listing.notes.map(({ path }) => path) : [];
  }

  async edit(path: string, from: string, to: string): Promise<void> {
    if (!this.text(path).includes(from)) throw new Error(`${path} does not say ${from}.`);
    this.host.source.set(path, this.text(path).replace(from, to));
    await settled();
  }

  async remove(path: string): Promise<void> {
    this.host.source.remove(path);
    await settled();
  }

  async move(from: string, to: string): Promise<void> {
    this.host.source.rename(from, to);
    await settled();
  }

  /** Mirrors a book; the test fails when it is refused. */
  async mirror(book: string, data: unknown, more: Partial<MirrorRequest> = {}): Promise<Mirroring> {
    const mirrored = await this.watch.mirror({ book, data, digest: contentHash(JSON.stringify(data)), ...more });
    if (mirrored.kind !== 'mirrored') throw new Error(mirrored.sentence);
    await settled();
    return mirrored;
  }

  /** The states of a book's entries by title. */
  async states(id: string): Promise<Readonly<Record<string, string>>> {
    const found = await this.watch.entries(id);
    return Object.fromEntries((found?.views ?? []).map(({ entry, state }) => [entry.title, state]));
  }

  async changes(id: string) {
    return (await this.watch.changes(id))?.changes ?? [];
  }
}
