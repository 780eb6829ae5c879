import { isRecord } from '../base/json-value';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { RandomSource } from '../ports/random';
import { changeSettings, defaultSettings, readSettings, settingNames, type SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';

/** The version of the stored document that this program writes. */
export const DATA_VERSION = 1;
const DOCUMENT = 'data';

/** Holds the settings and the vault's id, and keeps them in the document `data`. */
export class SettingsStore {
  #settings: Settings = defaultSettings;
  #vaultId = '';
  /** Whatever else the document holds: kept when it is written. */
  #rest: Readonly<Record<string, unknown>> = {};
  #isNewer = false;

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
    const stored = await this.store.read(DOCUMENT);
    if (stored.kind === 'unreadable')
      this.log.warn(`The settings could not be read and were set aside: ${stored.reason}`);
    const document = stored.kind === 'found' && isRecord(stored.value) ? stored.value : {};
    const { settings, problems } = readSettings(document['settings']);
    for (const problem of problems) this.log.warn(`Setting "${problem.name}": ${problem.message} The default is used.`);
    this.#settings = settings;
    this.#rest = document;
    this.#isNewer = typeof document['version'] === 'number' && document['version'] > DATA_VERSION;
    if (this.#isNewer) this.log.warn('The settings were written by a newer version; they are used but not changed.');
    const known = document['vaultId'];
    if (typeof known === 'string' && known !== '') {
      this.#vaultId = known;
      return;
    }
    this.#vaultId = this.#vaultId === '' ? this.random.token(12) : this.#vaultId;
    await this.#write();
  }

  /** Applies changes and writes them; with problems nothing is changed. */
  async change(changes: unknown): Promise<readonly SettingProblem[]> {
    if (this.#isNewer) {
      return [
        { name: '', message: 'The settings were written by a newer version of Lorehearth. Update to change them.' },
      ];
    }
    const { settings, problems } = changeSettings(this.#settings, changes, 'strict');
    if (problems.length > 0) return problems;
    this.#settings = settings;
    await this.#write();
    return [];
  }

  async #write(): Promise<void> {
    if (this.#isNewer) return;
    const changed = settingNames().filter((name) => this.#settings[name] !== defaultSettings[name]);
    const settings = Object.fromEntries(changed.map((name) => [name, this.#settings[name]]));
    this.#rest = { ...this.#rest, version: DATA_VERSION, vaultId: this.#vaultId, settings };
    try {
      await this.store.write(DOCUMENT, this.#rest);
    } catch (error) {
      this.log.warn('The settings could not be written; they hold until the host stops.', error);
    }
  }
}
