import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeWants } from '../mapping/write-generation';
import { checkSettings, writeSettings } from '../mapping/write-settings';
import type { RouteParts } from './route-parts';

type ServerHandlers = Pick<Handlers, 'health' | 'status' | 'refresh' | 'settings' | 'changeSettings' | 'checkSettings'>;

/** Health, status, reading the vault again, and settings. */
export function serverRoutes({ engine, access, pairing, version }: RouteParts): ServerHandlers {
  return {
    health: (context) => {
      const short = { name: 'lorehearth' as const, api: 1 as const, pairing: pairing.accepts() };
      // Any page may find out that we are here, in order to pair; what we hold is for those that the user let in.
      if (context.get('page').kind === 'unlisted') return context.json(short, 200);
      const { vault, entries, index } = engine.status();
      return context.json({ ...short, version, vault, entries, indexing: index.kind === 'indexing' }, 200);
    },

    status: (context) => {
      const { lastTurn, documents, ...status } = engine.status();
      const clients = access.list().map(({ name, scopes, lastSeen }) => ({
        name,
        scopes,
        ...(lastSeen !== undefined && { lastSeen }),
      }));
      const turn = lastTurn && {
        id: lastTurn.id,
        chat: lastTurn.chat,
        turn: lastTurn.turn,
        at: lastTurn.at,
        injected: lastTurn.summary.injected,
        tokens: lastTurn.summary.tokens,
      };
      const wants = writeWants(engine.wants());
      const tools = { ...engine.writingTools.offer };
      const gaps = engine.gaps.open;
      const stored = documents.length > 0 && { documents };
      const more = { wants, tools, gaps, clients, ...stored, ...(turn && { lastTurn: turn }) };
      return context.json({ version, ...status, ...more }, 200);
    },

    refresh: async (context) => {
      await engine.refresh();
      const { vault, index, entries, quarantined, skipped, problems } = engine.status();
      return context.json({ vault, index, entries, quarantined, skipped, problems }, 200);
    },

    settings: (context) => context.json(writeSettings(engine.settings()), 200),

    changeSettings: async (context) => {
      const problems = await engine.changeSettings(context.req.valid('json'));
      if (problems.length === 0) return context.json(writeSettings(engine.settings()), 200);
      return sendProblem(context, 'setting_not_allowed', 'Nothing was changed, because a setting is not allowed.', {
        fields: problems.map(({ name, message }) => ({ path: name, message })),
      });
    },

    checkSettings: (context) => context.json(checkSettings(engine.settings(), context.req.valid('json')), 200),
  };
}
