import type { WireKeyHit } from '../../../src/server/contract/wire-growth';
import { pictureNow } from './picture-clock';
import { proposalOf } from './scripted-edits';
import { jobOf } from './scripted-growth';
import type { ScriptedServer } from './scripted-server';

const LONG = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
const KEEP = '---\ntags: [lorebook]\nkeys:\n  - keep\n---\nThe Silver Keep guards the northern pass.\n';

function hit(text: string, key: string, message: number): WireKeyHit {
  const start = text.toLowerCase().indexOf(key);
  const where = { chat: 'c', chatName: 'The river chat', message, speaker: message % 2 === 0 ? 'Mara' : 'Guide' };
  return { ...where, key, quote: text, start, end: start + key.length };
}

/** Jobs of every tool and state, with everything that can come of them. */
export function fillGrowth({ growth, edits }: ScriptedServer): void {
  const now = pictureNow;
  growth.overview = {
    ...growth.overview,
    chats: [
      { id: 'c', name: 'The river chat', messages: 412, unread: 38 },
      { id: 'd', name: `${LONG} and the miller`, messages: 1_204, unread: 1_204 },
    ],
    entries: 218,
    withoutSummary: 64,
  };
  growth.estimate = {
    ...{ title: '64 entries', entries: 64, requests: 8, input: 48_230, output: 8_320, cost: 0.14 },
    warnings: ['That is more than Session Scribe may still take today; the rest waits until you resume it.'],
  };
  const mira =
    '---\ntags: [lorebook]\ntype: character\nkeys:\n  - mira\n  - the miller\n---\nMira keeps the mill by the northern ford.\n';
  edits.proposals = [
    proposalOf(
      { id: 'keys', path: 'Lore/Silver Keep.md', origin: { tool: 'optimize-keys' } },
      KEEP,
      KEEP.replace('  - keep\n', '  - silver keep\n  - the northern fortress\n'),
    ),
    proposalOf({ id: 'new', path: 'People/Mira.md', kind: 'create', origin: { tool: 'auto-lorebook' } }, '', mira),
    proposalOf(
      { id: 'report', path: 'Reviews/Review 2031-01-01.md', kind: 'create', origin: { tool: 'review' } },
      '',
      '# Review\n\n## Contradictions\n\n- [[Silver Keep]], [[Orla]]: One says 1204, the other 1230.\n',
    ),
  ];
  growth.jobs = [
    jobOf({
      id: 'running',
      tool: 'summaries',
      title: '64 entries',
      state: 'running',
      at: now - 40_000,
      done: 3,
      steps: 8,
    }),
    jobOf({
      ...{ id: 'keys', tool: 'keys', title: 'Silver Keep', at: now - 300_000, done: 1, steps: 1, cost: 0.004 },
      results: [
        {
          ...{ kind: 'proposal', proposal: 'keys', title: 'Silver Keep', path: 'Lore/Silver Keep.md' },
          keys: [
            { key: 'keep', change: 'removed', reason: 'stands in other scenes as a verb' },
            { key: 'silver keep', change: 'added', reason: 'its name' },
            { key: 'the northern fortress', change: 'added', reason: 'how the guard calls it' },
          ],
          hits: {
            ...{ messages: 1_616, chats: 2, before: 61, after: 24, gained: 3, lost: 40, isCut: true },
            lostHits: [
              hit('I keep walking until the lanterns are behind us, and I do not look back.', 'keep', 12),
              hit('Keep your voice down, she says.', 'keep', 31),
            ],
            gainedHits: [hit('They say the northern fortress never sleeps.', 'the northern fortress', 57)],
            keptHits: [hit('The Silver Keep stands above the pass.', 'silver keep', 41)],
          },
        },
      ],
    }),
    jobOf({
      ...{
        id: 'new',
        tool: 'new-lore',
        title: 'The river chat',
        at: now - 4_000_000,
        automatic: true,
        done: 5,
        steps: 5,
      },
      results: [
        { kind: 'proposal', proposal: 'new', title: 'Mira', path: 'People/Mira.md' },
        {
          kind: 'update',
          title: 'Orla',
          path: 'People/Orla.md',
          why: 'has this name',
          text: 'She lost an eye at the seven bridges and commands the river fleet now.',
        },
        { kind: 'left', title: 'Mara', sentence: 'It is the name under which you play.' },
        {
          kind: 'failed',
          title: `${LONG}, messages 40 to 88`,
          sentence:
            'The answer of the model could not be read. If this happens again, raise the most tokens of this channel or choose another model.',
        },
      ],
    }),
    jobOf({
      ...{
        id: 'review',
        tool: 'review',
        title: `Entries in ${LONG}`,
        state: 'paused',
        at: now - 90_000_000,
        done: 2,
        steps: 9,
      },
      sentence:
        'The provider did not accept the key. Check the key of this connection, and whether it may use this model.',
      results: [
        { kind: 'proposal', proposal: 'report', title: 'Review 2031-01-01', path: 'Reviews/Review 2031-01-01.md' },
      ],
    }),
  ];
}

/** A host on which nobody chose a model. */
export function fillNoModel({ growth }: ScriptedServer): void {
  const complaint =
    'Auto Lorebook takes its model from AI Search, which is off. Set up AI Search, or choose a mode for it.';
  const tools = growth.overview.tools.map(({ model: _, ...tool }) => ({
    ...tool,
    state: 'no-connection' as const,
    complaint,
  }));
  growth.overview = { ...growth.overview, tools };
}
