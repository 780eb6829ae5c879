import type { WireIndexReport } from '../../../src/server/contract/wire-vaults';
import { entry } from './scripted-lore';
import type { ScriptedServer } from './scripted-server';
import { furtherVault, ownVault } from './scripted-vaults';

const longWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);

/** A report with everything that a test does not care about filled in. */
function report(id: string, facts: Partial<WireIndexReport>): WireIndexReport {
  const none = { added: 0, removed: 0, changed: { text: 0, keys: 0 }, entries: [], more: 0 };
  return { id, at: Date.now() - 90_000, vault: 'harbor-7f3a', vaultName: 'Harbor notes', ...none, ...facts };
}

/** Vaults of every kind and state, a search that finds two more, and what changed lately. */
export function fillVaults(server: ScriptedServer): void {
  const now = Date.now();
  server.vaults.items = [
    ownVault({ name: 'demo-vault', lastRead: now - 20_000, notes: 9, entries: 7 }),
    furtherVault('harbor-7f3a', {
      name: 'Harbor notes',
      kind: 'folder',
      folder: '/home/maren/Vaults/Harbor notes',
      host: '',
      port: 0,
      hasKey: false,
      lastRead: now - 45_000,
      nextTry: null,
    }),
    furtherVault('atlas-01c2', {
      name: 'Atlas',
      lastRead: now - 12_000,
      nextTry: now + 48_000,
      entries: 310,
      notes: 322,
    }),
    furtherVault('rules-99ab', {
      name: 'House rules',
      kind: 'local-rest-api',
      host: '127.0.0.1',
      port: 27_124,
      https: true,
      selfSigned: true,
      folder: 'Lore',
      state: 'unreachable',
      reason: 'Nobody answers on 127.0.0.1:27124. Is Obsidian open, and is the plugin Local REST API on?',
      stale: true,
      lastRead: now - 7_200_000,
      nextTry: now + 9_000,
      entries: 41,
      notes: 48,
    }),
    furtherVault('old-77fe', {
      name: 'Old campaign',
      kind: 'folder',
      folder: '/home/maren/Vaults/Old campaign',
      host: '',
      port: 0,
      hasKey: false,
      enabled: false,
      state: 'off',
      lastRead: null,
      nextTry: null,
      entries: 0,
      notes: 0,
    }),
  ];
  server.vaults.tests = { 'House rules': { result: 'unreachable', reason: 'Nobody answers on 127.0.0.1:27124.' } };
  server.vaults.found = [
    { kind: 'lorehearth', host: '192.168.1.20', port: 27_673, https: false, version: '0.1.0' },
    { kind: 'local-rest-api', host: '127.0.0.1', port: 27_123, https: false, version: '3.2.0' },
  ];
  server.vaults.reports = [
    report('r-2', {
      added: 1,
      removed: 1,
      changed: { text: 2, keys: 1 },
      entries: [
        { title: 'Old Pier', path: 'harbor-7f3a:/Places/Old Pier.md', what: 'added' },
        { title: 'Tide table', path: 'harbor-7f3a:/Tide table.md', what: 'text and keys' },
        { title: 'Ferry song', path: 'harbor-7f3a:/Ferry song.md', what: 'text' },
        { title: 'Drowned clerk', path: 'harbor-7f3a:/Drowned clerk.md', what: 'removed' },
      ],
    }),
    report('r-1', {
      at: now - 3_600_000,
      vault: 'own',
      vaultName: 'demo-vault',
      changed: { text: 1, keys: 0 },
      entries: [{ title: 'Lantern Quay', path: 'Lore/Lantern Quay.md', what: 'text' }],
    }),
  ];
  server.entries = [
    ...server.entries,
    entry({ title: 'Old Pier', path: 'harbor-7f3a:/Places/Old Pier.md', keys: ['old pier'], type: 'place' }),
    entry({ title: 'Quiet hours', path: 'rules-99ab:/Lore/Quiet hours.md', keys: ['quiet hours'], type: 'rule' }),
  ];
}

/** Names, paths, reasons and reports that are too long or too many. */
export function fillLongVaults(server: ScriptedServer): void {
  fillVaults(server);
  const [own] = server.vaults.items;
  server.vaults.items = [
    ...(own ? [{ ...own, name: `A vault with a long name ${longWord}` }] : []),
    ...Array.from({ length: 12 }, (_, at) =>
      furtherVault(`long-${String(at)}`, {
        name: at % 3 === 0 ? `${longWord} ${String(at)}` : `Vault number ${String(at)}`,
        kind: at % 2 === 0 ? 'folder' : 'lorehearth',
        folder: `/${'a folder with a long name/'.repeat(4)}${longWord}`,
        host: `${'very-long-name-of-a-computer.'.repeat(4)}example`,
        state: at % 3 === 0 ? 'unreachable' : 'reading',
        stale: at % 3 === 0,
        reason:
          at % 3 === 0
            ? `The folder ${longWord} cannot be read. ${'It may be on a disk that sleeps. '.repeat(4)}`
            : null,
        entries: 123_456,
        notes: 234_567,
      }),
    ),
  ];
  server.vaults.reports = Array.from({ length: 24 }, (_, at) =>
    report(`r-${String(at)}`, {
      vaultName: at === 0 ? longWord : 'Atlas',
      added: 12_000,
      changed: { text: 3_456, keys: 1 },
      entries: Array.from({ length: 50 }, (_, row) => ({
        title: row === 0 ? longWord.repeat(2) : `Entry ${String(row)}`,
        path: `atlas-01c2:/${'Deep/'.repeat(10)}${String(row)}.md`,
        what: 'text and keys' as const,
      })),
      more: 15_407,
    }),
  );
  server.vaults.canOpen = ['lorehearth', 'local-rest-api'];
}
