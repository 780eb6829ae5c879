import type { Context } from 'hono';
import { renderEntryFormat } from '../../../src/core/lore/render-entry-format';
import type { Handlers } from '../../../src/server/contract/api';
import type { WireClient } from '../../../src/server/contract/wire-clients';
import type { CheckState, WireCheck, WireFix } from '../../../src/server/contract/wire-doctor';
import { scopes } from '../../../src/server/contract/wire-server';
import { pictureNow } from './picture-clock';

type SetupHandlers = Pick<
  Handlers,
  | 'clients'
  | 'addClient'
  | 'renameClient'
  | 'revokeClient'
  | 'reportClient'
  | 'doctor'
  | 'examine'
  | 'entryFormat'
  | 'createExample'
  | 'removeExample'
  | 'updateBridge'
>;

/** A check as the doctor tells of it. */
export function scriptedCheck(
  id: string,
  title: string,
  state: CheckState,
  sentence: string,
  ...fixes: readonly WireFix[]
): WireCheck {
  return { id, title, state, sentence, fixes };
}

/** What the doctor says where everything works. */
export const goodChecks: readonly WireCheck[] = [
  scriptedCheck('vault', 'Vault', 'ok', '“demo-vault” is read and watched.'),
  scriptedCheck('lore', 'Lore notes', 'ok', '9 entries found.'),
  scriptedCheck('notes', 'Problems of notes', 'ok', 'Every note can be read as it was meant.'),
  scriptedCheck('server', 'Server', 'ok', 'Listening on http://127.0.0.1:27673.'),
  scriptedCheck('console', 'Web console', 'ok', 'It answers at http://127.0.0.1:27673/console.'),
  scriptedCheck(
    'bridge',
    'Extension in SillyTavern',
    'ok',
    'Version 0.1.0 has asked from SillyTavern at 127.0.0.1:8000.',
  ),
  scriptedCheck('origins', 'Pages that may ask', 'ok', 'No page was turned away.'),
  scriptedCheck('pairing', 'Pairing', 'ok', 'SillyTavern at 127.0.0.1:8000 was here 2 minutes ago.'),
  scriptedCheck('versions', 'Versions', 'ok', 'SillyTavern 1.19.0 with the extension of version 0.1.0.'),
  scriptedCheck('ai', 'AI selection', 'ok', 'Keywords alone choose the entries; no model is needed.'),
  scriptedCheck('turn', 'Last turn', 'ok', 'Lore reached the model 3 minutes ago: 4 entries, 306 tokens.'),
];

const EXAMPLE = { path: 'Lorehearth/Amber Lighthouse.md', keys: ['amber lighthouse', 'lighthouse'] };

/** Clients, doctor and first steps of a scripted server. */
export class ScriptedSetup {
  clients: WireClient[] = [];
  checks: readonly WireCheck[] = goodChecks;
  hasExample = false;
  wantsSteps = false;
  /** Why the example cannot be taken back, if it cannot. */
  exampleRefusal: string | undefined;

  /** Replaces checks of the same ids. */
  find(...found: readonly WireCheck[]): void {
    this.checks = this.checks.map((check) => found.find(({ id }) => id === check.id) ?? check);
  }

  handlers(): SetupHandlers {
    const doctor = () => ({
      checks: this.checks,
      at: pictureNow,
      hasExample: this.hasExample,
      wantsSteps: this.wantsSteps,
    });
    return {
      clients: (context) =>
        context.json({ items: this.clients, grantable: scopes.filter((scope) => scope !== 'admin') }, 200),
      addClient: (context) => {
        const { name, scopes: granted } = context.req.valid('json');
        const id = `made-${String(this.clients.length)}`;
        const client: WireClient = {
          ...{ id, name, scopes: granted, origins: [], createdAt: pictureNow, fixed: false, own: false },
        };
        this.clients = [...this.clients, client];
        return context.json({ client, token: 'c2NyaXB0ZWQtdG9rZW4tb2YtdGhlLWNsaWVudC0wMDAx' }, 200);
      },
      renameClient: (context) => {
        const found = this.#client(context.req.valid('param').id);
        if (!found) return notFound(context);
        const renamed = { ...found, name: context.req.valid('json').name };
        this.clients = this.clients.map((client) => (client === found ? renamed : client));
        return context.json(renamed, 200);
      },
      revokeClient: (context) => {
        const found = this.#client(context.req.valid('param').id);
        if (!found) return notFound(context);
        this.clients = this.clients.filter((client) => client !== found);
        return context.json(found, 200);
      },
      reportClient: (context) => context.json({ version: '0.1.0' }, 200),
      doctor: (context) => context.json(doctor(), 200),
      examine: (context) => context.json(doctor(), 200),
      entryFormat: (context) => context.json({ markdown: renderEntryFormat() }, 200),
      createExample: (context) => {
        this.hasExample = true;
        this.find(scriptedCheck('lore', 'Lore notes', 'ok', '1 entry found.'));
        return context.json(EXAMPLE, 200);
      },
      removeExample: (context) => {
        if (this.exampleRefusal !== undefined) return context.json(problem(409, this.exampleRefusal), 409);
        this.hasExample = false;
        return context.json(EXAMPLE, 200);
      },
      updateBridge: (context) => {
        this.find(scriptedCheck('bridge', 'Extension in SillyTavern', 'ok', 'Version 0.1.0 lies in SillyTavern.'));
        return context.json({ version: '0.1.0', sentence: 'Copied. Reload SillyTavern in the browser.' }, 200);
      },
    };
  }

  #client(id: string): WireClient | undefined {
    return this.clients.find((client) => client.id === id);
  }
}

function problem(status: number, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code: 'not_done', detail };
}

function notFound(context: Context) {
  return context.json(problem(404, 'There is no such client.'), 404);
}
