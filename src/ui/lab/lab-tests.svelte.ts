import type { LorehearthClient } from '../../server/client';
import { testEvents } from '../../server/contract/read-lab-events';
import type { WireTestResult, WireTestRun, WireTestState } from '../../server/contract/wire-lore-tests';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import { LabRun } from './lab-run.svelte';

/** Which tests are listed. */
export type TestFilter = 'all' | 'failed' | 'passed';

/** Tests that are drawn at a time. */
const STEP = 100;

/** The lore tests of the vault, and how they went. */
export class LabTests {
  readonly run = new LabRun();
  /** How all tests went when they were run last, by whomever. */
  readonly lamp = new Loaded<WireTestState>();
  /** The run that came to its end last. */
  finished = $state.raw<WireTestRun>();
  /** Those that have run, of the run that is under way or was stopped. */
  results = $state.raw<readonly WireTestResult[]>([]);
  total = $state(0);
  filter = $state<TestFilter>('all');
  text = $state('');
  #shown = $state(STEP);
  readonly #items = $derived.by(() => {
    const words = this.text.toLowerCase().split(/\s+/).filter(Boolean);
    return [...this.#known]
      .filter(({ state }) => this.filter === 'all' || (state === 'passed') === (this.filter === 'passed'))
      .filter(({ name, path }) => words.every((word) => `${name}\n${path}`.toLowerCase().includes(word)))
      .sort((a, b) => Number(a.state === 'passed') - Number(b.state === 'passed'));
  });

  constructor(private readonly client: LorehearthClient) {}

  /** Those that did not pass first. */
  get items(): readonly WireTestResult[] {
    return this.#items;
  }
  get shown(): readonly WireTestResult[] {
    return this.#items.slice(0, this.#shown);
  }
  /** What could not be read as a test. */
  get problems(): WireTestRun['problems'] {
    return this.filter === 'passed' ? [] : (this.finished?.problems ?? []);
  }
  get passed(): number {
    return this.#known.filter(({ state }) => state === 'passed').length;
  }
  get failed(): number {
    return this.#known.length - this.passed + (this.#isPartial ? 0 : (this.finished?.problems.length ?? 0));
  }
  /** Whether anything is known of tests. */
  get isKnown(): boolean {
    return this.finished !== undefined || this.results.length > 0;
  }
  /** Tests that did not pass when all were run last. */
  get red(): number | undefined {
    return this.lamp.value?.last?.failed;
  }

  showMore(): void {
    this.#shown += STEP;
  }

  async start(): Promise<void> {
    this.results = [];
    this.total = 0;
    this.#shown = STEP;
    await this.run.start(
      (signal) => this.client.v1['lore-tests'].run.$post({}, { init: { signal } }),
      async (reply, signal) => {
        for await (const event of testEvents(reply, signal)) {
          if (signal.aborted) return undefined;
          if (event.kind === 'error') return event.message;
          if (event.kind === 'result') {
            this.results = [...this.results, event.result];
            this.total = event.total;
            continue;
          }
          this.finished = event.run;
          const { items, passed, failed } = event.run;
          const red = items.filter(({ state }) => state !== 'passed');
          this.lamp.put({ last: { passed, failed, red: red.map(({ name, path, line }) => ({ name, path, line })) } });
        }
        return undefined;
      },
    );
  }

  /** Asks how the tests went last, without running them. */
  async loadLamp(): Promise<void> {
    await this.lamp.load(async (signal) => bodyOf(await this.client.v1['lore-tests'].$get({}, { init: { signal } })));
  }

  /** The tests ran by themselves: what is shown is as old as the change. */
  async followRun(): Promise<void> {
    await this.loadLamp();
    if (this.isKnown && !this.run.isRunning) await this.start();
  }

  clear(): void {
    this.run.clear();
    this.lamp.clear();
    this.finished = undefined;
    this.results = [];
    this.total = 0;
    this.filter = 'all';
    this.text = '';
  }

  /** What is under way or was stopped stands for itself; else the last whole run does. */
  get #isPartial(): boolean {
    return this.run.isStopped || (this.run.isRunning && this.finished === undefined);
  }

  get #known(): readonly WireTestResult[] {
    return this.#isPartial ? this.results : (this.finished?.items ?? this.results);
  }
}
