import { pictureNow } from './picture-clock';
import { scriptedCheck } from './scripted-setup';
import type { ScriptedServer } from './scripted-server';

/** Clients of every kind, changed settings, and a doctor that has found something. */
export function fillSetup(server: ScriptedServer): void {
  const now = pictureNow;
  const day = 86_400_000;
  server.setup.clients = [
    {
      ...{ id: 'c-1', name: 'SillyTavern at 127.0.0.1:8000', scopes: ['generate', 'read', 'write'] },
      ...{ origins: ['http://127.0.0.1:8000'], createdAt: now - 40 * day, lastSeen: now - 120_000 },
      ...{ fixed: false, own: false, report: { version: '0.1.0', hostVersion: '1.19.0', at: now } },
    },
    {
      ...{ id: 'c-2', name: 'Backup script', scopes: ['read'], origins: [], createdAt: now - 3 * day },
      ...{ fixed: false, own: false },
    },
    {
      ...{ id: 'c-3', name: 'Command line', scopes: ['generate', 'read', 'write', 'admin'], origins: [] },
      ...{ createdAt: now - 3_600_000, lastSeen: now, fixed: true, own: true },
    },
  ];
  server.settings = { ...server.settings, scanDepth: 8, loreTag: 'canon', origins: ['https://st.example.org'] };
  failing(server);
}

/** Names and addresses that are longer than any place for them. */
export function fillLongSetup(server: ScriptedServer): void {
  fillSetup(server);
  const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);
  server.setup.clients = server.setup.clients.map((client) => ({ ...client, name: long, origins: [`http://${long}`] }));
  server.settings = { ...server.settings, templateFolder: long, origins: [`https://${long}`] };
  server.setup.find(scriptedCheck('lore', 'Lore notes', 'failed', `No note carries the tag #${long}, but others do.`));
}

/** A doctor that has found something at every hop. */
function failing({ setup }: ScriptedServer): void {
  const page = 'http://192.168.1.5:8000';
  setup.find(
    scriptedCheck('lore', 'Lore notes', 'failed', 'No note carries the tag #lorebook, but 37 notes carry #lore.', {
      ...{ kind: 'settings', label: 'Use the tag #lore', values: { loreTag: 'lore' } },
    }),
    scriptedCheck(
      ...(['server', 'Server', 'warning'] as const),
      'Port 27673 is taken by another program. Listening on http://127.0.0.1:27674. SillyTavern finds it there by itself, unless an address is set in its Lorehearth drawer.',
    ),
    scriptedCheck(
      ...(['bridge', 'Extension in SillyTavern', 'warning'] as const),
      'Version 0.0.9 lies in /home/mara/SillyTavern/data/default-user/extensions/lorehearth, and Lorehearth is of version 0.1.0.',
      { kind: 'call', label: 'Update it', route: 'update-bridge' },
    ),
    scriptedCheck(
      ...(['origins', 'Pages that may ask', 'warning'] as const),
      `${page} was turned away 2 minutes ago. Allow it only if it is your SillyTavern.`,
      { kind: 'settings', label: `Allow ${page}`, values: { origins: [page] } },
    ),
    scriptedCheck(
      ...(['versions', 'Versions', 'failed'] as const),
      'SillyTavern 1.12.9 is too old: the extension needs 1.13 or newer. Update SillyTavern.',
    ),
    scriptedCheck(
      'turn',
      'Last turn',
      'waiting',
      'No reply has asked for lore since Lorehearth began. Send a message.',
    ),
  );
}

/** A vault in which nothing was done yet. */
export function fillFirstRun(server: ScriptedServer): void {
  const { setup } = server;
  server.entries = [];
  setup.wantsSteps = true;
  setup.find(
    scriptedCheck(
      ...(['lore', 'Lore notes', 'failed'] as const),
      'No note carries the tag #lorebook yet. Write it into the tags of a note, and the note becomes an entry.',
      { kind: 'call', label: 'Create an example entry', route: 'example' },
    ),
    scriptedCheck(
      'bridge',
      'Extension in SillyTavern',
      'failed',
      'SillyTavern has no Lorehearth extension that is known here.',
      {
        ...{
          kind: 'install-bridge',
          label: 'Install the extension',
          command: 'lorehearth bridge install <SillyTavern folder>',
        },
      },
    ),
    scriptedCheck(
      ...(['pairing', 'Pairing', 'failed'] as const),
      'Nobody is paired. In SillyTavern, open Extensions, then Lorehearth, and select “Pair”.',
    ),
    scriptedCheck('versions', 'Versions', 'waiting', 'The extension says which version it is when it connects.'),
    scriptedCheck(
      ...(['turn', 'Last turn', 'waiting'] as const),
      'No reply has asked for lore since Lorehearth began. Send a message in SillyTavern.',
    ),
  );
}
