import { Plugin } from 'obsidian';
import { hookPermissions, type Hook, type HookPermission, type HookStage } from '../../core/pipeline/hook';
import { readHook, type KnownHook } from '../../core/pipeline/read-hook';
import type { Stop } from '../../core/ports/note-source';
import type { CalmNotices } from './calm-notices';
import { followEngine } from './follow-engine';
import type { Host } from './host';
import type { HostSlot } from './host-slot';
import type { PermissionNotices } from './permission-notices';

interface Registration {
  readonly plugin: { readonly id: string; readonly name: string };
  readonly hook: KnownHook;
  /** Takes it out of the engine it is in. */
  detach: Stop;
}

/** A hook as the settings show it. */
export interface ShownHook {
  readonly id: string;
  readonly stage: HookStage;
  readonly lacking: readonly HookPermission[];
  readonly isPaused: boolean;
}

/** A plugin that has hooks now or about which the user decided once. */
export interface ShownPlugin {
  readonly id: string;
  readonly name: string;
  readonly wanted: readonly HookPermission[];
  readonly allowed: readonly HookPermission[];
  readonly hooks: readonly ShownHook[];
}

/**
 * The hooks of other plugins. They may come before there is a host, stay when it is replaced, and go when their plugin
 * unloads.
 */
export class PluginHooks {
  readonly #registrations = new Set<Registration>();
  readonly #listeners = new Set<() => void>();
  #host: Host | undefined;
  #isOver = false;
  #stopGrants: Stop = () => undefined;

  constructor(
    private readonly slot: HostSlot,
    private readonly notices: CalmNotices,
    private readonly questions: PermissionNotices,
  ) {}

  /** Puts hooks into whatever host there is, until stopped; then all are taken out. */
  follow(): Stop {
    const stopSlot = this.slot.onChange(() => this.#followHost());
    const stopEngine = followEngine(this.slot, (event) => {
      if (event.kind !== 'hook-paused') return;
      const text = `Lorehearth does not ask ${event.hook} any more, because it failed three times in a row.`;
      this.notices.say(`hook ${event.hook}`, text, 'long');
      this.#tell();
    });
    this.#followHost();
    return () => {
      this.#isOver = true;
      stopSlot();
      stopEngine();
      this.#stopGrants();
      for (const registration of this.#registrations) registration.detach();
      this.#registrations.clear();
    };
  }

  /**
   * Adds a hook of a plugin. It goes with the plugin, or earlier by the returned function.
   *
   * @throws TypeError with a sentence for the plugin's author.
   */
  register(owner: Plugin, hook: Hook): Stop {
    if (this.#isOver) throw new TypeError('Lorehearth was switched off; wait for "lorehearth:ready".');
    const plugin = readOwner(owner);
    const known = readHook(hook);
    if (!known.id.startsWith(`${plugin.id}:`))
      throw new TypeError(`The "id" of a hook of ${plugin.id} starts with "${plugin.id}:".`);
    if ([...this.#registrations].some((one) => one.hook.id === known.id))
      throw new TypeError(`There is a hook with the id "${known.id}" already.`);
    const registration = { plugin, hook: known, detach: () => undefined };
    this.#registrations.add(registration);
    this.#attach(registration);
    const stop = (): void => {
      registration.detach();
      if (this.#registrations.delete(registration)) this.#tell();
    };
    owner.register(stop);
    this.#tell();
    // A plugin may register several hooks at a time: that is one question.
    void Promise.resolve().then(() => this.#askFor(plugin));
    return stop;
  }

  /** Calls back when plugins, hooks, permissions or pauses changed, until stopped. */
  onChange(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** What the settings show, by the plugins' names. */
  list(): readonly ShownPlugin[] {
    const decided = this.slot.host?.grants.list() ?? [];
    const plugins = new Map([...decided, ...[...this.#registrations].map((one) => one.plugin)].map((p) => [p.id, p]));
    return [...plugins.values()].map(({ id, name }) => this.#shown(id, name)).sort((a, b) => compare(a.name, b.name));
  }

  #shown(id: string, name: string): ShownPlugin {
    const allowed = this.slot.host?.grants.allowed(id) ?? [];
    const hooks = [...this.#registrations].filter((one) => one.plugin.id === id).map((one) => one.hook);
    const asked = this.slot.host?.grants.list().find((one) => one.id === id)?.asked ?? [];
    const wanted = hookPermissions.filter(
      (permission) => asked.includes(permission) || hooks.some((hook) => hook.permissions.includes(permission)),
    );
    return {
      id,
      name,
      wanted,
      allowed,
      hooks: hooks.map((hook) => ({
        id: hook.id,
        stage: hook.stage,
        lacking: hook.permissions.filter((permission) => !allowed.includes(permission)),
        isPaused: this.slot.host?.engine.isHookPaused(hook.id) ?? false,
      })),
    };
  }

  #followHost(): void {
    if (this.slot.host === this.#host) return;
    this.#host = this.slot.host;
    this.#stopGrants();
    this.#stopGrants = this.#host?.grants.onChange(() => this.#tell()) ?? (() => undefined);
    for (const registration of this.#registrations) this.#attach(registration);
    for (const plugin of new Set([...this.#registrations].map((one) => one.plugin))) this.#askFor(plugin);
    this.#tell();
  }

  #attach(registration: Registration): void {
    registration.detach();
    const { host } = this.slot;
    const { plugin, hook } = registration;
    // The engine gets what was checked: the plugin's own object may have changed since.
    registration.detach = host?.engine.registerHook(hook, () => host.grants.allowed(plugin.id)) ?? (() => undefined);
  }

  #askFor(plugin: Registration['plugin']): void {
    const { host } = this.slot;
    const { wanted, hooks } = this.#shown(plugin.id, plugin.name);
    const permissions = host?.grants.notAsked(plugin.id, wanted) ?? [];
    if (host === undefined || hooks.length === 0 || permissions.length === 0) return;
    const decide = (isAllowed: boolean): void => void host.grants.decide(plugin, permissions, isAllowed);
    // Asked once: a notice that is put off counts as asked, and the settings hold the rest.
    decide(false);
    this.questions.ask({ plugin, permissions }, decide);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Plugins are plain JavaScript: nothing about what they hand over is certain. */
function readOwner(owner: unknown): Registration['plugin'] {
  if (owner instanceof Plugin) return { id: owner.manifest.id, name: owner.manifest.name };
  throw new TypeError('Hand over your plugin first, as in registerHook(this, hook).');
}

function compare(a: string, b: string): number {
  return a.localeCompare(b);
}
