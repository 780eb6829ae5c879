import type {
  WireAnswerPart,
  WireAssistantMessage,
  WireLibrarianMessage,
  WireLibrarianSession,
} from '../../../src/server/contract/wire-librarian';
import { pictureNow } from './picture-clock';
import { proposalOf } from './scripted-edits';
import type { ScriptedServer } from './scripted-server';

const spent = { requests: 3, input: 18_400, output: 912, cached: 12_288, cost: 0.0412, estimated: false };
const noSpent = { requests: 0, input: 0, output: 0, cached: 0, estimated: false };

/** A conversation with everything that a test does not care about filled in. */
export function sessionOf(
  facts: Partial<WireLibrarianSession> & Pick<WireLibrarianSession, 'id'>,
): WireLibrarianSession {
  const messages = facts.messages ?? [];
  const last = messages.at(-1);
  return {
    title: 'New conversation',
    task: { kind: 'free' },
    created: pictureNow - 7_200_000,
    changed: pictureNow - 7_200_000,
    ...(last?.role === 'assistant' && { state: last.state }),
    proposals: 0,
    spent: messages.length === 0 ? noSpent : spent,
    opening: '',
    remembered: messages.length,
    ...facts,
    messages,
  };
}

/** An answer with everything that a test does not care about filled in. */
export function answerOf(
  parts: readonly WireAnswerPart[],
  facts: Partial<WireAssistantMessage> = {},
): WireAssistantMessage {
  return {
    role: 'assistant',
    at: pictureNow - 7_200_000,
    state: 'done',
    parts,
    spent,
    steps: 3,
    took: 8_200,
    model: 'sonnet',
    protocol: 'tools',
    ...facts,
  };
}

const said = (text: string): WireLibrarianMessage => ({ role: 'user', at: pictureNow - 7_200_000, text });

/** A call that was answered. */
export function callOf(
  id: string,
  tool: string,
  label: string,
  summary: string,
  result: string,
  input: object,
): WireAnswerPart {
  return { kind: 'tool', id, tool, label, input, state: 'done', summary, result };
}

const OATH = `---
tags: [lorebook]
keys:
  - bloodchain oath
  - the oath
type: rule
---
The Bloodchain oath binds two houses for three generations. Whoever breaks it loses the right to be buried by the river.
`;
const KEEP = `---
tags: [lorebook]
keys: [silver keep]
---
The keep guards the northern pass. Captain Orla holds it.
`;

const richMessages: readonly WireLibrarianMessage[] = [
  said(
    'Please look into “Bloodchain oath”: what the story says about it, and what the lore knows. Then draft an entry or a change.',
  ),
  answerOf([
    { kind: 'text', text: 'I will see what the story and the lore say about it.' },
    callOf(
      'c1',
      'get_recent_chat',
      'Read the chat',
      'Read 20 messages',
      '<material of="the chat">\n[40] Mara: By the Bloodchain oath, we stand together.\n</material>',
      { count: 20 },
    ),
    callOf('c2', 'find_similar', 'Look for duplicates', 'Nothing like “Bloodchain oath”', 'No entry resembles it.', {
      title: 'Bloodchain oath',
    }),
    callOf(
      'c3',
      'search_lore',
      'Search lore',
      '2 entries about "oath", "silver keep"',
      '<material of="search hits">\n1. "Silver Keep" (Lore/Silver Keep.md; keys: silver keep)\n   The keep guards the northern pass.\n</material>',
      { queries: ['oath', 'silver keep'] },
    ),
    {
      kind: 'tool',
      id: 'c4',
      tool: 'get_entry',
      label: 'Read entry',
      input: { entry: '../../secret.md' },
      state: 'refused',
      summary: 'No entry "../../secret.md"',
      result:
        'Only the lore notes of this vault can be read or changed, by their title or by a path as list_entries shows it.',
    },
    callOf(
      'c5',
      'propose_new_entry',
      'Propose a new entry',
      'Proposed: a new entry “Bloodchain oath”',
      'Proposed: a new entry “Bloodchain oath”. It waits for the user’s yes; nothing is written yet.',
      { title: 'Bloodchain oath' },
    ),
    {
      kind: 'proposal',
      call: 'c5',
      proposal: 'oath',
      action: 'create',
      title: 'Bloodchain oath',
      path: 'Lore/Bloodchain oath.md',
      status: 'open',
    },
    callOf(
      'c6',
      'propose_patch',
      'Propose a change',
      'Proposed: 1 change to “Silver Keep”',
      'Proposed: 1 change to “Silver Keep”.',
      { entry: 'Silver Keep' },
    ),
    {
      kind: 'proposal',
      call: 'c6',
      proposal: 'keep',
      action: 'change',
      title: 'Silver Keep',
      path: 'Lore/Silver Keep.md',
      status: 'accepted',
    },
    {
      kind: 'text',
      text: 'The story names the **oath** three times; no entry knew it.\n\n- I drafted a note for it, with the keys that really occur.\n- *Silver Keep* said that the captain was dead; Mara met her in message 38.',
    },
  ]),
  said('Make it shorter, and forget the burial.'),
  answerOf(
    [
      { kind: 'text', text: 'I would cut the second sentence and' },
      {
        kind: 'notice',
        tone: 'warning',
        sentence: 'It was stopped after 24 steps, the limit in the settings. Say “go on” to let it continue.',
      },
    ],
    { state: 'limited', steps: 24 },
  ),
  said('Go on.'),
  answerOf(
    [
      {
        kind: 'notice',
        tone: 'error',
        sentence:
          'The provider cannot be reached. Check the address of the connection and your network; a local server must be running.',
      },
    ],
    {
      state: 'failed',
      steps: 1,
    },
  ),
];

/** Conversations of every kind, one of them rich, with the proposals that they made. */
export function fillLibrarian({ librarian, edits }: ScriptedServer): void {
  const now = pictureNow;
  librarian.gaps = 4;
  librarian.usedToday = 41_200;
  edits.proposals = [
    proposalOf(
      {
        id: 'oath',
        at: now,
        kind: 'create',
        path: 'Lore/Bloodchain oath.md',
        title: 'Bloodchain oath',
        origin: { tool: 'librarian', session: 'rich' },
      },
      '',
      OATH,
    ),
    proposalOf(
      {
        id: 'keep',
        at: now,
        path: 'Lore/Silver Keep.md',
        title: 'Silver Keep',
        status: 'accepted',
        origin: { tool: 'librarian', session: 'rich' },
      },
      KEEP.replace('Captain Orla holds it', 'Its captain is dead'),
      KEEP,
    ),
    ...edits.proposals,
  ];
  librarian.sessions = [
    sessionOf({
      id: 'rich',
      title: 'Bloodchain oath',
      task: { kind: 'gap', gap: 'gap-1', title: 'Bloodchain oath' },
      chat: 'chat-1',
      changed: now,
      proposals: 2,
      messages: richMessages,
    }),
    sessionOf({
      id: 'entry',
      title: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch and everything that is known of it',
      task: { kind: 'entry', path: 'Lore/Silver Keep.md', title: 'Silver Keep' },
      changed: now - 3_600_000,
      messages: [
        said('Is it still right?'),
        answerOf([{ kind: 'text', text: 'I was looking at' }], { state: 'interrupted' }),
      ],
    }),
    sessionOf({
      id: 'text',
      title: 'Which entries lack a summary?',
      changed: now - 90_000_000,
      forkedFrom: { session: 'rich', message: 2 },
      messages: [
        said('Which entries lack a summary?'),
        answerOf([{ kind: 'text', text: 'Seven of them do.' }], { protocol: 'text', model: 'llama-3-8b' }),
      ],
    }),
    sessionOf({ id: 'new', changed: now - 200_000_000 }),
  ];
}

const LONG_TEXT = `# What the river does

The [[Silver Keep]] stands above it, and ${'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2)} below.

| season | direction | who is about |
| ------ | :-------: | -----------: |
| Outing |   down    |   the ferry  |
| Homing |    up     |    nobody    |

1. It turns **twice** a year:
   - [x] at Outing
   - [ ] at Homing
2. \`null days\` are between.

> Nothing moves, and everyone quarrels.

\`\`\`yaml
keys: [river, the water]
\`\`\`
`;

/** A conversation of five hundred messages beside many others, near every limit, in plain text. */
export function fillLongLibrarian({ librarian, edits }: ScriptedServer): void {
  const now = pictureNow;
  const path = `Lore/${'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2)}.md`;
  const conflict = { base: KEEP, mine: KEEP.replace('Orla', 'Mara'), theirs: KEEP.replace('Orla', 'Ina') };
  librarian.gaps = 1_240;
  librarian.usedToday = 961_200;
  librarian.dailyTokens = 1_000_000;
  librarian.channel = {
    state: 'usable',
    connection: 'A connection with a name that is longer than its line',
    model: 'some-provider/some-model-with-a-name-that-is-long',
    protocol: 'text',
  };
  edits.proposals = [
    proposalOf({ id: 'far', at: now, path, status: 'conflict', conflict }, conflict.mine, conflict.theirs),
    proposalOf({ id: 'near', at: now, path }, KEEP, KEEP.replace('Orla', 'Ina')),
    proposalOf({ id: 'next', at: now, path }, KEEP, KEEP.replace('north', 'south')),
  ];
  const proposed = (proposal: string, status: 'conflict' | 'open'): WireAnswerPart => ({
    ...{ kind: 'proposal', call: proposal, proposal, action: 'change', title: path, path, status },
  });
  const call = callOf('c', 'search_lore', 'Search lore', `Nothing about ${path}`, 'word '.repeat(2_000), {
    queries: [path, 'the river'],
  });
  const turns = Array.from({ length: 249 }, (_, turn) => [
    said(`Question ${String(turn + 1)}`),
    answerOf([{ kind: 'text', text: `Answer ${String(turn + 1)}.` }]),
  ]).flat();
  const last = answerOf(
    [
      call,
      proposed('far', 'conflict'),
      proposed('near', 'open'),
      proposed('next', 'open'),
      { kind: 'text', text: LONG_TEXT },
    ],
    { protocol: 'text' },
  );
  librarian.sessions = [
    sessionOf({
      id: 'long',
      title: 'Everything about the river',
      changed: now,
      proposals: 3,
      messages: [...turns, said('word '.repeat(120)), last],
      remembered: 12,
    }),
    ...Array.from({ length: 60 }, (_, at) =>
      sessionOf({ id: String(at), title: `${path} ${String(at)}`, changed: now - at * 7_200_000 }),
    ),
  ];
}
