import { describe, expect, test } from 'vitest';
import { settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import { vaultHost, viewOf, type VaultHost } from '../../../tests/support/vault-host';
import type { Patch } from '../edits/patch';

const note = lore('keys: [pier]', 'Old.');

function change(path: string): Patch {
  return { kind: 'change', path, operations: [{ kind: 'add-items', name: 'keys', items: ['jetty'] }] };
}

async function accepted({ engine }: VaultHost, path: string) {
  const proposed = await engine.edits.propose(change(path), { tool: 'user' });
  if (proposed.kind !== 'proposal') return proposed;
  return engine.edits.accept(proposed.proposal.id);
}

describe('a change to a note of a further vault', () => {
  test('is refused in words where the vault is remote, and nothing is written', async () => {
    const host = await vaultHost({});
    const { id } = await host.add('Harbor', { 'Pier.md': note });
    const result = await accepted(host, `${id}:/Pier.md`);
    expect(JSON.stringify(result)).toContain('The note is in the vault “Harbor”, which is only read from here.');
    expect(host.vault('Harbor').text('Pier.md')).toBe(note);
  });

  test('is written where the vault is a folder, and counts at once', async () => {
    const host = await vaultHost({});
    const place = { kind: 'folder', folder: '/shelf', host: '', port: 0 } as const;
    const { id } = await host.add('Shelf', { 'Pier.md': note }, place);
    await accepted(host, `${id}:/Pier.md`);
    await settled();
    expect(host.vault('Shelf').text('Pier.md')).toContain('jetty');
    expect(host.engine.entryByPath(`${id}:/Pier.md`)?.keys.map(({ text }) => text)).toEqual(['pier', 'jetty']);
    await host.engine.vaults.change(id, { enabled: false });
    expect(viewOf(host, 'Shelf').entries).toBe(0);
  });
});
