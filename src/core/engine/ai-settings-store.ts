import { defaultAiSettings, type AiSettings } from '../ai/channels/ai-settings';
import { changeAiSettings, readAiSettings, type AiSettingProblem } from '../ai/channels/change-ai-settings';
import { readStored, requireWritable } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = storedDocuments.ai;

/** Channels and connections, kept in the document `ai`. Keys are not among them. */
export class AiSettingsStore {
  #settings: AiSettings = defaultAiSettings;
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  get settings(): AiSettings {
    return this.#settings;
  }

  /** Reads what is stored; what is wrong in it is left out and reported. */
  async load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    if (!value) return;
    const { settings, problems } = readAiSettings(value);
    for (const problem of problems) this.log.warn(`AI setting "${problem.name}": ${problem.message}`);
    this.#settings = settings;
  }

  /** Applies changes and stores them; with problems nothing is changed. Errors: `ReadOnlyDocument`. */
  async change(changes: unknown): Promise<readonly AiSettingProblem[]> {
    requireWritable(this.#readOnly);
    const { settings, problems } = changeAiSettings(this.#settings, changes, 'strict');
    if (problems.length > 0) return problems;
    this.#settings = settings;
    await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, ...settings }).catch((error: unknown) => {
      this.log.warn('The AI channels could not be stored; they hold until the host stops.', error);
    });
    return [];
  }
}
