import { hookPermissions, hookStages, type HookPermission, type HookStage } from './hook';
import type { HookInput } from './hook';

const USUAL_PRIORITY = 100;
const USUAL_TIMEOUT = 2_000;
const LONGEST_TIMEOUT = 60_000;
const LONGEST_ID = 200;
const ID = /^[\w.-]+:[\w./-]+$/;

/** A hook as it was when it was registered: what its plugin changes in the object afterwards does not count. */
export interface KnownHook {
  readonly id: string;
  readonly stage: HookStage;
  readonly priority: number;
  readonly timeoutMs: number;
  readonly permissions: readonly HookPermission[];
  /** What it returns is not checked yet. */
  readonly run: (input: HookInput, signal: AbortSignal) => unknown;
}

/**
 * Checks and copies what another plugin registers. Plugins are plain JavaScript: nothing about its shape is certain.
 *
 * @throws TypeError with a sentence for the plugin's author.
 */
export function readHook(value: unknown): KnownHook {
  if (typeof value !== 'object' || value === null) throw new TypeError('A hook is an object.');
  const part = (name: keyof KnownHook): unknown => Reflect.get(value, name);
  const run = part('run');
  if (typeof run !== 'function') throw new TypeError('A hook has a function "run".');
  return Object.freeze({
    id: readId(part('id')),
    stage: readStage(part('stage')),
    priority: readNumber('priority', part('priority') ?? USUAL_PRIORITY, -Infinity, Infinity),
    timeoutMs: readNumber('timeoutMs', part('timeoutMs') ?? USUAL_TIMEOUT, 1, LONGEST_TIMEOUT),
    permissions: readPermissions(part('permissions')),
    run: (input: HookInput, signal: AbortSignal): unknown => Reflect.apply(run, value, [input, signal]),
  });
}

function readId(id: unknown): string {
  if (typeof id === 'string' && id.length <= LONGEST_ID && ID.test(id)) return id;
  throw new TypeError('The "id" of a hook is the id of its plugin, a colon and a name, such as "my-plugin:mood".');
}

function readStage(stage: unknown): HookStage {
  const known = hookStages.find((one) => one === stage);
  if (known === undefined) throw new TypeError(`The "stage" of a hook is one of ${hookStages.join(', ')}.`);
  return known;
}

function readNumber(name: string, value: unknown, smallest: number, largest: number): number {
  if (typeof value === 'number' && !Number.isNaN(value) && value >= smallest && value <= largest) return value;
  const range = Number.isFinite(largest) ? ` from ${String(smallest)} to ${String(largest)}` : '';
  throw new TypeError(`The "${name}" of a hook is a number${range}.`);
}

function readPermissions(value: unknown): readonly HookPermission[] {
  if (!Array.isArray(value)) throw new TypeError('The "permissions" of a hook are a list; an empty one for none.');
  const wanted = new Set<unknown>(value);
  const known = hookPermissions.filter((permission) => wanted.delete(permission));
  if (wanted.size > 0) throw new TypeError(`The "permissions" of a hook are some of ${hookPermissions.join(', ')}.`);
  return Object.freeze(known);
}
