import { pictureNow } from './picture-clock';
import { proposalOf } from './scripted-edits';
import type { ScriptedServer } from './scripted-server';

const NOTE = `---
tags: [lorebook]
keys:
  - mira
  - the miller
---
# Mira

Mira keeps the mill by the northern river and sells flour to the garrison.

## History

She came to the valley as a child, with the last of the river folk.
`;
const LONG = `${'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(3)}/Mira of the long, long, long name.md`;

/** Proposals of every state, and changes that were made. */
export function fillEdits({ edits }: ScriptedServer): void {
  const now = pictureNow;
  const hired = NOTE.replace('  - the miller\n', '  - the miller\n  - miller of the ford\n').replace(
    'flour to the garrison',
    'bread to the garrison and to travelers',
  );
  const mine = NOTE.replace('as a child', 'as a grown woman');
  const theirs = NOTE.replace('as a child', 'as a girl of nine');
  edits.proposals = [
    proposalOf(
      {
        id: 'open',
        at: now - 60_000,
        path: 'Lore/Mira.md',
        remarks: [{ was: '<% tp.file.title %>', sentence: 'A Templater command was made plain text.' }],
      },
      NOTE,
      hired,
    ),
    proposalOf(
      { id: 'new', at: now - 120_000, kind: 'create', path: `Lore/${LONG}`, origin: { tool: 'scribe' } },
      '',
      NOTE,
    ),
    proposalOf(
      {
        id: 'conflict',
        at: now - 7_200_000,
        path: 'Lore/Mira.md',
        status: 'conflict',
        sentence: 'The note was changed at the same places since. Choose what it is to say.',
        conflict: { base: NOTE, mine, theirs },
      },
      mine,
      theirs,
    ),
    proposalOf(
      {
        id: 'gone',
        at: now - 90_000_000,
        path: 'Lore/Old.md',
        status: 'stale',
        sentence: 'The note is not there any more.',
      },
      NOTE,
      hired,
    ),
  ];
  const { id, at, title, path, added, removed, diff } = proposalOf(
    { id: 'made', at: now - 30_000, path: 'Lore/Mira.md' },
    NOTE,
    hired,
  );
  const change = { id, at, title, path, added, removed, diff, kind: 'change' as const, state: 'applied' as const };
  edits.changes = [
    { ...change, origin: { tool: 'librarian', session: 's' } },
    { ...change, id: 'moved', kind: 'move', from: `Lore/${LONG}`, origin: { tool: 'why' } },
    { ...change, id: 'back', state: 'undone', origin: { tool: 'scribe' } },
  ];
  edits.kept = { moved: 'Another note has its old name by now.' };
}
