import type { WireFoundVault, WireVault, WireVaults, WireVaultTest } from '../../server/contract/wire-vaults';
import { table } from './print-table';

const states = { reading: 'reading', ready: 'ready', unreachable: 'not reachable', off: 'off' } as const;

/** The vaults of a host as a table, with what is wrong below it. */
export function printVaults({ items, policy }: WireVaults): string {
  const rows = items.map((vault) => [
    vault.id,
    vault.name,
    vault.kind === 'own' ? 'own' : placeOf(vault),
    `${states[vault.state]}${vault.stale ? ', stale' : ''}`,
    String(vault.entries),
  ]);
  const wrong = items.flatMap(({ name, reason }) => (reason === null ? [] : [`${name}: ${reason}`]));
  const lines = table(['Id', 'Name', 'Place', 'State', 'Entries'], rows);
  return [...lines, '', `Same titles: ${policy}`, ...wrong].join('\n');
}

/** How tests ended, a line each. */
export function printVaultTests(tests: readonly WireVaultTest[]): string {
  if (tests.length === 0) return 'There is no further vault that is on.';
  return tests.map((test) => `${test.result === 'ok' ? '✓' : '✗'} ${test.name}: ${testWords(test)}`).join('\n');
}

/** What a search found, a line each. */
export function printFound(found: readonly WireFoundVault[]): string {
  if (found.length === 0) return 'No vault answers there.';
  return found
    .map(({ kind, host, port, https, version }) => `${address({ host, port, https })}  ${kind} ${version}`.trimEnd())
    .join('\n');
}

function testWords({ result, vault, notes, version, reason }: WireVaultTest): string {
  if (result !== 'ok') return reason;
  const facts = [notes === null ? '' : `${String(notes)} notes`, version === '' ? '' : `version ${version}`];
  return [`"${vault}" answers`, ...facts.filter(Boolean)].join(', ');
}

function placeOf(vault: WireVault): string {
  if (vault.kind === 'folder') return vault.folder;
  return vault.folder === '' ? address(vault) : `${address(vault)} (${vault.folder})`;
}

function address({ host, port, https }: Pick<WireVault, 'host' | 'port' | 'https'>): string {
  return `${https ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}
