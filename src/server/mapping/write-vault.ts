import type { TestedVault } from '../../core/engine/vault-reach';
import { OWN_VAULT, type VaultView } from '../../core/engine/vault-view';
import type { IndexReport } from '../../core/vaults/index-reports';
import type { WireIndexReport, WireVault, WireVaultTest } from '../contract/wire-vaults';

/** A vault as clients are told it. */
export function writeVault(vault: VaultView): WireVault {
  const { id, name, kind, enabled, folder, host, port, https, selfSigned, hasKey, state, stale, notes, entries } =
    vault;
  return {
    ...{ id, name, kind, enabled, folder, host, port, https, selfSigned, hasKey, state, stale, notes, entries },
    reason: vault.reason ?? null,
    lastRead: vault.lastRead ?? null,
    nextTry: vault.nextTry ?? null,
  };
}

/** What came of trying to reach a vault. */
export function writeVaultTest({ id, name, test }: TestedVault): WireVaultTest {
  const head = { id: id ?? null, name, result: test.kind };
  return test.kind === 'ok'
    ? { ...head, vault: test.vault, notes: test.notes ?? null, version: test.version, reason: '' }
    : { ...head, vault: '', notes: null, version: '', reason: test.reason };
}

/** What changed in the index of a vault. */
export function writeIndexReport({ vault, ...report }: IndexReport): WireIndexReport {
  return { ...report, vault: vault === '' ? OWN_VAULT : vault };
}
