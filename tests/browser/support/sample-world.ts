import { pictureNow } from './picture-clock';
import { problem, sampleEntries } from './scripted-lore';
import { scriptedPreview } from './scripted-preview';
import type { ScriptedServer } from './scripted-server';

/** A scene that wakes a part of the sample lore and is refused another. */
export const scene = `The fog came in before the second tide. Maren stood on Lantern Quay and counted the lanterns twice. Somewhere under the water a bell answered, and she did not look up from the toll book.

“Not mine,” she said. “The drowned bell rings early this year.”`;

/** Puts something of every kind into a scripted server: problems, a last turn, clients, a waiting pairing. */
export function fillWorld(server: ScriptedServer): void {
  const now = pictureNow;
  server.problems = sampleEntries.flatMap((entry) => entry.problems);
  server.unused = [
    {
      path: 'Lore/Unclosed list.md',
      state: 'quarantined',
      problems: [
        problem({
          path: 'Lore/Unclosed list.md',
          severity: 'error',
          code: 'frontmatter-broken',
          text: 'keys: [sluice bell, bell of the east bank',
          message: 'The properties cannot be read: the list is not closed. Correct the YAML at this line.',
        }),
      ],
    },
    { path: 'Templates/Character.md', state: 'skipped', reason: 'template', problems: [] },
    { path: 'Rules/Guide to names.md', state: 'guide', problems: [] },
    {
      path: 'Lore/Night baker.md',
      state: 'skipped',
      reason: 'no-lore-tag',
      problems: [
        problem({
          path: 'Lore/Night baker.md',
          severity: 'info',
          code: 'property-near-miss',
          text: 'key_s',
          message: 'Unknown property "key_s", did you mean "keys"? Unknown properties are kept and have no effect.',
        }),
      ],
    },
  ];
  const { trace } = scriptedPreview(sampleEntries, scene);
  server.lastTurn = { ...trace, id: 'g-42', chat: 'The river chat', turn: 42, at: now - 190_000 };
  server.status = {
    clients: [
      { name: 'SillyTavern on the desktop', scopes: ['generate', 'read', 'write'], lastSeen: now - 240_000 },
      { name: 'Web console', scopes: ['admin'], lastSeen: now - 2_000 },
    ],
  };
  server.pairings = [
    { id: 'p-1', code: '731904', client: 'SillyTavern', origin: 'http://127.0.0.1:8000', expiresAt: now + 100_000 },
  ];
}
