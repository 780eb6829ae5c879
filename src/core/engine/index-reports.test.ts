import { describe, expect, test } from 'vitest';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import { pass, vaultHost, viewOf, type VaultHost } from '../../../tests/support/vault-host';

const own = { 'Fox.md': lore('keys: [fox]'), 'Owl.md': lore('keys: [owl]'), 'Diary.md': 'Nothing.' };

function reports({ engine }: VaultHost) {
  return engine.vaults.indexReports(50).map(({ id: _id, at: _at, entries, more, ...counts }) => ({
    ...counts,
    entries: entries.map(({ title, what }) => `${title}: ${what}`),
    more,
  }));
}

describe('a report of the index', () => {
  test('tells what came, went and changed, with an event, once nothing changes any more', async () => {
    const host = await vaultHost(own);
    host.source.set('Elk.md', lore('keys: [elk]'));
    host.source.set('Fox.md', lore('keys: [fox, vixen]', 'Other.'));
    host.source.remove('Owl.md');
    host.source.set('Diary.md', 'Still nothing.');
    await settled();
    expect(reports(host)).toEqual([]);
    await pass(host, 2_000, 2_000);
    const [report] = reports(host);
    expect(report).toEqual({
      ...{ vault: '', vaultName: 'Home', added: 1, removed: 1, changed: { text: 1, keys: 1 }, more: 0 },
      entries: expect.arrayContaining(['Elk: added', 'Fox: text and keys', 'Owl: removed']) as string[],
    });
    expect(host.events.filter(({ kind }) => kind === 'index-report')).toHaveLength(1);
  });

  test('is none for the first index of a start, with or without a snapshot, of own and further vaults', async () => {
    const store = new MemoryDocumentStore();
    const first = await vaultHost(own, { store });
    await first.add('Harbor', { 'Pier.md': lore('keys: [pier]') });
    await pass(first, 2_000);
    expect(reports(first)).toMatchObject([{ vaultName: 'Harbor', added: 1 }]);
    await first.engine.close();
    first.source.set('Elk.md', lore('keys: [elk]'));
    first.vault('Harbor').set('Tower.md', lore('keys: [tower]'));
    const second = await vaultHost(first.source, { store, opener: first.opener });
    await pass(second, 20_000);
    expect(second.engine.status().entries).toBe(5);
    expect(reports(second)).toEqual([]);
    first.vault('Harbor').set('Gull.md', lore('keys: [gull]'));
    await second.engine.vaults.read(viewOf(second, 'Harbor').id);
    expect(reports(second)).toMatchObject([{ vaultName: 'Harbor', added: 1, entries: ['Gull: added'] }]);
  });

  test('tells of a moved note nothing, or what else changed in it', async () => {
    const host = await vaultHost(own);
    host.source.rename('Fox.md', 'Animals/Fox.md');
    await settled();
    await pass(host, 2_000, 2_000);
    expect(reports(host)).toEqual([]);
    host.source.batch(() => {
      host.source.rename('Owl.md', 'Animals/Owl.md');
      host.source.set('Animals/Owl.md', lore('keys: [owl]', 'Other.'));
    });
    await settled();
    await pass(host, 2_000, 2_000);
    expect(reports(host)).toMatchObject([{ added: 0, removed: 0, changed: { text: 1, keys: 0 } }]);
  });

  test('is one for each vault and reading, and tells what a vault took with it', async () => {
    const host = await vaultHost({});
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${String(at)}.md`, lore('')]));
    const vault = await host.add('Harbor', many);
    expect(reports(host)).toMatchObject([{ vault: vault.id, added: 60, more: 10 }]);
    expect(host.engine.vaults.indexReports(1)[0]?.entries).toHaveLength(50);
    await host.engine.vaults.remove(vault.id);
    await pass(host, 2_000, 2_000);
    expect(reports(host)).toMatchObject([{ vaultName: 'Harbor', removed: 60 }, { added: 60 }]);
  });

  test('waits for the end of a row of changes, yet not longer than 15 seconds', async () => {
    const host = await vaultHost(own);
    for (let second = 0; second < 16; second++) {
      host.source.set('Fox.md', lore('keys: [fox]', `Text ${String(second)}.`));
      await settled();
      await pass(host, 1_000);
    }
    expect(reports(host)).toMatchObject([{ changed: { text: 1 } }]);
  });

  test('is not kept beyond the newest fifty', async () => {
    const host = await vaultHost(own);
    for (let count = 0; count < 55; count++) {
      host.source.set('Fox.md', lore('keys: [fox]', `Text ${String(count)}.`));
      await settled();
      await pass(host, 2_000, 2_000);
    }
    expect(reports(host)).toHaveLength(50);
  });
});
