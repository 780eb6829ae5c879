import { describe, expect, test } from 'vitest';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { MemoryVaultOpener } from '../../adapters/memory/memory-vault-opener';
import { generated, settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import { pass, remote, vaultHost, viewOf } from '../../../tests/support/vault-host';

const own = { 'Fox.md': lore('keys: [fox]', 'The fox of home.') };
const harbor = { 'Places/Pier.md': lore('keys: [pier]', 'The old pier.'), 'Diary.md': 'Nothing.' };

describe('a further vault', () => {
  test('is read beside the own one, and its entries are found in turns', async () => {
    const host = await vaultHost(own);
    const vault = await host.add('Harbor', harbor);
    expect(vault).toMatchObject({ state: 'ready', stale: false, notes: 2, entries: 1, reason: undefined });
    expect(await generated(host.engine, ['Mara: the fox on the pier'])).toEqual(['Fox', 'Pier']);
    expect(host.engine.entryByPath(`${vault.id}:/Places/Pier.md`)).toMatchObject({ vault: 'Harbor', title: 'Pier' });
    expect(host.engine.vaults.all().map(({ name }) => name)).toEqual(['Home', 'Harbor']);
  });

  test('clashes with no path of the own vault or of another', async () => {
    const host = await vaultHost({ 'Same.md': lore('keys: [fox]', 'One.') });
    await host.add('Harbor', { 'Same.md': lore('keys: [owl]', 'Two.') });
    await host.add('Kelp', { 'Same.md': lore('keys: [hare]', 'Three.') });
    const entries = host.engine.entries({}, 0, 10).items;
    expect(new Set(entries.map(({ id }) => id)).size).toBe(3);
    expect(entries.map(({ text }) => text).sort()).toEqual(['One.', 'Three.', 'Two.']);
  });

  test('is asked nothing in a turn, however many notes it has', { timeout: 60_000 }, async () => {
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, at) => [`n${String(at)}.md`, lore(`keys: [word${String(at)}]`)]),
    );
    const host = await vaultHost(own);
    const vault = await host.add('Large', many);
    await settled();
    expect(viewOf(host, 'Large')).toMatchObject({ state: 'ready', entries: 5_000 });
    const asked = host.opener.asked.length;
    const reads = host.source.reads;
    expect(await generated(host.engine, ['Mara: fox, word17, word4711'])).toEqual(['Fox', 'n17', 'n4711']);
    expect(host.opener.asked).toHaveLength(asked);
    expect(host.source.reads).toBe(reads);
    expect(vault.id).toMatch(/^large-[a-z0-9]{4}$/);
  });

  test('leaves with its entries at once when it is switched off or taken away, and its breaker with it', async () => {
    const host = await vaultHost(own);
    const vault = await host.add('Harbor', harbor);
    expect(await host.engine.vaults.change(vault.id, { enabled: false })).toMatchObject({
      vault: { state: 'off', entries: 0, enabled: false },
    });
    expect(host.engine.status().entries).toBe(1);
    const asked = host.opener.asked.length;
    await pass(host, 180_000, 30_000);
    expect(host.opener.asked).toHaveLength(asked);
    await host.engine.vaults.change(vault.id, { enabled: true });
    await settled();
    expect(host.engine.status().entries).toBe(2);
    expect(await host.engine.vaults.remove(vault.id)).toEqual({ kind: 'removed' });
    expect(host.engine.status().entries).toBe(1);
    expect(host.engine.vaults.all().map(({ name }) => name)).toEqual(['Home']);
  });

  test('is looked at again after the time of the settings, and only what changed is read', async () => {
    const host = await vaultHost(own);
    await host.add('Harbor', harbor);
    host.opener.asked.length = 0;
    host.vault('Harbor').set('Places/Tower.md', lore('keys: [tower]'));
    await pass(host, 61_000, 30_500);
    expect(host.opener.asked).toEqual(['list coast:27700', 'read coast:27700 Places/Tower.md']);
    expect(await generated(host.engine, ['Mara: the tower'])).toEqual(['Tower']);
  });

  test('is read by hand only where the time is 0', async () => {
    const host = await vaultHost(own, { settings: { remoteVaultInterval: 0 } });
    const vault = await host.add('Harbor', harbor);
    expect(vault.nextTry).toBeUndefined();
    host.vault('Harbor').set('Places/Tower.md', lore('keys: [tower]'));
    await pass(host, 600_000, 60_000);
    expect(host.engine.status().entries).toBe(2);
    expect(await host.engine.vaults.read(vault.id)).toMatchObject({ entries: 2 });
    await host.engine.changeSettings({ remoteVaultInterval: 30 });
    expect(viewOf(host, 'Harbor').nextTry).toBe(host.time.now() + 30_000);
  });

  test('of another device kind keeps its entries, and says why it is not read', async () => {
    const store = new MemoryDocumentStore();
    const first = await vaultHost(own, { store });
    await first.add('Shelf', harbor, { kind: 'folder', folder: '/shelf', host: '', port: 0 });
    await first.engine.close();
    const second = await vaultHost(first.source, { store, opener: new MemoryVaultOpener(['lorehearth']) });
    await settled();
    expect(viewOf(second, 'Shelf')).toMatchObject({ state: 'unreachable', stale: true, entries: 1 });
    expect(viewOf(second, 'Shelf').reason).toBe('This device cannot read further folders.');
  });
});

describe('a vault that cannot be reached', () => {
  test('keeps its entries, marked as stale, and is fresh again when it is back', async () => {
    const host = await vaultHost(own);
    const vault = await host.add('Harbor', harbor);
    const path = `${vault.id}:/Places/Pier.md`;
    host.vault('Harbor').failListing('The computer is off.');
    await pass(host, 61_000, 30_500);
    expect(viewOf(host, 'Harbor')).toMatchObject({ state: 'unreachable', stale: true, reason: 'The computer is off.' });
    expect(host.engine.vaults.isStale(path)).toBe(true);
    expect(host.engine.vaults.isStale('Fox.md')).toBe(false);
    expect(await generated(host.engine, ['Mara: the pier'])).toEqual(['Pier']);
    await host.engine.refresh();
    await settled();
    expect(host.engine.status().entries).toBe(2);
    host.vault('Harbor').failListing(undefined);
    host.vault('Harbor').remove('Places/Pier.md');
    await pass(host, 30_000);
    expect(viewOf(host, 'Harbor')).toMatchObject({ state: 'ready', stale: false, reason: undefined, entries: 0 });
  });

  test('is asked after 2, 4, 8 and then every 15 seconds', async () => {
    const host = await vaultHost(own);
    await host.add('Harbor', harbor);
    host.vault('Harbor').failListing('Off.');
    await pass(host, 60_000, 30_000);
    host.opener.asked.length = 0;
    const waits: number[] = [];
    for (let tries = 0; tries < 5; tries++) {
      const wait = (viewOf(host, 'Harbor').nextTry ?? 0) - host.time.now();
      waits.push(wait);
      await pass(host, wait, wait);
    }
    expect(waits).toEqual([2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(host.opener.asked).toHaveLength(5);
  });

  test('shares its pause with another vault of the same server, which is not asked meanwhile', async () => {
    const host = await vaultHost(own, { settings: { remoteVaultInterval: 10 } });
    await host.add('Harbor', harbor, { port: 27_900 });
    await pass(host, 1_000);
    await host.add('Kelp', { 'Weed.md': lore('keys: [weed]') }, { port: 27_900, folder: 'Kelp' });
    await pass(host, 8_000);
    host.vault('Harbor').failListing('Off.');
    host.opener.asked.length = 0;
    // Harbor is asked and fails; then it is the turn of Kelp.
    await pass(host, 2_000);
    expect(host.opener.asked).toEqual(['list coast:27900']);
    const [, first, second] = host.engine.vaults.all();
    expect(first).toMatchObject({ name: 'Harbor', state: 'unreachable', stale: true, reason: 'Off.' });
    expect(second).toMatchObject({ name: 'Kelp', state: 'unreachable', stale: true, entries: 1 });
    host.vault('Harbor').failListing(undefined);
    await pass(host, 6_000);
    expect(host.engine.vaults.all().map(({ state }) => state)).toEqual(['ready', 'ready', 'ready']);
  });

  test('keeps its entries through a restart', async () => {
    const store = new MemoryDocumentStore();
    const first = await vaultHost(own, { store });
    const vault = await first.add('Harbor', harbor);
    await pass(first, 40_000, 20_000);
    await first.engine.close();
    first.vault('Harbor').failListing('Off.');
    const second = await vaultHost(first.source, { store, opener: first.opener });
    expect(viewOf(second, 'Harbor')).toMatchObject({ id: vault.id, state: 'unreachable', stale: true, entries: 1 });
    expect(await generated(second.engine, ['Mara: the pier'])).toEqual(['Pier']);
  });

  test('is not read again after a restart where nothing changed', async () => {
    const store = new MemoryDocumentStore();
    const first = await vaultHost(own, { store });
    await first.add('Harbor', harbor);
    await first.engine.close();
    first.opener.asked.length = 0;
    const second = await vaultHost(first.source, { store, opener: first.opener });
    expect(viewOf(second, 'Harbor')).toMatchObject({ state: 'ready', entries: 1 });
    expect(second.opener.asked.filter((question) => question.startsWith('read'))).toEqual([]);
  });

  test('does not lose what it has when it goes away while it is read', async () => {
    const host = await vaultHost(own);
    await host.add(
      'Harbor',
      Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`n${String(at)}.md`, lore('')])),
    );
    for (let at = 0; at < 20; at++) {
      host.vault('Harbor').set(`n${String(at)}.md`, lore('', 'Other.'));
      host.vault('Harbor').failReading(`n${String(at)}.md`, 'gone');
    }
    await pass(host, 61_000, 30_500);
    expect(viewOf(host, 'Harbor')).toMatchObject({ state: 'unreachable', entries: 20 });
    for (let at = 0; at < 20; at++) host.vault('Harbor').failReading(`n${String(at)}.md`, undefined);
    await pass(host, 5_000);
    expect(viewOf(host, 'Harbor').state).toBe('ready');
    expect(host.engine.entries({}, 0, 50).items.filter(({ text }) => text === 'Other.')).toHaveLength(20);
  });
});

describe('the key of a vault', () => {
  const secret = 'very-secret-key';

  test('is kept in no document, answer or log', async () => {
    const host = await vaultHost(own);
    host.opener.put('coast:27800', new MemoryNoteSource(harbor, 'Locked'));
    host.opener.keys.set('coast:27800', secret);
    const added = await host.engine.vaults.add(remote('Locked', { port: 27_800 }), secret);
    await settled();
    expect(viewOf(host, 'Locked')).toMatchObject({ state: 'ready', hasKey: true, entries: 1 });
    const tested = await host.engine.vaults.reach.testAll();
    await host.engine.close();
    const documents = [...host.store.names].map((name) => host.store.text(name));
    expect(JSON.stringify([added, tested, host.engine.vaults.all(), documents, host.log.warnings])).not.toContain(
      secret,
    );
  });

  test('is forgotten when host, port or https change, and not when the name does', async () => {
    const host = await vaultHost(own);
    const vault = await host.add('Harbor', harbor);
    const { vaults } = host.engine;
    for (const change of [{ host: 'other' }, { port: 1_234 }, { https: true }]) {
      await vaults.change(vault.id, {}, secret);
      await vaults.change(vault.id, { name: 'Port' });
      expect(viewOf(host, 'Port').hasKey).toBe(true);
      await vaults.change(vault.id, change);
      expect(viewOf(host, 'Port').hasKey).toBe(false);
      expect(await host.secrets.read(`vault-${vault.id}`)).toBeUndefined();
    }
    await vaults.change(vault.id, { port: 1_235 }, secret);
    expect(viewOf(host, 'Port').hasKey).toBe(true);
    await vaults.remove(vault.id);
    expect(await host.secrets.read(`vault-${vault.id}`)).toBeUndefined();
  });
});
