import type { Plugin } from 'obsidian';
import type { EngineStatus } from '../../core/engine/lore-engine';
import type { Hook } from '../../core/pipeline/hook';
import { followEngine } from './follow-engine';
import type { HostSlot } from './host-slot';
import type { PluginHooks } from './plugin-hooks';

/** The state of the index, as far as other plugins need it. */
export type LorehearthStatus = Pick<EngineStatus, 'vault' | 'index' | 'entries' | 'tokensExact'>;

/** What happened, without texts of chat or lore. */
export type LorehearthEvent =
  /** Entries came, went or changed. */
  | { readonly kind: 'index-changed' }
  /** Lore was chosen for a reply. */
  | {
      readonly kind: 'generation-finished';
      readonly id: string;
      readonly chat: string;
      readonly turn: number;
      /** How many entries were injected, and their tokens together. */
      readonly injected: number;
      readonly tokens: number;
    };

/** What other plugins and scripts of the app may use: `app.plugins.plugins.lorehearth.api`. */
export interface LorehearthApi {
  /** Version of the plugin, e.g. `0.1.0`. */
  readonly version: string;
  /** State of the index; undefined until the app’s layout is ready. */
  status(): LorehearthStatus | undefined;
  /** Address of the server without a path; undefined while it does not listen. */
  address(): string | undefined;
  /**
   * Adds a hook of a plugin. The user is asked once for its permissions. The hook goes when the plugin unloads, or
   * earlier by the returned function.
   *
   * @param plugin The plugin that calls, whose id the hook’s id starts with.
   * @throws TypeError with a sentence that says what is wrong with the hook.
   */
  registerHook(plugin: Plugin, hook: Hook): () => void;
  /** Calls back when something happened, until the plugin unloads or the returned function is called. */
  on(plugin: Plugin, listener: (event: LorehearthEvent) => void): () => void;
}

/** The interface over whatever host there is at the time of a call. */
export function createApi(version: string, slot: HostSlot, hooks: PluginHooks): LorehearthApi {
  return {
    version,
    status: () => {
      const status = slot.host?.engine.status();
      if (status === undefined) return undefined;
      const { vault, index, entries, tokensExact } = status;
      return { vault, index, entries, tokensExact };
    },
    address: () => slot.host?.address,
    registerHook: (plugin, hook) => hooks.register(plugin, hook),
    on: (plugin, listener) => {
      const stop = followEngine(slot, (event) => {
        if (event.kind === 'index-changed') listener({ kind: 'index-changed' });
        if (event.kind !== 'generation-finished') return;
        const { id, chat, turn, summary } = event.trace;
        const { injected, tokens } = summary;
        listener({ kind: 'generation-finished', id, chat, turn, injected, tokens });
      });
      plugin.register(stop);
      return stop;
    },
  };
}
