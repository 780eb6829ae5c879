import type { WireTrace } from '../../../src/server/contract/wire-generation';
import type { WireEntryDetail } from '../../../src/server/contract/wire-lore';
import { fillLongWorld, longScene } from './long-world';
import { pictureNow } from './picture-clock';
import { fillWorld, scene } from './sample-world';
import { entry, sampleEntries } from './scripted-lore';
import { scriptedPreview } from './scripted-preview';
import type { ScriptedServer } from './scripted-server';

const CHAT = { chat: 'chat-7f3a', chatName: 'The river chat' };
const MINUTE = 60_000;

/** A trace of a turn whose last message is this text. */
export function turnOf(
  entries: readonly WireEntryDetail[],
  text: string,
  facts: Partial<WireTrace> & { readonly turn: number },
): WireTrace {
  const { trace } = scriptedPreview(entries, text);
  const where = facts.turn - 1;
  return {
    ...trace,
    ...CHAT,
    id: `g-${String(facts.turn)}`,
    at: pictureNow - 3_600_000 + facts.turn,
    decisions: trace.decisions.map((one) => ({ ...one, matched: one.matched.map((match) => ({ ...match, where })) })),
    window: [where],
    texts: [{ where, name: 'Mara', role: 'user', pieces: [{ start: 0, text }] }],
    ...facts,
  };
}

const lines = [
  'The quay lay in fog, and Maren did not ring the bell.',
  'They spoke of the toll and of a coin for each oar of the barge.',
  'Maren counted the lanterns again. Nobody spoke of the ferry road.',
  'A drowned bell rang before the tide; the name of the river was not said.',
  'Rain. They waited for the tide on Lantern Quay.',
];

/** The newest turn, with something of everything: AI, delivery, another plugin, a warning. */
function newest(now: number): WireTrace {
  const trace = turnOf(sampleEntries, scene, { turn: 42, at: now - 3 * MINUTE });
  const key = trace.injections.find(({ position }) => position === 'before_char')?.key ?? '';
  return {
    ...trace,
    mode: 'two-stage',
    summary: {
      ...trace.summary,
      milliseconds: 1_431,
      warnings: ['“Regent’s toll” names the secondary key “barge”, which is in no message.'],
      ai: {
        outcome: 'chosen',
        sentence: 'The AI chose 2 of 5.',
        source: 'model',
        age: 0,
        candidates: 5,
        cut: 0,
        picks: [
          { entry: 'id-maren-tull', title: 'Maren Tull', confidence: 'high', reason: 'She stands on the quay.' },
          { entry: 'id-lantern-quay', title: 'Lantern Quay', confidence: 'medium', reason: 'The scene happens here.' },
        ],
        unknown: [],
        ambiguous: [],
        isCutOff: false,
        milliseconds: 1_420,
      },
    },
    hooks: [
      {
        id: 'weather-of-the-day',
        stage: 'candidates',
        outcome: 'changed',
        added: ['id-harbor-law'],
        removed: [],
        changed: [],
        tokens: 37,
        milliseconds: 4.2,
        detail: '',
      },
    ],
    timings: {
      'scan-text': 0.2,
      forced: 0.1,
      keywords: 1.1,
      filters: 0.3,
      'ai-selection': 1_420,
      budget: 0.4,
      format: 0.2,
    },
    delivery: trace.injections.map((injection) => ({
      key: injection.key,
      outcome: injection.key === key ? ('undelivered' as const) : ('delivered' as const),
      place: injection.key === key ? 'Main prompt' : 'Chat history',
      cause: injection.key === key ? 'The preset does not contain the character’s description.' : '',
    })),
  };
}

/** A chat with many turns, another chat, and an answer for every entry that is asked about. */
export function fillWhy(server: ScriptedServer): void {
  fillWorld(server);
  const now = pictureNow;
  const older = Array.from({ length: 47 }, (_, at) =>
    turnOf(sampleEntries, `${lines[(at + 1) % 5] ?? ''} ${at % 3 === 2 ? (lines[(at + 2) % 5] ?? '') : ''}`, {
      turn: 40 - at,
      id: `g-old-${String(at)}`,
      at: now - (at + 2) * 7 * MINUTE,
      type: at % 6 === 3 ? 'swipe' : 'normal',
    }),
  ).filter(({ turn }) => turn > 0);
  const failed = older[4];
  const other = turnOf(sampleEntries, lines[3] ?? '', {
    turn: 8,
    id: 'g-other',
    chat: 'other',
    chatName: 'Harbor tales',
  });
  server.turns.traces = [
    newest(now),
    ...older.map((trace) =>
      trace === failed ? { ...trace, summary: { ...trace.summary, degraded: ['ai:timeout'] } } : trace,
    ),
    { ...other, at: now - 86_400_000 },
  ];
  server.turns.explain = (id, trace) => {
    if (id !== 'id-old-ferry-road') return undefined;
    const isPinned = server.turns.chats.get(trace.chat)?.pins.some((pin) => pin.id === id) === true;
    if (isPinned) return { entry: id, isInjected: true, detail: 'It is in this turn.' };
    return {
      entry: id,
      isInjected: false,
      detail: 'None of its keys stands in the scanned text, and nothing else brought it in.',
      change: { where: 'chat', name: 'pins', value: [id], sentence: 'Pin the entry in this chat.' },
    };
  };
}

/** Long words, another direction, hundreds of refused entries, and turns with warnings of every kind. */
export function fillLongWhy(server: ScriptedServer): void {
  fillLongWorld(server);
  const word = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);
  const first = turnOf(server.entries, longScene, { turn: 123_456, chatName: word });
  const injected = first.injections.map(({ key }) => key);
  server.turns.traces = [
    {
      ...first,
      summary: { ...first.summary, degraded: ['indexing', 'ai:timeout'], warnings: [word, `${word} ${word}`] },
      delivery: injected.map((key) => ({ key, outcome: 'undelivered', place: word, cause: `${word} is not there.` })),
      leftOut: 4_100,
    },
    ...Array.from({ length: 150 }, (_, at) =>
      turnOf(server.entries.slice(at % 20, (at % 20) + 12), longScene.slice(0, 400), {
        turn: 123_455 - at,
        chatName: word,
      }),
    ),
  ];
}

/** A turn with so many entries that went in and that were refused. */
export function largeTurn(injected: number, refused: number): WireTrace {
  const entries = Array.from({ length: injected + refused }, (_, at) =>
    entry({ title: `Ward ${String(at)}`, keys: [], constant: true, tokens: 0, enabled: at < injected }),
  );
  return turnOf(entries, 'A walk through every ward.', { turn: 7, id: 'g-large' });
}
