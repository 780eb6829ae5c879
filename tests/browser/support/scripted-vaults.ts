import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import type {
  WireFoundVault,
  WireIndexReport,
  WireVault,
  WireVaults,
  WireVaultTest,
} from '../../../src/server/contract/wire-vaults';

type VaultHandlers = Pick<
  Handlers,
  | 'vaults'
  | 'addVault'
  | 'orderVaults'
  | 'testVaults'
  | 'scanVaults'
  | 'changeVault'
  | 'removeVault'
  | 'testVault'
  | 'readVault'
  | 'indexReports'
  | 'notes'
  | 'note'
>;

const NOW = 1_750_000_000_000;

/** Vaults of a scripted server: what they answer is put in by the test. */
export class ScriptedVaults {
  /** The own one first. */
  items: readonly WireVault[] = [ownVault()];
  policy: WireVaults['policy'] = 'all';
  canOpen: WireVaults['canOpen'] = ['folder', 'lorehearth', 'local-rest-api'];
  /** What a test of a vault says, by its name; all others are fine. */
  tests: Readonly<Record<string, Pick<WireVaultTest, 'result' | 'reason'>>> = {};
  /** What a search finds, whatever is asked. */
  found: readonly WireFoundVault[] = [];
  reports: readonly WireIndexReport[] = [];
  /** Why nothing is changed, if it is not. */
  refusal: string | undefined;
  /** Keys that were told so far, by id of the vault. */
  readonly keys = new Map<string, string>();

  handlers(): VaultHandlers {
    return {
      vaults: (context) => context.json(this.#all(), 200),
      addVault: (context) => {
        if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
        const { key = '', port = 0, ...place } = context.req.valid('json');
        const id = `vault-${String(this.items.length)}`;
        if (key !== '') this.keys.set(id, key);
        const vault = furtherVault(id, { ...place, port, hasKey: key !== '' });
        this.items = [...this.items, vault];
        return context.json(vault, 201);
      },
      orderVaults: (context) => {
        const { ids } = context.req.valid('json');
        const rank = (vault: WireVault): number => (vault.kind === 'own' ? -1 : ids.indexOf(vault.id));
        this.items = [...this.items].sort((a, b) => rank(a) - rank(b));
        return context.json(this.#all(), 200);
      },
      testVaults: (context) => {
        const { place } = context.req.valid('json');
        const items = place
          ? [this.#test(null, place.name ?? place.host)]
          : this.items.flatMap(({ id, name, kind, enabled }) =>
              kind === 'own' || !enabled ? [] : [this.#test(id, name)],
            );
        return context.json({ items }, 200);
      },
      scanVaults: (context) => {
        const { from, to } = context.req.valid('json');
        return context.json({ found: this.found, asked: to - from + 1 }, 200);
      },
      changeVault: (context) => {
        const vault = this.#find(context);
        if (!vault) return notFound(context);
        if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
        const { key, ...change } = context.req.valid('json');
        const moved = ['host', 'port', 'https'].some((name) => name in change);
        if (key !== undefined || moved) this.keys.delete(vault.id);
        if (key !== undefined && key !== '') this.keys.set(vault.id, key);
        const state = change.enabled === undefined ? vault.state : change.enabled ? 'ready' : 'off';
        const entries = state === 'off' ? 0 : vault.entries;
        return context.json(this.#put({ ...vault, ...change, state, entries, hasKey: this.keys.has(vault.id) }), 200);
      },
      removeVault: (context) => {
        const vault = this.#find(context);
        if (!vault) return notFound(context);
        if (this.refusal !== undefined) return context.json(problem(409, 'not_done', this.refusal), 409);
        this.items = this.items.filter((one) => one !== vault);
        return context.json(this.#all(), 200);
      },
      testVault: (context) => {
        const vault = this.#find(context);
        return vault ? context.json(this.#test(vault.id, vault.name), 200) : notFound(context);
      },
      readVault: (context) => {
        const vault = this.#find(context);
        if (!vault) return notFound(context);
        const fails = this.tests[vault.name];
        const read: WireVault = fails
          ? { ...vault, state: 'unreachable', reason: fails.reason, stale: true, nextTry: NOW + 2_000 }
          : { ...vault, state: 'ready', reason: null, stale: false, lastRead: NOW, nextTry: NOW + 60_000 };
        return context.json(this.#put(read), 200);
      },
      indexReports: (context) => context.json({ items: this.reports.slice(0, context.req.valid('query').limit) }, 200),
      notes: (context) => context.json({ items: [], unreadable: [] }, 200),
      note: (context) => notFound(context),
    };
  }

  #all(): WireVaults {
    return { policy: this.policy, canOpen: this.canOpen, items: this.items };
  }

  #find(context: Context): WireVault | undefined {
    return this.items.find(({ id, kind }) => kind !== 'own' && id === context.req.param('id'));
  }

  #put(vault: WireVault): WireVault {
    this.items = this.items.map((one) => (one.id === vault.id ? vault : one));
    return vault;
  }

  #test(id: string | null, name: string): WireVaultTest {
    const fails = this.tests[name];
    if (fails) return { id, name, ...fails, vault: '', notes: null, version: '' };
    return { id, name, result: 'ok', reason: '', vault: name, notes: 12, version: '1.2.0' };
  }
}

/** The host's own vault as the list of vaults has it. */
export function ownVault(parts: Partial<WireVault> = {}): WireVault {
  const own = furtherVault('own', { name: 'Harbour', kind: 'own', host: '', port: 0 });
  return { ...own, nextTry: null, ...parts };
}

/** A further vault as the list has it: another Lorehearth that was read a minute ago. */
export function furtherVault(id: string, parts: Partial<WireVault> = {}): WireVault {
  return {
    id,
    name: id,
    kind: 'lorehearth',
    enabled: true,
    folder: '',
    host: '192.168.1.20',
    port: 27_673,
    https: false,
    selfSigned: false,
    hasKey: true,
    state: 'ready',
    reason: null,
    stale: false,
    lastRead: NOW,
    nextTry: NOW + 60_000,
    notes: 14,
    entries: 12,
    ...parts,
  };
}

function problem(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}

function notFound(context: Context) {
  return context.json(problem(404, 'not_found', 'There is no such vault.'), 404);
}
