import type { EntryId } from '../base/entry-id';
import { readTavernChat } from '../chat/tavern-chat';
import { Coverage } from '../lab/coverage';
import { chatOfTavern, chatOfText, chatOfTranscript, type LabChat } from '../lab/lab-chat';
import type { LoreTest, TestProblem, TestReading, TestResult } from '../lab/lore-test';
import { readLoreTests, testsOfNote } from '../lab/read-lore-tests';
import { BrokenTest, runLoreTest, type TestWorld } from '../lab/run-lore-test';
import { simulate, type Play, type SimulatedTurn } from '../lab/simulate';
import type { Retrieval } from '../pipeline/retrieval';
import type { IndexedNote } from '../search/lore-index';
import type { Settings } from '../settings/settings-table';
import type { Transcript } from '../transcripts/transcript';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import type { VaultLore } from './vault-lore';

/** What playing a turn again may change. */
interface PlayOptions {
  readonly explain?: readonly EntryId[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly chat?: { readonly context: Readonly<Record<string, readonly string[]>> };
  readonly signal?: AbortSignal;
}

/** A turn that was played again. */
interface Played {
  readonly result: Awaited<ReturnType<Play>>;
  readonly problems: readonly { readonly message: string }[];
  readonly explanations: readonly {
    readonly detail: string;
    readonly change: { readonly sentence: string } | undefined;
  }[];
}

/** What playing chats again needs of the engine. */
interface LabParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly preview: (request: Retrieval, options: PlayOptions) => Promise<Played>;
  readonly transcripts: { list(): readonly string[]; of(chat: string): Promise<Transcript | undefined> };
}

/** A chat that can be played again. */
interface KnownChat {
  readonly id: string;
  readonly name: string | undefined;
  readonly messages: number;
}

/** What is to be played. */
type LabScene =
  | { readonly kind: 'text'; readonly text: string }
  /** A chat that a client told of. */
  | { readonly kind: 'chat'; readonly id: string }
  /** The text of a chat file of SillyTavern. */
  | { readonly kind: 'file'; readonly text: string };

/** The chat, or a sentence on why there is none. */
type ChatFound =
  { readonly kind: 'chat'; readonly chat: LabChat } | { readonly kind: 'missing'; readonly sentence: string };

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

interface ReadNote {
  readonly note: IndexedNote;
  readonly reading: TestReading;
}

/** Changes are gathered so long before tests run by themselves, in milliseconds. */
const QUIET_MS = 3_000;
const NO_TESTS: TestReading = { tests: [], problems: [] };

/** Plays chats again with the full pipeline, and runs the tests of the lore. Nothing is recorded, and no model is asked. */
export class LabAdministration {
  readonly #read = new Map<string, ReadNote>();
  #cancelWait: (() => void) | undefined;
  #run: { abort(): void } | undefined;

  constructor(private readonly parts: LabParts) {}

  /** Runs the tests by themselves after changes, where the settings want it. */
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
    this.#run?.abort();
  }

  /** Chats that can be played again, the one that changed last first. */
  async chats(): Promise<readonly KnownChat[]> {
    const { transcripts } = this.parts;
    const known = await Promise.all(transcripts.list().map((id) => transcripts.of(id)));
    return known.flatMap((one) => (one ? [{ id: one.chat, name: one.name, messages: one.messages.length }] : []));
  }

  async chat(scene: LabScene): Promise<ChatFound> {
    if (scene.kind === 'text') return { kind: 'chat', chat: chatOfText('lab', scene.text) };
    if (scene.kind === 'file') {
      const reading = readTavernChat(scene.text);
      if (reading.kind === 'refused') return { kind: 'missing', sentence: reading.sentence };
      return { kind: 'chat', chat: chatOfTavern('lab', reading.chat) };
    }
    const transcript = await this.parts.transcripts.of(scene.id);
    if (!transcript) return { kind: 'missing', sentence: 'Nothing is known of the messages of this chat.' };
    return { kind: 'chat', chat: chatOfTranscript(transcript) };
  }

  /** Plays a chat turn by turn; leaving early, or the signal, ends it. */
  async *simulate(
    chat: LabChat,
    settings: Readonly<Record<string, unknown>> = {},
    signal?: AbortSignal,
  ): AsyncGenerator<SimulatedTurn, void> {
    const options = { settings, ...(signal && { signal }) };
    const play: Play = async (request) => (await this.parts.preview(request, options)).result;
    const turns = this.#hostTurns();
    for await (const turn of simulate(chat, play, { signal })) {
      yield turn;
      await turns.give();
    }
  }

  /** Counts what turns do with the entries. */
  newCoverage(): Coverage {
    return new Coverage();
  }

  /** Every entry of the vault, for coverage. */
  get entries() {
    return this.parts.lore.index.entries.values();
  }

  /** Every test of the vault: those in notes, and those of the file of tests. */
  async tests({ path, signal }: TestOptions = {}): Promise<TestReading> {
    const turns = this.#hostTurns();
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

  /** Runs the tests of the vault. */
  async runTests(options: TestOptions = {}): Promise<TestRun> {
    const { tests, problems } = await this.tests(options);
    return { results: await this.#runEach(tests, options.signal), problems };
  }

  /** Runs tests that are written somewhere else, e.g. in a block that is being edited; `note` is what `this` means. */
  async runSource(yaml: string, note: string | undefined, signal?: AbortSignal): Promise<TestRun> {
    const { tests, problems } = readLoreTests(yaml, { path: note ?? '', line: 1, note });
    return { results: await this.#runEach(tests, signal), problems };
  }

  async #runEach(tests: readonly LoreTest[], signal: AbortSignal | undefined): Promise<readonly TestResult[]> {
    const turns = this.#hostTurns();
    const results: TestResult[] = [];
    for (const test of tests) {
      if (signal?.aborted === true) break;
      results.push(await runLoreTest(test, this.#world(signal)));
      await turns.give();
    }
    return results;
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

  async #runAlone(): Promise<void> {
    this.#run?.abort();
    const run = this.parts.ports.newAbort();
    this.#run = run;
    const { results, problems } = await this.runTests({ signal: run.signal });
    if (run.signal.aborted) return;
    const passed = results.filter(({ state }) => state === 'passed').length;
    const failed = results.length - passed + problems.length;
    if (passed + failed > 0) this.parts.events.emit({ kind: 'lore-tests-finished', passed, failed });
  }

  #hostTurns(): HostTurns {
    const { clock, pause = () => Promise.resolve() } = this.parts.ports;
    return new HostTurns(clock, pause);
  }
}

function optionsOf({ settings, fields }: LoreTest): PlayOptions {
  return { settings, chat: { context: fields } };
}
