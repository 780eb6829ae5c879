import type { EntryId } from '../base/entry-id';
import type { LoreTest, TestProblem, TestReading, TestResult } from '../lab/lore-test';
import { readLoreTests, testsOfNote } from '../lab/read-lore-tests';
import { BrokenTest, playLoreTest, runLoreTest, type TestWorld } from '../lab/run-lore-test';
import type { SimulatedTurn } from '../lab/simulate';
import { TestLamp, type LampState } from '../lab/test-lamp';
import type { Retrieval } from '../pipeline/retrieval';
import type { IndexedNote } from '../search/lore-index';
import { hostTurns, type LabParts, type PlayOptions } from './lab-parts';

/** How the tests of a vault went. */
export interface TestRun {
  readonly results: readonly TestResult[];
  /** What could not be read as a test. */
  readonly problems: readonly TestProblem[];
}

/** Which tests are run. */
interface TestOptions {
  /** Those of one note or file alone. */
  readonly path?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A step of running tests. */
export type TestStep =
  | { readonly kind: 'result'; readonly done: number; readonly total: number; readonly result: TestResult }
  | { readonly kind: 'done'; readonly run: TestRun };

interface ReadNote {
  readonly note: IndexedNote;
  readonly reading: TestReading;
}

/** Changes are gathered so long before tests run by themselves, in milliseconds. */
const QUIET_MS = 3_000;
const NO_TESTS: TestReading = { tests: [], problems: [] };

/** Finds and runs the tests of the lore, by themselves after changes where the settings want it. */
export class LoreTestRuns {
  readonly #read = new Map<string, ReadNote>();
  readonly #lamp = new TestLamp();
  #cancelWait: (() => void) | undefined;
  #alone: { abort(): void } | undefined;

  constructor(private readonly parts: LabParts) {}

  /** How the tests went when all of them were run last; undefined before that. */
  get lamp(): LampState | undefined {
    return this.#lamp.state;
  }

  follow(): void {
    this.parts.events.on(({ kind }) => {
      if (kind !== 'index-changed' || !this.parts.settings().testOnSave) return;
      this.#cancelWait?.();
      this.#cancelWait = this.parts.ports.timer.after(QUIET_MS, () => {
        this.#runAlone().catch((error: unknown) => this.parts.ports.log.warn('The lore tests failed to run.', error));
      });
    });
  }

  close(): void {
    this.#cancelWait?.();
    this.#alone?.abort();
  }

  /** Every test of the vault: those in notes, and those of the file of tests. */
  async all({ path, signal }: TestOptions = {}): Promise<TestReading> {
    const turns = hostTurns(this.parts);
    const readings: TestReading[] = [];
    for (const note of this.parts.lore.index.notes.values()) {
      if (signal?.aborted === true) break;
      if (path === undefined || path === note.path) readings.push(await this.#testsOf(note));
      await turns.give();
    }
    const file = this.parts.settings().loreTestsFile;
    if (path === undefined || path === file) readings.push(await this.#testsOfFile(file));
    return { tests: readings.flatMap(({ tests }) => tests), problems: readings.flatMap(({ problems }) => problems) };
  }

  /** Runs the tests of the vault one by one; leaving early, or the signal, ends it. */
  steps(options: TestOptions = {}): AsyncGenerator<TestStep, void> {
    return this.#steps(options, false);
  }

  /** Runs the tests of the vault. What was stopped gives what was done until then. */
  async run(options: TestOptions = {}): Promise<TestRun> {
    const results: TestResult[] = [];
    for await (const step of this.steps(options)) {
      if (step.kind === 'done') return step.run;
      results.push(step.result);
    }
    return { results, problems: [] };
  }

  /** Runs tests that are written somewhere else, e.g. in a block that is being edited; `note` is what `this` means. */
  async runSource(yaml: string, note: string | undefined, signal?: AbortSignal): Promise<TestRun> {
    const { tests, problems } = readLoreTests(yaml, { path: note ?? '', line: 1, note });
    const turns = hostTurns(this.parts);
    const results: TestResult[] = [];
    for (const test of tests) {
      if (signal?.aborted === true) break;
      results.push(await runLoreTest(test, this.#world(signal)));
      await turns.give();
    }
    return { results, problems };
  }

  /** Plays the turns of one test. Errors: `BrokenTest`, with a sentence for the user. */
  play(test: LoreTest, signal?: AbortSignal): AsyncGenerator<SimulatedTurn, void> {
    return playLoreTest(test, this.#world(signal));
  }

  #world(signal: AbortSignal | undefined): TestWorld {
    const asked = new Map<LoreTest, Retrieval>();
    const { preview, ports } = this.parts;
    return {
      play: (test) => async (request) => {
        asked.set(test, request);
        const { result, problems } = await preview(request, optionsOf(test));
        const [problem] = problems;
        if (problem) throw new BrokenTest(`A setting is not allowed. ${problem.message}`);
        return result;
      },
      find: (name) => this.#find(name),
      why: async (test, entry) => {
        const request = asked.get(test);
        const answer = request && (await preview(request, { ...optionsOf(test), explain: [entry] }));
        const [reason] = answer?.explanations ?? [];
        if (reason === undefined) return 'It is not in.';
        return reason.change === undefined ? reason.detail : `${reason.detail} ${reason.change.sentence}`;
      },
      read: async (path) => {
        const file = await ports.source.read(path);
        return file.kind === 'text' ? file.text : undefined;
      },
      signal,
    };
  }

  #find(name: string): readonly { readonly id: EntryId; readonly title: string }[] {
    const byPath = this.parts.lore.index.entryByPath(name);
    return byPath ? [byPath] : this.parts.lore.find(name);
  }

  /** A note is read again only when it changed. */
  async #testsOf(note: IndexedNote): Promise<TestReading> {
    const known = this.#read.get(note.path);
    if (known?.note === note) return known.reading;
    const source = await this.parts.ports.source.read(note.path);
    const reading = source.kind === 'text' ? testsOfNote(note.path, source.text) : NO_TESTS;
    this.#read.set(note.path, { note, reading });
    return reading;
  }

  async #testsOfFile(path: string): Promise<TestReading> {
    if (!/\.ya?ml$/i.test(path)) return NO_TESTS;
    const file = await this.parts.ports.source.read(path);
    return file.kind === 'text' ? readLoreTests(file.text, { path, line: 1 }) : NO_TESTS;
  }

  async *#steps(options: TestOptions, byThemselves: boolean): AsyncGenerator<TestStep, void> {
    const { tests, problems } = await this.all(options);
    const turns = hostTurns(this.parts);
    const results: TestResult[] = [];
    for (const test of tests) {
      const result = await runLoreTest(test, this.#world(options.signal));
      if (options.signal?.aborted === true) return;
      results.push(result);
      yield { kind: 'result', done: results.length, total: tests.length, result };
      await turns.give();
    }
    if (options.signal?.aborted === true) return;
    const run = { results, problems };
    if (options.path === undefined) this.#finished(run, byThemselves);
    yield { kind: 'done', run };
  }

  async #runAlone(): Promise<void> {
    this.#alone?.abort();
    const run = this.parts.ports.newAbort();
    this.#alone = run;
    const steps = this.#steps({ signal: run.signal }, true);
    while ((await steps.next()).done !== true);
  }

  /** Tells how all tests went, where there are any or were. */
  #finished(run: TestRun, byThemselves: boolean): void {
    const wasKnown = this.#lamp.state !== undefined;
    const { passed, failed, turnedRed, turnedGreen } = this.#lamp.take(run.results, run.problems);
    if (passed + failed === 0 && !wasKnown) return;
    this.parts.events.emit({ kind: 'lore-tests-finished', passed, failed, turnedRed, turnedGreen, byThemselves });
  }
}

function optionsOf({ settings, fields }: LoreTest): PlayOptions {
  return { settings, chat: { context: fields } };
}
