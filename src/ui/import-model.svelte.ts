import type { LorehearthClient } from '../server/client';
import type { WireImportAnswer } from '../server/contract/wire-imports';
import { bodyOf, type Failure } from './failure';
import { whyNothing } from './import/import-counts';
import { readFiles, type ChosenFile, type RefusedFile } from './import/import-files';
import { ImportHistory } from './import/import-history.svelte';
import type { ImportReport } from './import/import-types';
import { WatchedBooks } from './import/watched-books.svelte';
import { LatestRequest } from './latest-request';
import { Loaded } from './loaded.svelte';
import type { PanelEvent, PanelModel } from './panel-model';

/** How far the user's import is. */
type ImportStep =
  | { readonly kind: 'choosing' }
  /** Since then, in milliseconds since 1970. */
  | { readonly kind: 'importing'; readonly since: number }
  | { readonly kind: 'done'; readonly report: ImportReport }
  /** The user ended it; what was written stays. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Notes that are written, of those that an import writes. */
interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

const CHOOSING: ImportStep = { kind: 'choosing' };

/** Lorebooks of other programs: chosen, previewed, imported and taken back. */
export class ImportModel implements PanelModel {
  readonly history: ImportHistory;
  readonly watched: WatchedBooks;
  /** What an import of the files would do. */
  readonly preview = new Loaded<WireImportAnswer>();
  /** Folders of the vault, to choose from. */
  readonly folders = new Loaded<readonly string[]>();
  #files = $state.raw<readonly ChosenFile[]>([]);
  #refused = $state.raw<readonly RefusedFile[]>([]);
  #step = $state.raw<ImportStep>(CHOOSING);
  #progress = $state.raw<ImportProgress>();
  #folder = $state('');
  #skipsDuplicates = $state(false);
  readonly #imports = new LatestRequest();
  #reading: Promise<void> = Promise.resolve();
  /** Counts up when everything is forgotten, so that files which are still being read come too late. */
  #life = 0;

  constructor(private readonly client: LorehearthClient) {
    this.history = new ImportHistory(client, () => this.watched.refresh());
    this.watched = new WatchedBooks(client, () => this.history.refresh());
  }

  get files(): readonly ChosenFile[] {
    return this.#files;
  }
  /** Files that are not sent, and why. */
  get refused(): readonly RefusedFile[] {
    return this.#refused;
  }
  get step(): ImportStep {
    return this.#step;
  }
  /** How far the import is, where the server says it. */
  get progress(): ImportProgress | undefined {
    return this.#progress;
  }
  /** Where the folders of the books are made; empty for the setting. */
  get folder(): string {
    return this.#folder;
  }
  /** Whether entries that the vault seems to have already are left out. */
  get skipsDuplicates(): boolean {
    return this.#skipsDuplicates;
  }
  /** Why nothing can be imported now, as a sentence; undefined when something can. */
  get hindrance(): string | undefined {
    if (this.#step.kind === 'importing') return 'The import is under way.';
    if (this.#files.length === 0) return 'Choose a file first.';
    if (this.preview.isLoading) return 'The preview is on its way.';
    if (this.preview.failure !== undefined || this.preview.value === undefined) return 'There is no preview yet.';
    return whyNothing(this.preview.value, this.#skipsDuplicates);
  }
  /** Whether the server said that the token may only read. */
  get isReadOnly(): boolean {
    const { preview, history } = this;
    const undoing = history.outcome?.kind === 'failed' ? history.outcome.failure : undefined;
    const importing = this.#step.kind === 'failed' ? this.#step.failure : undefined;
    return [preview.failure, importing, undoing].some((one) => one?.kind === 'refused' && one.status === 403);
  }

  /** Loads what the panel shows before there is a file. */
  async open(): Promise<void> {
    await Promise.all([this.history.refresh(), this.watched.refresh(), this.#loadFolders()]);
  }

  followEvent({ kind, data }: PanelEvent): void {
    if (kind === 'import-progress' && this.#step.kind === 'importing') this.#progress = progressOf(data);
    if (kind === 'watched-changed') void this.watched.refresh();
    if (kind === 'watched-changed' || kind === 'imported') void this.history.refresh();
  }

  recover(): void {
    if (this.watched.books.phase !== 'idle') void this.open();
    if (this.preview.failure) void this.refreshPreview();
  }

  /** What notes say has changed, so that they may stand otherwise to watched books. */
  followIndex(): void {
    if (this.watched.books.phase !== 'idle') void this.watched.refresh();
  }

  /**
   * Adds files, reads them and asks at once what would become of them.
   *
   * @param isInside Whether the server runs in this program, so that requests have no limit.
   */
  async add(files: readonly File[], isInside = false): Promise<void> {
    const life = this.#life;
    this.#reading = this.#reading.then(() => this.#add(files, life, isInside));
    await this.#reading;
    await this.refreshPreview();
  }

  /** Takes a file out again. */
  async remove(name: string): Promise<void> {
    if (!this.#changes()) return;
    this.#files = this.#files.filter((file) => file.name !== name);
    await this.refreshPreview();
  }

  /** Takes all files out again. */
  startOver(): void {
    if (this.#changes()) this.#forgetFiles();
  }

  async setFolder(folder: string): Promise<void> {
    if (!this.#changes()) return;
    this.#folder = folder.trim();
    await this.refreshPreview();
  }

  async setSkipsDuplicates(skips: boolean): Promise<void> {
    if (!this.#changes()) return;
    this.#skipsDuplicates = skips;
    await this.refreshPreview();
  }

  /** Asks anew what would become of the files. */
  async refreshPreview(): Promise<void> {
    if (this.#step.kind === 'importing') return;
    if (this.#files.length === 0) this.preview.clear();
    else await this.preview.load((signal) => this.#send(true, signal));
  }

  /** Imports the files; without effect while there is a hindrance. */
  async import(): Promise<void> {
    if (this.hindrance !== undefined) return;
    this.#progress = undefined;
    this.#step = { kind: 'importing', since: Date.now() };
    const asked = await this.#imports.ask((signal) => this.#send(false, signal));
    if (asked.kind === 'dropped') return;
    if (asked.kind === 'failure' || asked.value.report === undefined) {
      this.#step = { kind: 'failed', failure: asked.kind === 'failure' ? asked.failure : { kind: 'unreadable' } };
    } else {
      this.#forgetFiles();
      this.#step = { kind: 'done', report: asked.value.report };
    }
    await this.history.refresh();
  }

  /** Ends the import that is under way; what was written stays, and the list of imports can undo it. */
  async cancel(): Promise<void> {
    if (this.#step.kind !== 'importing') return;
    this.#imports.cancel();
    this.#step = { kind: 'cancelled' };
    // The server answers the preview when the import has come to its end, so that the list is right afterwards.
    await this.refreshPreview();
    await this.history.refresh();
  }

  /** Forgets everything that an earlier token showed. */
  clear(): void {
    this.#life += 1;
    this.#imports.cancel();
    this.#step = CHOOSING;
    this.#forgetFiles();
    this.#folder = '';
    this.#skipsDuplicates = false;
    this.folders.clear();
    this.history.clear();
    this.watched.clear();
  }

  /** Begins a change of what is to be imported, after which the last outcome is old news; not while it is imported. */
  #changes(): boolean {
    if (this.#step.kind === 'importing') return false;
    this.#step = CHOOSING;
    return true;
  }

  #forgetFiles(): void {
    this.#files = [];
    this.#refused = [];
    this.preview.clear();
  }

  async #add(files: readonly File[], life: number, isInside: boolean): Promise<void> {
    if (this.#step.kind === 'importing' || files.length === 0 || life !== this.#life) return;
    this.#step = CHOOSING;
    const { chosen, refused } = await readFiles(files, this.#files, isInside);
    if (life !== this.#life) return;
    this.#files = chosen;
    this.#refused = refused;
  }

  async #send(dryRun: boolean, signal: AbortSignal): Promise<WireImportAnswer> {
    const json = {
      files: this.#files.map(({ name, base64 }) => ({ name, base64 })),
      dryRun,
      ...(this.#folder !== '' && { folder: this.#folder }),
      ...(this.#skipsDuplicates && { duplicates: 'skip' as const }),
    };
    return bodyOf(await this.client.v1.imports.$post({ json }, { init: { signal } }));
  }

  async #loadFolders(): Promise<void> {
    await this.folders.load(async (signal) => {
      const reply = await this.client.v1.entries.$get({ query: { offset: '0', limit: '1' } }, { init: { signal } });
      return (await bodyOf(reply)).facets.folders.map(({ value }) => value).sort((a, b) => a.localeCompare(b));
    });
  }
}

function progressOf(data: unknown): ImportProgress | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const done: unknown = Reflect.get(data, 'done');
  const total: unknown = Reflect.get(data, 'total');
  return typeof done === 'number' && typeof total === 'number' && total > 0 ? { done, total } : undefined;
}
