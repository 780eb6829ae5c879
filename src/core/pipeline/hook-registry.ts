import type { Clock, Timer } from '../ports/clock';
import type { Log } from '../ports/log';
import type { Stop } from '../ports/note-source';
import { visibleWith } from './hook-input';
import type { Hook, HookInput, HookPermission, HookReport, HookStage } from './hook';
import { readHook, type KnownHook } from './read-hook';
import { readHookAnswer, type HookList } from './read-hook-answer';

/** A hook that failed so many times in a row is not asked again until the program restarts. */
const MOST_FAILURES = 3;

/** What the registry needs of the host. */
export interface HookPorts {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
  /** Makes a signal that can be ended: hooks get one of their own. */
  readonly newAbort: () => { readonly signal: AbortSignal; abort(): void };
  /** Told once when a hook was paused. */
  readonly onPaused: (hook: string) => void;
}

interface Registered {
  readonly hook: KnownHook;
  readonly granted: () => readonly HookPermission[];
  /** Ends the waiting for it, once for each turn that waits. */
  readonly waiting: Set<() => void>;
}

/** What one hook answered, and what is to be reported of it. */
export interface HookReply {
  /** Undefined when it was not asked, failed, or left everything as it is. */
  readonly list: HookList | undefined;
  readonly report: Omit<HookReport, 'added' | 'removed' | 'changed' | 'tokens'>;
}

/** The hooks of other plugins. One that fails, is late or lacks a permission is passed over; a turn never fails by it. */
export class HookRegistry {
  readonly #hooks = new Map<string, Registered>();
  /** Failures in a row by id: registering again does not wipe them out. */
  readonly #failures = new Map<string, number>();
  /** The permissions that were last reported as missing. */
  readonly #reported = new Map<string, string>();

  constructor(private readonly ports: HookPorts) {}

  /**
   * Adds a hook. The returned function takes it away again, and ends the waiting for it.
   *
   * @param granted The permissions that the user gave; asked anew in every turn.
   * @throws TypeError for a hook of a wrong shape or an id that is in use.
   */
  register(hook: Hook | KnownHook, granted: () => readonly HookPermission[]): Stop {
    const registered = { hook: readHook(hook), granted, waiting: new Set<() => void>() };
    const { id } = registered.hook;
    if (this.#hooks.has(id)) throw new TypeError(`There is a hook with the id "${id}" already.`);
    this.#hooks.set(id, registered);
    return () => {
      if (this.#hooks.get(id) === registered) this.#hooks.delete(id);
      for (const giveUp of [...registered.waiting]) giveUp();
    };
  }

  /** Whether a hook failed too often and is not asked any more. */
  isPaused(id: string): boolean {
    return (this.#failures.get(id) ?? 0) >= MOST_FAILURES;
  }

  /** The hooks of a stage in the order in which they are asked. */
  of(stage: HookStage): readonly KnownHook[] {
    return [...this.#hooks.values()]
      .map((registered) => registered.hook)
      .filter((hook) => hook.stage === stage)
      .sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  }

  /** Asks one hook. Never rejects. */
  async ask(hook: KnownHook, input: HookInput, signal: AbortSignal | undefined): Promise<HookReply> {
    const started = this.ports.clock.now();
    const result = await this.#result(hook, input, signal);
    const milliseconds = this.ports.clock.now() - started;
    const { outcome, detail, list } = result;
    return { list, report: { id: hook.id, stage: hook.stage, outcome, detail, milliseconds } };
  }

  async #result(hook: KnownHook, input: HookInput, signal: AbortSignal | undefined): Promise<Result> {
    const registered = this.#hooks.get(hook.id);
    if (registered?.hook !== hook) return skipped('aborted', 'It was taken away.');
    const granted = registered.granted();
    const lacking = hook.permissions.filter((permission) => !granted.includes(permission));
    this.#noteLacking(hook.id, lacking);
    if (lacking.length > 0) return skipped('not-permitted', `It lacks ${lacking.join(', ')}.`);
    if (this.isPaused(hook.id)) return skipped('paused', 'It failed three times in a row.');
    if (signal?.aborted === true) return skipped('aborted', 'The reply could not wait for it.');
    const result = await this.#run(registered, visibleWith(hook.permissions, input), signal);
    if (result.outcome === 'failed' || result.outcome === 'timed-out') this.#noteFailure(hook.id, result);
    else if (result.outcome !== 'aborted') this.#failures.delete(hook.id);
    return result;
  }

  async #run(registered: Registered, input: HookInput, signal: AbortSignal | undefined): Promise<Result> {
    const { hook, waiting } = registered;
    const abort = this.ports.newAbort();
    let settle: (result: Result) => void = () => undefined;
    const ended = new Promise<Result>((resolve) => {
      settle = resolve;
    });
    const leave = (): void => settle(skipped('aborted', 'The reply could not wait for it.'));
    const takeAway = (): void => settle(skipped('aborted', 'It was taken away.'));
    const isLate = `No answer in ${String(hook.timeoutMs)} ms.`;
    const cancel = this.ports.timer.after(hook.timeoutMs, () => settle(skipped('timed-out', isLate)));
    signal?.addEventListener('abort', leave, { once: true });
    waiting.add(takeAway);
    void answerOf(hook, input, abort.signal).then(settle);
    const result = await ended;
    cancel();
    signal?.removeEventListener('abort', leave);
    waiting.delete(takeAway);
    abort.abort();
    return result;
  }

  #noteLacking(id: string, lacking: readonly HookPermission[]): void {
    const words = lacking.join(', ');
    if (words !== '' && words !== this.#reported.get(id))
      this.ports.log.warn(`The hook ${id} is not asked: it lacks ${words}.`);
    this.#reported.set(id, words);
  }

  #noteFailure(id: string, { outcome, detail, cause }: Result): void {
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    this.ports.log.warn(`The hook ${id} was passed over (${outcome}).`, cause ?? detail);
    if (failures === MOST_FAILURES) this.ports.onPaused(id);
  }
}

interface Result {
  readonly outcome: HookReport['outcome'];
  readonly detail: string;
  readonly list: HookList | undefined;
  readonly cause?: unknown;
}

function skipped(outcome: HookReport['outcome'], detail: string): Result {
  return { outcome, detail, list: undefined };
}

async function answerOf(hook: KnownHook, input: HookInput, signal: AbortSignal): Promise<Result> {
  try {
    const answer = await hook.run(input, signal);
    const list = answer === undefined ? undefined : readHookAnswer(answer, hook.stage);
    return { outcome: 'unchanged', detail: '', list };
  } catch (error) {
    return { ...skipped('failed', sentenceOf(error)), cause: error };
  }
}

/** What was thrown may be anything, even something that throws when it is looked at. */
function sentenceOf(error: unknown): string {
  try {
    const told: unknown = error instanceof Error ? error.message : error;
    return String(told);
  } catch {
    return 'It threw something that cannot be shown.';
  }
}
