import { listOf } from '../../core/base/json-value';
import { readStored } from '../../core/documents/read-stored';
import { storedDocuments } from '../../core/documents/stored-documents';
import { hookPermissions, type HookPermission } from '../../core/pipeline/hook';
import type { DocumentStore } from '../../core/ports/document-store';
import type { Log } from '../../core/ports/log';
import type { Stop } from '../../core/ports/note-source';

const DOCUMENT = storedDocuments.pluginGrants;

/** What the user allowed another plugin to do. */
export interface PluginGrants {
  /** Id of the plugin. */
  readonly id: string;
  /** Its name when it last asked. */
  readonly name: string;
  /** Permissions about which the user was asked. */
  readonly asked: readonly HookPermission[];
  /** Those of them that the user gave. */
  readonly allowed: readonly HookPermission[];
}

/** The permissions of other plugins, kept in a document of their own. What is not known is not allowed. */
export class HookGrants {
  readonly #plugins = new Map<string, PluginGrants>();
  readonly #listeners = new Set<() => void>();
  /** A document of a newer version is not written over. */
  #mayStore = true;

  private constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  /** Reads the document. One that cannot be read allows nothing. */
  static async open(store: DocumentStore, log: Log): Promise<HookGrants> {
    const grants = new HookGrants(store, log);
    const { value, readOnly } = await readStored(DOCUMENT, { store, log });
    grants.#mayStore = readOnly === undefined;
    // What a newer version stored may allow more than it says here: plugins are asked about again.
    if (grants.#mayStore) grants.#take(value?.['plugins']);
    return grants;
  }

  /** What a plugin may do. */
  allowed(plugin: string): readonly HookPermission[] {
    return this.#plugins.get(plugin)?.allowed ?? [];
  }

  /** Those of the permissions about which the user was not asked yet. */
  notAsked(plugin: string, wanted: readonly HookPermission[]): readonly HookPermission[] {
    const asked = this.#plugins.get(plugin)?.asked ?? [];
    return wanted.filter((permission) => !asked.includes(permission));
  }

  /** Every plugin about which something is known, by name. */
  list(): readonly PluginGrants[] {
    return [...this.#plugins.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Gives or takes permissions, at once and from now on. */
  async decide(
    plugin: Pick<PluginGrants, 'id' | 'name'>,
    permissions: readonly HookPermission[],
    isAllowed: boolean,
  ): Promise<void> {
    const { asked = [], allowed = [] } = this.#plugins.get(plugin.id) ?? {};
    const others = allowed.filter((permission) => !permissions.includes(permission));
    this.#plugins.set(plugin.id, {
      id: plugin.id,
      name: plugin.name,
      asked: inOrder([...asked, ...permissions]),
      allowed: inOrder(isAllowed ? [...others, ...permissions] : others),
    });
    for (const listener of [...this.#listeners]) listener();
    await this.#save();
  }

  /** Calls back after every decision, until stopped. */
  onChange(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #take(plugins: unknown): void {
    for (const one of listOf(plugins)) {
      const { id, name, asked, allowed } = partsOf(one, 'id', 'name', 'asked', 'allowed');
      if (typeof id !== 'string') continue;
      const given = { asked: permissionsIn(asked), allowed: permissionsIn(allowed) };
      this.#plugins.set(id, { id, name: typeof name === 'string' ? name : id, ...given });
    }
  }

  async #save(): Promise<void> {
    if (!this.#mayStore) return;
    try {
      await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, plugins: this.list() });
    } catch (error) {
      this.log.warn('The permissions of plugins could not be stored; they hold until the app closes.', error);
    }
  }
}

function partsOf<Name extends string>(value: unknown, ...names: readonly Name[]): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null) return {};
  const parts: Partial<Record<Name, unknown>> = {};
  for (const name of names) parts[name] = Reflect.get(value, name);
  return parts;
}

function permissionsIn(value: unknown): readonly HookPermission[] {
  return Array.isArray(value) ? inOrder(value) : [];
}

function inOrder(values: readonly unknown[]): readonly HookPermission[] {
  return hookPermissions.filter((permission) => values.includes(permission));
}
