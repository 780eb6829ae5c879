import { Coverage } from '../lab/coverage';
import type { LabChat } from '../lab/lab-chat';
import { simulate, type Play, type SimulatedTurn } from '../lab/simulate';
import { LabChats, type LabScene } from './lab-chats';
import { LabCoverage } from './lab-coverage';
import { LabKeys } from './lab-keys';
import { hostTurns, type LabParts } from './lab-parts';
import { LoreTestRuns } from './lore-test-runs';
import { TurnReplays } from './turn-replays';

/** Plays chats again with the full pipeline, and tests the lore. Nothing is recorded, and no model is asked. */
export class LabAdministration {
  readonly tests: LoreTestRuns;
  readonly replays: TurnReplays;
  /** What turns of many chats do with the entries. */
  readonly coverage: LabCoverage;
  /** Keys that do less than they seem to. */
  readonly keys: LabKeys;
  readonly #chats: LabChats;

  constructor(private readonly parts: LabParts) {
    this.#chats = new LabChats(parts);
    this.tests = new LoreTestRuns(parts);
    this.replays = new TurnReplays(parts);
    this.keys = new LabKeys(parts, this.#chats);
    this.coverage = new LabCoverage(parts, {
      chats: this.#chats,
      simulate: (chat, signal) => this.simulate(chat, {}, signal),
      tests: async (signal) => (await this.tests.all({ signal })).tests,
      playTest: (test, signal) => this.tests.play(test, signal),
    });
  }

  /** Runs the tests by themselves after changes, where the settings want it. */
  follow(): void {
    this.tests.follow();
  }

  close(): void {
    this.tests.close();
  }

  /** Chats that can be played again, the one that changed last first. */
  chats(): ReturnType<LabChats['list']> {
    return this.#chats.list();
  }

  /** The chat to play, or why there is none. */
  chat(scene: LabScene): ReturnType<LabChats['find']> {
    return this.#chats.find(scene);
  }

  /** Plays a chat turn by turn; leaving early, or the signal, ends it. */
  async *simulate(
    chat: LabChat,
    settings: Readonly<Record<string, unknown>> = {},
    signal?: AbortSignal,
  ): AsyncGenerator<SimulatedTurn, void> {
    const options = { settings, ...(signal && { signal }) };
    const play: Play = async (request) => (await this.parts.preview(request, options)).result;
    const turns = hostTurns(this.parts);
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
}
