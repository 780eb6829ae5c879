import type { WireEntryUse } from '../../../src/server/contract/wire-analytics';
import type { WireGraphEdge } from '../../../src/server/contract/wire-graph';
import { pictureNow } from './picture-clock';
import { manyEntries } from './scripted-lore';
import type { ScriptedServer } from './scripted-server';

const DAY_MS = 86_400_000;

/** Fifty turns in which the first entries went in often and the last ones never. */
export function fillCounts(server: ScriptedServer): void {
  const { use, entries } = server;
  const now = pictureNow;
  use.turns = 50;
  use.uses = entries.map(({ id, title, path, type }, at): WireEntryUse => {
    const injected = Math.max(0, 46 - at * 9);
    const last = { chat: 'chat-7f3a', turn: Math.max(0, 99 - at), at: now - at * 3_600_000 };
    return {
      id,
      title,
      path,
      ...(type !== undefined && { type }),
      state: at === 0 ? 'always' : injected > 25 ? 'hot' : injected > 10 ? 'warm' : injected > 0 ? 'cold' : 'never',
      matched: injected + 4,
      selected: injected + 1,
      injected,
      tokens: injected * (40 + at * 17),
      refused: [
        { reason: 'cooldown', count: 3 },
        { reason: 'over_budget', count: 1 },
      ],
      ...(injected > 0 && { first: last, last }),
    };
  });
  const gone = { id: 'id-gone', title: 'Bell of the drowned chapel', state: 'gone' as const, matched: 2, selected: 2 };
  use.uses = [...use.uses, { ...gone, injected: 2, tokens: 90, refused: [] }];
  use.course = {
    days: Array.from({ length: 20 }, (_, at) => ({
      day: new Date(now - (26 - at - (at > 10 ? 6 : 0)) * DAY_MS).toISOString().slice(0, 10),
      turns: 1 + (at % 5),
      injected: 4,
      tokens: 300 + ((at * 379) % 900),
    })),
    recent: Array.from({ length: 50 }, (_, turn) => {
      const inside = entries.slice(0, 30).filter((_entry, at) => (turn * 7 + at * 3) % (at + 2) === 0);
      const shown = inside.map(({ id, title, tokens }) => ({ id, title, tokens }));
      const tokens = shown.reduce((sum, one) => sum + one.tokens, 0);
      return { id: `g-${String(turn)}`, chat: 'chat-7f3a', turn: turn * 2 + 1, at: now, tokens, entries: shown };
    }),
    reasons: [
      { reason: 'cooldown', count: 41 },
      { reason: 'ai_not_chosen', count: 33 },
      { reason: 'over_budget', count: 12 },
      { reason: 'secondary_keys_not_met', count: 2 },
    ],
    chats: [{ id: 'chat-7f3a', name: 'Harbor night' }],
  };
}

/** Every entry is joined to the next, by each kind in turn, except the last two. */
export function fillGraph(server: ScriptedServer): void {
  const kinds = ['link', 'requires', 'excludes', 'cascade'] as const;
  const ids = server.entries.map(({ id }) => id).slice(0, -2);
  server.use.edges = ids.flatMap((from, at): readonly WireGraphEdge[] => {
    const next = ids[at + 1];
    const far = ids[(at * 3) % ids.length];
    const kind = kinds[at % kinds.length] ?? 'link';
    return [
      ...(next === undefined ? [] : [{ from, to: next, kinds: [kind] }]),
      ...(far === undefined || far === from ? [] : [{ from, to: far, kinds: ['link' as const] }]),
    ];
  });
}

/** So many entries, the first ones with the most connections. */
export function fillLargeGraph(server: ScriptedServer, count: number): void {
  server.entries = manyEntries(count).map((entry, at) => ({ ...entry, type: `type ${String((at * 7) % 9)}` }));
  const ids = server.entries.map(({ id }) => id);
  server.use.edges = ids.slice(0, -60).flatMap((from, at): readonly WireGraphEdge[] =>
    at === 0
      ? []
      : [Math.floor(at / 9), (at * 13) % Math.ceil(Math.sqrt(count))].flatMap((other) => {
          const to = ids[other];
          return to === undefined || to === from ? [] : [{ from, to, kinds: ['link' as const] }];
        }),
  );
}
