import { expect, test } from 'vitest';
import { lore } from '../../../tests/support/lore-vault';
import { pass, vaultHost } from '../../../tests/support/vault-host';

test('the health check tells of further vaults that cannot be reached and of titles that several vaults have', async () => {
  const host = await vaultHost({ 'Pier.md': lore('keys: [pier]') });
  await host.add('Harbor', { 'Pier.md': lore('keys: [jetty]') });
  const told = async () =>
    (await host.engine.health.report())
      .filter(({ code }) => code === 'titles-of-vaults' || code === 'further-vault-unreachable')
      .map(({ code, message, path }) => [code, path, message.replaceAll(/harbor-\w+/g, 'harbor')]);
  expect(await told()).toEqual([
    [
      'titles-of-vaults',
      'Pier.md',
      '“Pier” is a title in several vaults. All are used, those of further vaults under the name of their vault (harbor:/Pier.md).',
    ],
  ]);
  await host.engine.changeSettings({ sameTitlePolicy: 'last' });
  host.vault('Harbor').failListing('The computer is off.');
  await pass(host, 61_000, 30_500);
  expect(await told()).toEqual([
    ['further-vault-unreachable', '', expect.stringContaining('“Harbor” cannot be reached: The computer is off.')],
    [
      'titles-of-vaults',
      expect.stringMatching(/^harbor-\w+:\/Pier\.md$/),
      expect.stringContaining('left out: Pier.md.'),
    ],
  ]);
});
