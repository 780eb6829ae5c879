import { splitMounted } from '../base/mounted-path';
import type { VaultKind } from '../ports/vault-opener';
import type { LoreIndex } from '../search/lore-index';
import type { MountedVault } from '../vaults/mounted-vault';
import type { FurtherVault } from '../vaults/vault-list';
import type { IndexState } from './lookup';

/** The id under which the host's own vault is told. */
export const OWN_VAULT = 'own';

/** How a vault stands, for users. Its key is not among it. */
export interface VaultView {
  readonly id: string;
  readonly name: string;
  readonly kind: VaultKind | 'own';
  readonly enabled: boolean;
  readonly folder: string;
  readonly host: string;
  readonly port: number;
  readonly https: boolean;
  readonly selfSigned: boolean;
  readonly hasKey: boolean;
  readonly state: 'reading' | 'ready' | 'unreachable' | 'off';
  /** A sentence, where something is wrong. */
  readonly reason: string | undefined;
  /** Whether its entries are those of an earlier time, since it cannot be reached. */
  readonly stale: boolean;
  /** When it was read last by itself or by hand, in milliseconds since 1970. */
  readonly lastRead: number | undefined;
  /** When it is read again by itself, in milliseconds since 1970. */
  readonly nextTry: number | undefined;
  readonly notes: number;
  readonly entries: number;
}

/** The host's own vault. */
export function ownVault(name: string, state: IndexState, index: LoreIndex): VaultView {
  const states = { indexing: 'reading', ready: 'ready', unreachable: 'unreachable' } as const;
  return {
    ...{ id: OWN_VAULT, name, kind: OWN_VAULT, enabled: true, folder: '', host: '', port: 0 },
    ...{ https: false, selfSigned: false, hasKey: false },
    state: states[state.kind],
    reason: state.kind === 'unreachable' ? state.reason : undefined,
    stale: state.kind === 'unreachable',
    ...{ lastRead: undefined, nextTry: undefined },
    ...countsOf(index, ''),
  };
}

/** A further vault. */
export function furtherVault(
  vault: FurtherVault,
  mount: MountedVault | undefined,
  { index, hasKey }: { readonly index: LoreIndex; readonly hasKey: boolean },
): VaultView {
  const state = mount?.state;
  return {
    ...vault,
    hasKey,
    state: state?.state ?? 'off',
    reason: state?.reason,
    stale: mount?.isStale ?? false,
    lastRead: state?.lastRead,
    nextTry: state?.nextTry,
    ...countsOf(index, vault.id),
  };
}

interface Counts {
  readonly notes: number;
  readonly entries: number;
}

const known = new WeakMap<LoreIndex, ReadonlyMap<string, Counts>>();

/** Counted once for each snapshot of the index. */
function countsOf(index: LoreIndex, vault: string): Counts {
  const counts = known.get(index) ?? countAll(index);
  known.set(index, counts);
  return counts.get(vault) ?? { notes: 0, entries: 0 };
}

function countAll(index: LoreIndex): ReadonlyMap<string, Counts> {
  const counts = new Map<string, Counts>();
  for (const { path, reading } of index.notes.values()) {
    const { vault } = splitMounted(path);
    const { notes, entries } = counts.get(vault) ?? { notes: 0, entries: 0 };
    counts.set(vault, { notes: notes + 1, entries: entries + (reading.kind === 'entry' ? 1 : 0) });
  }
  return counts;
}
