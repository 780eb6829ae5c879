import type { AccessClient } from '../access-tokens';
import type { Handlers } from '../contract/api';
import type { WireClient } from '../contract/wire-clients';
import { scopes, type Scope } from '../contract/wire-server';
import { sendProblem } from '../http-problem';
import type { RouteParts } from './route-parts';

type ClientHandlers = Pick<Handlers, 'clients' | 'addClient' | 'renameClient' | 'revokeClient' | 'reportClient'>;

const UNKNOWN = 'There is no such client.';
const FIXED = 'This token was given when the program was started. Start it with another one to end it.';
const HOST_ONLY = 'A token for everything is made where Lorehearth runs, not over the network.';

/** The programs that may use the server. */
export function clientRoutes({ access, reports, version, log }: RouteParts): ClientHandlers {
  const write = ({ id, ...client }: AccessClient, asking: string | undefined): WireClient => {
    const report = reports.of(id);
    return { id, ...client, own: id === asking, ...(report && { report }) };
  };
  const find = (id: string): AccessClient | undefined => access.list().find((client) => client.id === id);
  return {
    clients: (context) => {
      const items = access.list().map((client) => write(client, context.get('client')));
      return context.json({ items, grantable: grantable(context.get('isInside')) }, 200);
    },

    addClient: async (context) => {
      const { name, scopes: wished } = context.req.valid('json');
      const may = grantable(context.get('isInside'));
      if (!wished.every((scope) => may.includes(scope))) {
        return sendProblem(context, 'malformed_request', HOST_ONLY, {
          fields: [{ path: 'scopes', message: HOST_ONLY }],
        });
      }
      const { client, token } = await access.create(name, [...new Set(wished)]);
      return context.json({ client: write(client, context.get('client')), token }, 200);
    },

    renameClient: async (context) => {
      const { id } = context.req.valid('param');
      if (find(id)?.fixed === true) return sendProblem(context, 'not_done', FIXED);
      const renamed = await access.rename(id, context.req.valid('json').name);
      return renamed
        ? context.json(write(renamed, context.get('client')), 200)
        : sendProblem(context, 'not_found', UNKNOWN);
    },

    revokeClient: async (context) => {
      const client = find(context.req.valid('param').id);
      if (client === undefined) return sendProblem(context, 'not_found', UNKNOWN);
      if (client.fixed) return sendProblem(context, 'not_done', FIXED);
      try {
        await access.revoke(client.id);
      } catch (error) {
        log.warn('A revoked client could not be stored.', error);
        const detail = `${client.name} has no access now, but that could not be stored: after a restart it would have it again.`;
        return sendProblem(context, 'not_kept', detail);
      }
      return context.json(write(client, context.get('client')), 200);
    },

    reportClient: (context) => {
      const client = context.get('client');
      const said = context.req.valid('json');
      if (client !== undefined) reports.note(client, said.version, said.hostVersion);
      return context.json({ version }, 200);
    },
  };
}

/** Who holds an admin token over the network must not be able to make another one that outlives it. */
function grantable(isInside: boolean): readonly Scope[] {
  return scopes.filter((scope) => scope !== 'admin' || isInside);
}
