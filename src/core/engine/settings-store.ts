import { readStored, requireWritable } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { RandomSource } from '../ports/random';
import { changeSettings, defaultSettings, readSettings, settingNames, type SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';

const DOCUMENT = storedDocuments.data;

/** Holds the settings and the vault's id, and keeps them in the document `data`. */
export class SettingsStore {
  #settings: Settings = defaultSettings;
  #vaultId = '';
  /** Whatever else the document holds: kept when it is written. */
  #rest: Readonly<Record<string, unknown>> = {};
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly random: RandomSource,
    private readonly log: Log,
  ) {}

  get settings(): Settings {
    return this.#settings;
  }

  /** Random, made once per vault; part of every public entry id. */
  get vaultId(): string {
    return this.#vaultId;
  }

  /** Reads the document; what is missing is made and written. */
  async load(): Promise<void> {
    const { value: document = {}, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    const { settings, problems } = readSettings(document['settings']);
    for (const problem of problems) this.log.warn(`Setting "${problem.name}": ${problem.message} The default is used.`);
    this.#settings = settings;
    this.#rest = document;
    this.#readOnly = readOnly;
    const known = document['vaultId'];
    if (typeof known === 'string' && known !== '') {
      this.#vaultId = known;
      return;
    }
    this.#vaultId = this.#vaultId === '' ? this.random.token(12) : this.#vaultId;
    await this.#write();
  }

  /** Applies changes and writes them; with problems nothing is changed. Errors: `ReadOnlyDocument`. */
  async change(changes: unknown): Promise<readonly SettingProblem[]> {
    requireWritable(this.#readOnly);
    const { settings, problems } = changeSettings(this.#settings, changes, 'strict');
    if (problems.length > 0) return problems;
    this.#settings = settings;
    await this.#write();
    return [];
  }

  async #write(): Promise<void> {
    if (this.#readOnly !== undefined) return;
    const changed = settingNames().filter((name) => this.#settings[name] !== defaultSettings[name]);
    const settings = Object.fromEntries(changed.map((name) => [name, this.#settings[name]]));
    this.#rest = { ...this.#rest, version: DOCUMENT.version, vaultId: this.#vaultId, settings };
    try {
      await this.store.write(DOCUMENT.name, this.#rest);
    } catch (error) {
      this.log.warn('The settings could not be written; they hold until the host stops.', error);
    }
  }
}
