import type { Clock, Timer } from '../ports/clock';
import type { Stop } from '../ports/note-source';
import type { Hook, HookInput, HookOutput, HookPermission, HookReport, HookStage } from './hook';

const USUAL_PRIORITY = 100;
const USUAL_TIMEOUT = 2_000;
/** A hook that failed so many times in a row is not asked again until the program restarts. */
const MOST_FAILURES = 3;

/** What the registry needs of the host. */
export interface HookPorts {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Makes a signal that can be ended: hooks get one of their own. */
  readonly newAbort: () => { readonly signal: AbortSignal; abort(): void };
  /** Told once when a hook was paused. */
  readonly onPaused: (hook: string) => void;
}

interface Registered {
  readonly hook: Hook;
  readonly granted: ReadonlySet<HookPermission>;
  failures: number;
}

/** What one hook answered, and what is to be reported of it. */
export interface HookAnswer {
  readonly hook: Hook;
  readonly output: HookOutput | undefined;
  readonly report: Omit<HookReport, 'added' | 'removed' | 'changed' | 'tokens'>;
}

/** The hooks of other plugins. One that fails, is late or lacks a permission is passed over; a turn never fails by it. */
export class HookRegistry {
  readonly #hooks = new Map<string, Registered>();

  constructor(private readonly ports: HookPorts) {}

  /**
   * Adds a hook; the same id replaces an earlier one. The returned function takes it away again.
   *
   * @param granted The permissions that the user gave.
   */
  register(hook: Hook, granted: readonly HookPermission[]): Stop {
    const registered = { hook, granted: new Set(granted), failures: 0 };
    this.#hooks.set(hook.id, registered);
    return () => {
      if (this.#hooks.get(hook.id) === registered) this.#hooks.delete(hook.id);
    };
  }

  /** The hooks of a stage in the order in which they are asked. */
  of(stage: HookStage): readonly Hook[] {
    return [...this.#hooks.values()]
      .map((registered) => registered.hook)
      .filter((hook) => hook.stage === stage)
      .sort((a, b) => (a.priority ?? USUAL_PRIORITY) - (b.priority ?? USUAL_PRIORITY) || (a.id < b.id ? -1 : 1));
  }

  /** Asks one hook. Never rejects. */
  async ask(hook: Hook, input: HookInput, signal: AbortSignal | undefined): Promise<HookAnswer> {
    const started = this.ports.clock.now();
    const answer = (outcome: HookReport['outcome'], detail: string, output?: HookOutput): HookAnswer => ({
      hook,
      output,
      report: { id: hook.id, stage: hook.stage, outcome, detail, milliseconds: this.ports.clock.now() - started },
    });
    const registered = this.#hooks.get(hook.id);
    if (!registered) return answer('failed', 'It was taken away.');
    const lacking = hook.permissions.filter((permission) => !registered.granted.has(permission));
    if (lacking.length > 0) return answer('not-permitted', `It lacks ${lacking.join(', ')}.`);
    if (registered.failures >= MOST_FAILURES) return answer('paused', 'It failed three times in a row.');
    const result = await this.#run(hook, visibleTo(hook, input), signal);
    if (result.kind === 'aborted') return answer('aborted', 'The turn was given up.');
    if (result.kind === 'output') {
      registered.failures = 0;
      return answer(result.output === undefined ? 'unchanged' : 'changed', '', result.output);
    }
    registered.failures++;
    if (registered.failures === MOST_FAILURES) this.ports.onPaused(hook.id);
    return answer(result.kind, result.detail);
  }

  async #run(hook: Hook, input: HookInput, signal: AbortSignal | undefined): Promise<RunResult> {
    const abort = this.ports.newAbort();
    let settle: (result: RunResult) => void = () => undefined;
    const ended = new Promise<RunResult>((resolve) => {
      settle = resolve;
    });
    const giveUp = (): void => settle({ kind: 'aborted' });
    const timeout = hook.timeoutMs ?? USUAL_TIMEOUT;
    const cancel = this.ports.timer.after(timeout, () =>
      settle({ kind: 'timed-out', detail: `No answer in ${String(timeout)} ms.` }),
    );
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    void outputOf(hook, input, abort.signal).then(settle);
    const result = await ended;
    cancel();
    signal?.removeEventListener('abort', giveUp);
    abort.abort();
    return result;
  }
}

type RunResult =
  | { readonly kind: 'output'; readonly output: HookOutput | undefined }
  | { readonly kind: 'failed' | 'timed-out'; readonly detail: string }
  | { readonly kind: 'aborted' };

async function outputOf(hook: Hook, input: HookInput, signal: AbortSignal): Promise<RunResult> {
  try {
    return { kind: 'output', output: await hook.run(input, signal) };
  } catch (error) {
    return { kind: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Frozen copies of what the hook may see. */
function visibleTo(hook: Hook, input: HookInput): HookInput {
  const seesChat = hook.permissions.includes('read-chat');
  const seesLore = hook.permissions.includes('read-lore');
  const hidden = <Value extends { readonly text: string }>(value: Value): Value =>
    Object.freeze(seesLore ? { ...value } : { ...value, text: '' });
  return Object.freeze({
    ...input,
    messages: Object.freeze(seesChat ? input.messages.map((message) => Object.freeze({ ...message })) : []),
    entries: Object.freeze(input.entries.map(hidden)),
    injections: Object.freeze(input.injections.map(hidden)),
  });
}
