import { Coverage, type CoverageReport } from '../lab/coverage';
import type { LabChat } from '../lab/lab-chat';
import type { LoreTest } from '../lab/lore-test';
import type { SimulatedTurn } from '../lab/simulate';
import type { Trace } from '../pipeline/trace';
import type { LabChats } from './lab-chats';
import { hostTurns, type LabParts } from './lab-parts';

/** What coverage is taken of. */
export interface CoverageSources {
  /** Ids of chats that clients told of, or all of them; these are played. */
  readonly chats: readonly string[] | 'all';
  /** Chats that somebody pasted: files of SillyTavern, or lines `Name: text`. */
  readonly pasted: readonly { readonly name: string; readonly text: string }[];
  /** Whether turns count that were really played, as they were decided then. */
  readonly kept: boolean;
  /** Whether the turns of the lore tests count. */
  readonly tests: boolean;
}

/** How far a run over many chats is. */
export interface LabProgress {
  readonly kind: 'progress';
  /** Chats and tests that are done, and how many there are. */
  readonly done: number;
  readonly total: number;
  /** What is under way. */
  readonly what: string;
}

/** A chat that could not be used, and why. */
export interface LeftOut {
  readonly name: string;
  readonly sentence: string;
}

/** A step of taking coverage. */
export type CoverageStep =
  | LabProgress
  | {
      readonly kind: 'done';
      readonly report: CoverageReport;
      readonly chats: number;
      readonly leftOut: readonly LeftOut[];
    };

/** What taking coverage asks of the rest of the lab. */
interface CoverageParts {
  readonly chats: LabChats;
  readonly simulate: (chat: LabChat, signal?: AbortSignal) => AsyncGenerator<SimulatedTurn, void>;
  /** The tests of the vault, and the turns of one. */
  readonly tests: (signal?: AbortSignal) => Promise<readonly LoreTest[]>;
  readonly playTest: (test: LoreTest, signal?: AbortSignal) => AsyncGenerator<SimulatedTurn, void>;
}

/** Turns between two words on how far it is. */
const TOLD_EVERY = 10;
/** Kept turns that are looked at. */
const MOST_KEPT = 20_000;

/** Counts over many chats what turns do with the entries. */
export class LabCoverage {
  constructor(
    private readonly parts: LabParts,
    private readonly own: CoverageParts,
  ) {}

  /** Goes through the sources, chat by chat; leaving early, or the signal, ends it. */
  async *take(sources: CoverageSources, signal?: AbortSignal): AsyncGenerator<CoverageStep, void> {
    const { lore } = this.parts;
    const coverage = new Coverage((id) => lore.currentId(id));
    const scenes = this.own.chats.scenes(sources.chats, sources.pasted);
    const tests = sources.tests ? await this.own.tests(signal) : [];
    const total = scenes.length + tests.length + (sources.kept ? 1 : 0);
    const leftOut: LeftOut[] = [];
    let done = 0;
    const told = (what: string): LabProgress => ({ kind: 'progress', done, total, what });
    if (sources.kept) {
      yield told('Turns that were played');
      await this.#addKept(coverage, signal);
      done++;
    }
    for (const { name, scene } of scenes) {
      const found = await this.own.chats.find(scene);
      if (found.kind === 'missing') leftOut.push({ name, sentence: found.sentence });
      else yield* this.#addTurns(coverage, this.own.simulate(found.chat, signal), found.chat.name ?? name, told);
      done++;
      if (signal?.aborted === true) return;
    }
    for (const test of tests) {
      try {
        yield* this.#addTurns(coverage, this.own.playTest(test, signal), test.name, told);
      } catch (error) {
        leftOut.push({ name: test.name, sentence: error instanceof Error ? error.message : String(error) });
      }
      done++;
      if (signal?.aborted === true) return;
    }
    const chats = scenes.length - leftOut.filter(({ name }) => scenes.some((one) => one.name === name)).length;
    yield { kind: 'done', report: coverage.report(lore.index.entries.values()), chats, leftOut };
  }

  async *#addTurns(
    coverage: Coverage,
    turns: AsyncGenerator<SimulatedTurn, void>,
    name: string,
    told: (what: string) => LabProgress,
  ): AsyncGenerator<LabProgress, void> {
    for await (const { place, turns: all, result } of turns) {
      coverage.add(result.trace);
      if (place % TOLD_EVERY === 0) yield told(`${name}, turn ${String(place + 1)} of ${String(all)}`);
    }
  }

  async #addKept(coverage: Coverage, signal: AbortSignal | undefined): Promise<void> {
    const host = hostTurns(this.parts);
    const kept: readonly Trace[] = this.parts.turns.traces(undefined, MOST_KEPT);
    for (const trace of kept) {
      if (signal?.aborted === true) return;
      coverage.add(trace);
      await host.give();
    }
  }
}
