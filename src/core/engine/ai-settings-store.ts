import { defaultAiSettings, type AiSettings } from '../ai/channels/ai-settings';
import { changeAiSettings, readAiSettings, type AiSettingProblem } from '../ai/channels/change-ai-settings';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = 'ai';
const VERSION = 1;

/** Channels and connections, kept in the document `ai`. Keys are not among them. */
export class AiSettingsStore {
  #settings: AiSettings = defaultAiSettings;
  #isNewer = false;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  get settings(): AiSettings {
    return this.#settings;
  }

  /** Reads what is stored; what is wrong in it is left out and reported. */
  async load(): Promise<void> {
    const stored = await this.store.read(DOCUMENT);
    if (stored.kind === 'unreadable') this.log.warn(`The AI channels could not be read: ${stored.reason}`);
    if (stored.kind !== 'found' || typeof stored.value !== 'object' || stored.value === null) return;
    const version: unknown = Reflect.get(stored.value, 'version');
    this.#isNewer = typeof version === 'number' && version > VERSION;
    if (this.#isNewer) this.log.warn('The AI channels were written by a newer version; they are used but not changed.');
    const { settings, problems } = readAiSettings(stored.value);
    for (const problem of problems) this.log.warn(`AI setting "${problem.name}": ${problem.message}`);
    this.#settings = settings;
  }

  /** Applies changes and stores them; with problems nothing is changed. */
  async change(changes: unknown): Promise<readonly AiSettingProblem[]> {
    if (this.#isNewer) {
      const message = 'The AI channels were written by a newer version of Lorehearth. Update to change them.';
      return [{ name: '', message }];
    }
    const { settings, problems } = changeAiSettings(this.#settings, changes, 'strict');
    if (problems.length > 0) return problems;
    this.#settings = settings;
    await this.store.write(DOCUMENT, { version: VERSION, ...settings }).catch((error: unknown) => {
      this.log.warn('The AI channels could not be stored; they hold until the host stops.', error);
    });
    return [];
  }
}
