import type { TestProblem, TestResult } from './lore-test';

/** A test that does not pass, or what was meant as one. */
export interface RedTest {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** How all tests went when they were run last. */
export interface LampState {
  readonly passed: number;
  /** Failed, broken, or not readable. */
  readonly failed: number;
  readonly red: readonly RedTest[];
}

/** The same, and what is another way than the time before. */
export interface LampChange extends LampState {
  /** Names of the tests that do not pass any more; of a first run, of all that do not. */
  readonly turnedRed: readonly string[];
  /** Names of the tests that pass again. */
  readonly turnedGreen: readonly string[];
}

/** Remembers which tests passed, so that it can be told when one turns red, or green again. */
export class TestLamp {
  #state: LampState | undefined;
  /** Whether each test passed. */
  #passed: ReadonlyMap<string, boolean> = new Map();

  get state(): LampState | undefined {
    return this.#state;
  }

  /** Takes in a run of all tests. */
  take(results: readonly TestResult[], problems: readonly TestProblem[]): LampChange {
    const before = this.#passed;
    const now = [
      ...results.map(({ test: { name, path, line }, state }) => ({ name, path, line, isPassed: state === 'passed' })),
      ...problems.map(({ path, line }) => ({ name: `${path}, line ${String(line)}`, path, line, isPassed: false })),
    ];
    const red = now.filter(({ isPassed }) => !isPassed).map(({ name, path, line }) => ({ name, path, line }));
    const state = { passed: now.length - red.length, failed: red.length, red };
    this.#state = state;
    this.#passed = new Map(now.map((one) => [keyOf(one), one.isPassed]));
    return {
      ...state,
      turnedRed: red.filter((one) => before.get(keyOf(one)) !== false).map(({ name }) => name),
      turnedGreen: now.filter((one) => one.isPassed && before.get(keyOf(one)) === false).map(({ name }) => name),
    };
  }
}

/** The line moves with every edit; name and note do not. */
function keyOf({ name, path }: Pick<RedTest, 'name' | 'path'>): string {
  return `${path}\n${name}`;
}
