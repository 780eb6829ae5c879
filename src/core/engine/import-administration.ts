import { formats } from '../formats/formats';
import { exportLore, type LoreExported } from '../imports/export-lore';
import type { ImportRun } from '../imports/import-memory';
import type { ImportFile, ImportOptions, ImportPlan } from '../imports/import-plan';
import type { ImportReport, UndoReport } from '../imports/import-report';
import { LoreImports, type ApplyOptions, type ImportRefusal } from '../imports/lore-imports';
import type { Settings } from '../settings/settings-table';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import type { VaultLore } from './vault-lore';

/** What imports and exports need of the engine. */
export interface ImportAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
}

/** So many times at most the listeners are told how far an import is. */
const MOST_NEWS = 100;
const INDEXING = 'The vault is still being read. Try again when that is done.';

/** Lorebooks of other programs: in, out, and back again. */
export class ImportAdministration {
  readonly #imports: LoreImports;

  constructor(private readonly parts: ImportAdministrationParts) {
    const { ports, lore, settings } = parts;
    this.#imports = new LoreImports({
      ...ports,
      settings,
      entries: () => lore.entriesOf(),
      pause: this.#turns(),
    });
  }

  /** Ids of the formats that are written. */
  get writtenFormats(): readonly string[] {
    return formats.filter(({ write }) => write !== undefined).map(({ id }) => id);
  }

  /** What an import of these files would do; nothing is written. A file that cannot be read is told in the plan. */
  async plan(
    files: readonly ImportFile[],
    options: ImportOptions = {},
  ): Promise<{ readonly kind: 'plan'; readonly plan: ImportPlan } | ImportRefusal> {
    // Notes that are not known yet would be taken for missing ones and made again.
    if (this.parts.lore.state.kind === 'indexing') return { kind: 'refused', sentence: INDEXING };
    return this.#imports.plan(files, options);
  }

  /** Carries out a plan; answers when the index knows the notes. What the vault changed meanwhile is never overwritten. */
  async apply(
    plan: ImportPlan,
    options: ApplyOptions = {},
  ): Promise<{ readonly kind: 'report'; readonly report: ImportReport } | ImportRefusal> {
    const { events, lore } = this.parts;
    const onProgress = (done: number, total: number): void => {
      if (done === total || done % Math.ceil(total / MOST_NEWS) === 0)
        events.emit({ kind: 'import-progress', done, total });
      options.onProgress?.(done, total);
    };
    const result = await this.#imports.apply(plan, { ...options, onProgress });
    if (result.kind === 'refused' || result.report.id === undefined) return result;
    await lore.catchUp();
    events.emit({ kind: 'imported', import: result.report.id });
    return result;
  }

  /** Takes back an import, also after a restart; undefined for one that is not known, was undone already or is too old. */
  async undo(id: string): Promise<UndoReport | undefined> {
    const report = await this.#imports.undo(id);
    if (!report) return undefined;
    await this.parts.lore.catchUp();
    this.parts.events.emit({ kind: 'imported', import: id });
    return report;
  }

  /** For what remembers the same sources: watched lorebooks. */
  get shared(): Pick<LoreImports, 'exclusively' | 'remembered'> {
    return this.#imports;
  }

  /** The imports that were made, newest first. */
  list(): Promise<readonly ImportRun[]> {
    return this.#imports.list();
  }

  /**
   * The entries of a folder as a file for another program.
   *
   * @param folder Vault-relative; '' for the whole vault.
   * @returns Undefined for a format that is not known or not written.
   */
  async export(format: string, folder = ''): Promise<LoreExported | undefined> {
    const { lore, ports } = this.parts;
    const found = formats.find(({ id }) => id === format);
    const { scanDepth, tokenBudget, recursion } = lore.books.of(`${folder}/x.md`);
    const settings = {
      ...(scanDepth !== undefined && { scanDepth }),
      ...(tokenBudget !== undefined && { tokenBudget }),
      ...(recursion !== undefined && { recursion }),
    };
    const name = folder.split('/').filter(Boolean).at(-1) ?? ports.source.name;
    const entries = lore.entriesOf();
    return found && exportLore({ format: found, folder, name, settings, entries }, ports.source, this.#turns());
  }

  #turns(): () => Promise<void> {
    const { clock, pause = () => Promise.resolve() } = this.parts.ports;
    const turns = new HostTurns(clock, pause);
    return () => turns.give();
  }
}
