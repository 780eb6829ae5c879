import { isRecord, listOf } from '../base/json-value';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { Gap } from './gap';
import { titleForm, titleTerms } from './title-likeness';

const DOCUMENT = storedDocuments.gapLearning;
const MOST_NAMES = 2_000;
/** So many decisions are needed before a look is held half as good as it could be. */
const PATIENCE = 4;

interface Verdicts {
  readonly dismissed: number;
  readonly used: number;
}

const NONE: Verdicts = { dismissed: 0, used: 0 };

/**
 * What the user's decisions teach the scan, for all chats: names that he dismissed never come again, and what looks like
 * those that he dismisses has to be met more often.
 */
export class GapLearning {
  readonly #names = new Set<string>();
  readonly #terms = new Map<string, number>();
  readonly #shapes = new Map<string, Verdicts>();
  #writing: Promise<void> = Promise.resolve();
  #isReadOnly = false;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  async load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#isReadOnly = readOnly !== undefined;
    if (!value) return;
    for (const name of listOf(value['names'])) if (typeof name === 'string') this.#addName(name);
    const { shapes } = value;
    for (const [shape, verdicts] of Object.entries(isRecord(shapes) ? shapes : {}))
      if (isRecord(verdicts))
        this.#shapes.set(shape, { dismissed: count(verdicts['dismissed']), used: count(verdicts['used']) });
  }

  /** Whether a name was dismissed. */
  isDismissed(names: readonly string[]): boolean {
    return names.some((name) => this.#names.has(titleForm(name)));
  }

  /** How much more often than usual a name has to be met, ≥ 1. */
  factorOf(name: string, shape: string): number {
    const { dismissed, used } = this.#shapes.get(shape) ?? NONE;
    const ofShape = 1 + (2 * dismissed) / (dismissed + 2 * used + PATIENCE);
    return [...titleTerms(name)].some((term) => this.#terms.has(term)) ? ofShape * 1.5 : ofShape;
  }

  /** The user's decision about a gap: `undefined` takes an earlier dismissal back. */
  decide(gap: Gap, verdict: 'dismissed' | 'used' | undefined): void {
    const names = [gap.title, ...gap.otherTitles];
    const wasDismissed = this.#names.has(titleForm(gap.title));
    if (verdict === 'dismissed') for (const name of names) this.#addName(titleForm(name));
    else for (const name of names) this.#dropName(titleForm(name));
    const { dismissed, used } = this.#shapes.get(gap.shape) ?? NONE;
    const change = verdict === 'dismissed' ? Number(!wasDismissed) : -Number(wasDismissed);
    if (gap.shape !== '')
      this.#shapes.set(gap.shape, {
        dismissed: Math.max(0, dismissed + change),
        used: used + Number(verdict === 'used'),
      });
    this.#store();
  }

  /** Resolves when everything is stored. */
  flush(): Promise<void> {
    return this.#writing;
  }

  #addName(form: string): void {
    if (form === '' || this.#names.has(form)) return;
    this.#names.add(form);
    for (const term of titleTerms(form)) this.#terms.set(term, (this.#terms.get(term) ?? 0) + 1);
    const [oldest] = this.#names;
    if (this.#names.size > MOST_NAMES && oldest !== undefined) this.#dropName(oldest);
  }

  #dropName(form: string): void {
    if (!this.#names.delete(form)) return;
    for (const term of titleTerms(form)) {
      const left = (this.#terms.get(term) ?? 1) - 1;
      if (left > 0) this.#terms.set(term, left);
      else this.#terms.delete(term);
    }
  }

  #store(): void {
    if (this.#isReadOnly) return;
    const value = { version: DOCUMENT.version, names: [...this.#names], shapes: Object.fromEntries(this.#shapes) };
    this.#writing = this.#writing.then(() =>
      this.store.write(DOCUMENT.name, value).catch((error: unknown) => {
        this.log.warn('What a dismissed name teaches could not be stored; it holds until the host stops.', error);
      }),
    );
  }
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
