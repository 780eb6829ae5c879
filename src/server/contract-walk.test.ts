import { describe, expect, test } from 'vitest';
import { routes, routeScopes } from './contract/routes';
import { scopes } from './contract/wire-server';
import { jsonOf, problemOf, testServer, type Sent } from './testing/test-server';

type Name = keyof typeof routes;

const names = Object.keys(routes).filter((name): name is Name => name in routes);

/** A request to each route that is not refused for its form. */
const requests: Readonly<Record<Name, readonly [path: string, sent?: Sent]>> = {
  health: ['/health'],
  startPairing: ['/v1/pair', { body: { client: 'Test' } }],
  pairingState: ['/v1/pair/unknown'],
  waitingPairings: ['/v1/pairings'],
  decidePairing: ['/v1/pairings/123456', { body: { decision: 'approve' } }],
  status: ['/v1/status'],
  refresh: ['/v1/refresh', { method: 'POST' }],
  generate: ['/v1/generations', { body: { chat: { id: 'c' }, messages: [] } }],
  generations: ['/v1/generations?chat=c'],
  generation: ['/v1/generations/unknown'],
  generationChats: ['/v1/generation-chats'],
  replay: ['/v1/generations/unknown/replay', { body: { explain: ['x'] } }],
  reportDelivery: ['/v1/generations/unknown/delivery', { body: { items: [] } }],
  preview: ['/v1/preview', { body: { text: 'silver keep' } }],
  entries: ['/v1/entries'],
  entryNames: ['/v1/entry-names?name=Silver%20Keep'],
  entry: ['/v1/entries/unknown'],
  search: ['/v1/search', { body: { queries: ['keep'] } }],
  healthReport: ['/v1/health-report?severity=warning&ignored=true'],
  fixProblems: ['/v1/health-report/fixes', { body: { problems: ['unknown'] } }],
  loreTests: ['/v1/lore-tests', { body: { path: 'Lore/Silver Keep.md' } }],
  labChats: ['/v1/lab/chats'],
  simulate: ['/v1/lab/simulate', { body: { scene: { text: 'silver keep' } } }],
  loreTestState: ['/v1/lore-tests'],
  runLoreTests: ['/v1/lore-tests/run', { method: 'POST' }],
  replayTurns: ['/v1/lab/replay', { body: { chat: 'c' } }],
  labCoverage: ['/v1/lab/coverage', { body: { pasted: [{ name: 'a', text: 'Mara: silver keep' }] } }],
  labKeys: ['/v1/lab/keys', { body: { pasted: [{ name: 'a', text: 'Mara: silver keep' }] } }],
  ignoreProblem: ['/v1/health-report/ignored', { body: { code: 'key-short', ignored: true } }],
  chats: ['/v1/chats'],
  chat: ['/v1/chats/c'],
  changeChat: ['/v1/chats/c', { method: 'PATCH', body: { books: ['Lore'] } }],
  contextFields: ['/v1/context-fields'],
  settings: ['/v1/settings'],
  changeSettings: ['/v1/settings', { method: 'PATCH', body: { scanDepth: 5 } }],
  stream: ['/v1/stream?client=c&wait=0'],
  relayResult: ['/v1/relay/unknown', { body: { text: 'Hi' } }],
  prepare: ['/v1/prepare', { body: { chat: { id: 'c' }, messages: [] } }],
  channels: ['/v1/channels'],
  changeChannels: ['/v1/channels', { method: 'PATCH', body: { channels: { search: { maxTokens: 500 } } } }],
  testChannel: ['/v1/channels/search/test', { method: 'POST' }],
  keepKey: ['/v1/connections/unknown/key', { method: 'PUT', body: { key: 'k' } }],
  connectionModels: ['/v1/connections/unknown/models'],
  resetConnection: ['/v1/connections/unknown/reset', { method: 'POST' }],
  import: ['/v1/imports', { body: { files: [{ name: 'a.json', text: '{}' }], dryRun: true } }],
  imports: ['/v1/imports'],
  undoImport: ['/v1/imports/unknown/undo', { method: 'POST' }],
  growth: ['/v1/growth'],
  estimateGrowth: ['/v1/growth/estimate', { body: { tool: 'keys' } }],
  growthJobs: ['/v1/growth/jobs'],
  startGrowth: ['/v1/growth/jobs', { body: { tool: 'new-lore', chat: 'unknown' } }],
  growthJob: ['/v1/growth/jobs/unknown'],
  pauseGrowth: ['/v1/growth/jobs/unknown/pause', { method: 'POST' }],
  resumeGrowth: ['/v1/growth/jobs/unknown/resume', { method: 'POST' }],
  cancelGrowth: ['/v1/growth/jobs/unknown/cancel', { method: 'POST' }],
  forgetGrowth: ['/v1/growth/jobs/unknown', { method: 'DELETE' }],
  export: ['/v1/exports/sillytavern'],
  librarianSessions: ['/v1/librarian/sessions'],
  startLibrarianSession: ['/v1/librarian/sessions', { body: { task: { kind: 'gap' } } }],
  librarianSession: ['/v1/librarian/sessions/unknown'],
  changeLibrarianSession: ['/v1/librarian/sessions/unknown', { method: 'PATCH', body: { title: 'Oaths' } }],
  deleteLibrarianSession: ['/v1/librarian/sessions/unknown', { method: 'DELETE' }],
  tellLibrarian: ['/v1/librarian/sessions/unknown/messages', { body: { text: 'Hello' } }],
  librarianEvents: ['/v1/librarian/sessions/unknown/events'],
  stopLibrarian: ['/v1/librarian/sessions/unknown/stop', { method: 'POST' }],
  regenerateLibrarian: ['/v1/librarian/sessions/unknown/regenerate', { method: 'POST' }],
  editLibrarianMessage: ['/v1/librarian/sessions/unknown/messages/0', { method: 'PATCH', body: { text: 'Hello' } }],
  gaps: ['/v1/gaps?status=active&sort=frequency'],
  addGap: ['/v1/gaps', { body: { title: 'Ossa' } }],
  changeGaps: ['/v1/gaps', { method: 'PATCH', body: { ids: ['unknown'], status: 'hidden' } }],
  changeGap: ['/v1/gaps/unknown', { method: 'PATCH', body: { status: 'dismissed' } }],
  scanGaps: ['/v1/gaps/scan', { body: { chat: 'c' } }],
  searchLore: ['/v1/tools/search_lore', { body: { chat: { id: 'c' }, queries: ['keep'] } }],
  flagLore: ['/v1/tools/flag_lore', { body: { chat: { id: 'c' }, title: 'Ossa' } }],
  keepTranscript: ['/v1/chats/c/transcript', { method: 'PUT', body: { messages: [] } }],
  scribe: ['/v1/scribe'],
  summarize: ['/v1/chats/c/scribe', { body: { focus: 'the siege' } }],
  cancelScribe: ['/v1/chats/c/scribe', { method: 'DELETE' }],
  summaries: ['/v1/chats/c/summaries'],
  redoSummary: ['/v1/chats/c/summaries/unknown/redo', { body: {} }],
  recap: ['/v1/chats/c/recap'],
  extractNotes: ['/v1/chats/c/notes', { body: { message: { index: 1, text: 'Hi.' } } }],
  copyChat: ['/v1/chats/c/copy', { body: { to: 'd' } }],
  analytics: ['/v1/analytics?days=7&state=never&sort=last'],
  useCourse: ['/v1/analytics/course?chat=c'],
  resetAnalytics: ['/v1/analytics', { method: 'DELETE' }],
  undoResetAnalytics: ['/v1/analytics/undo', { method: 'POST' }],
  graph: ['/v1/graph?kinds=link,requires'],
  graphLayout: ['/v1/graph/layout'],
  keepGraphLayout: ['/v1/graph/layout', { method: 'PUT', body: { places: [{ id: 'x', x: 1, y: 2 }] } }],
  forgetGraphLayout: ['/v1/graph/layout', { method: 'DELETE' }],
  vaults: ['/v1/vaults'],
  addVault: ['/v1/vaults', { body: { name: 'Coast', kind: 'lorehearth', host: 'coast.example', port: 27673 } }],
  orderVaults: ['/v1/vaults/order', { method: 'PUT', body: { ids: [] } }],
  testVaults: ['/v1/vaults/test', { body: {} }],
  scanVaults: ['/v1/vaults/scan', { body: { host: '127.0.0.1', from: 27673, to: 27674 } }],
  changeVault: ['/v1/vaults/unknown', { method: 'PATCH', body: { enabled: false } }],
  removeVault: ['/v1/vaults/unknown', { method: 'DELETE' }],
  testVault: ['/v1/vaults/unknown/test', { method: 'POST' }],
  readVault: ['/v1/vaults/unknown/read', { method: 'POST' }],
  indexReports: ['/v1/index-reports?limit=5'],
  notes: ['/v1/notes'],
  note: ['/v1/notes/Lore%2FSilver%20Keep.md'],
  watchedBooks: ['/v1/watched-books'],
  mirrorBook: ['/v1/watched-books', { method: 'PUT', body: { book: 'Coast', data: { entries: {} }, digest: 'd' } }],
  watchedEntries: ['/v1/watched-books/unknown/entries'],
  watchedChanges: ['/v1/watched-books/unknown/changes'],
  resolveWatched: ['/v1/watched-books/unknown/resolve', { body: { uid: '0', keep: 'mine' } }],
  bookGone: ['/v1/watched-books/unknown/gone', { method: 'POST' }],
  stopWatching: ['/v1/watched-books/unknown', { method: 'DELETE' }],
  proposals: ['/v1/proposals?status=waiting'],
  propose: [
    '/v1/proposals',
    {
      body: {
        patch: {
          kind: 'change',
          path: 'Lore/Silver Keep.md',
          operations: [{ kind: 'add-items', name: 'keys', items: ['the keep'] }],
        },
      },
    },
  ],
  acceptProposals: ['/v1/proposals/accept', { body: { ids: ['unknown'] } }],
  proposal: ['/v1/proposals/unknown'],
  acceptProposal: ['/v1/proposals/unknown/accept', { body: {} }],
  rejectProposal: ['/v1/proposals/unknown/reject', { method: 'POST' }],
  changes: ['/v1/changes'],
  change: ['/v1/changes/unknown'],
  undoChange: ['/v1/changes/unknown/undo', { method: 'POST' }],
  redoChange: ['/v1/changes/unknown/redo', { method: 'POST' }],
  undoChanges: ['/v1/changes/undo', { body: { session: 's' } }],
  clients: ['/v1/clients'],
  addClient: ['/v1/clients', { body: { name: 'By hand', scopes: ['read'] } }],
  renameClient: ['/v1/clients/unknown', { method: 'PATCH', body: { name: 'Desk' } }],
  revokeClient: ['/v1/clients/unknown', { method: 'DELETE' }],
  reportClient: ['/v1/client-report', { method: 'PUT', body: { version: '1.2.3', hostVersion: '1.19.0' } }],
  doctor: ['/v1/doctor'],
  examine: ['/v1/doctor', { method: 'POST' }],
  entryFormat: ['/v1/entry-format'],
  createExample: ['/v1/example-entry', { method: 'POST' }],
  removeExample: ['/v1/example-entry', { method: 'DELETE' }],
  updateBridge: ['/v1/bridge', { method: 'POST' }],
  checkSettings: ['/v1/settings/check', { body: { scanDepth: 5 } }],
};

const guarded = names.flatMap((name) => {
  const scope = routeScopes[name];
  return scope === undefined ? [] : [{ name, scope }];
});
const open = names.filter((name) => routeScopes[name] === undefined);
const withBody = names.filter((name) => requests[name][1]?.body !== undefined);

/** A method that no route has to which the path leads. */
function wrongMethod(name: Name): string {
  const { path } = routes[name];
  const leads = (other: Name): boolean =>
    new RegExp(`^${routes[other].path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.replaceAll(/[{}]/g, ''));
  const right = names.filter(leads).map((other) => routes[other].method.toUpperCase());
  return ['DELETE', 'PUT', 'PATCH'].find((method) => !right.includes(method)) ?? 'POST';
}

describe('every route of the table', () => {
  test.each(guarded)('$name needs a token', async ({ name }) => {
    const server = await testServer();
    const response = await server.send(...requests[name]);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await problemOf(response)).toMatchObject({ code: 'token_missing', status: 401 });
  });

  test.each(guarded)('$name needs the scope $scope', async ({ name, scope }) => {
    const server = await testServer();
    const [path, sent] = requests[name];
    const others = await server.token(...scopes.filter((one) => one !== scope && one !== 'admin'));
    const refused = await server.send(path, { ...sent, token: others });
    expect(refused.status).toBe(403);
    expect(await problemOf(refused)).toMatchObject({ code: 'scope_missing' });
    for (const token of [await server.token(scope), await server.token('admin')]) {
      expect([200, 202, 404, 409]).toContain((await server.send(path, { ...sent, token })).status);
    }
  });

  test.each(open)('%s answers without a token', async (name) => {
    const server = await testServer();
    expect([200, 201, 404]).toContain((await server.send(...requests[name])).status);
  });

  test.each(names)('%s is described in the OpenAPI document', async (name) => {
    const server = await testServer();
    const document = await jsonOf(await server.send('/openapi.json'));
    const { method, path } = routes[name];
    expect(document).toHaveProperty(['paths', path, method, 'operationId'], name);
    const security = routeScopes[name] === undefined ? undefined : [{ bearer: [] }];
    expect(document).toHaveProperty(['paths', path, method, 'responses']);
    const operation: unknown = Reflect.get(Reflect.get(Object(document['paths']), path) as object, method);
    expect(Reflect.get(Object(operation), 'security')).toEqual(security);
  });

  test.each(names)('%s answers a wrong method with 405 and what is allowed', async (name) => {
    const server = await testServer();
    const token = await server.token('admin');
    const response = await server.send(requests[name][0], { method: wrongMethod(name), token });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toContain(routes[name].method.toUpperCase());
    expect(await problemOf(response)).toMatchObject({ code: 'method_not_allowed' });
  });

  test.each(withBody)('%s answers broken JSON with 400', async (name) => {
    const server = await testServer();
    const [path, sent] = requests[name];
    const response = await server.send(path, { ...sent, token: await server.token('admin'), body: '{"broken":' });
    expect(response.status).toBe(400);
    expect(await problemOf(response)).toMatchObject({ code: 'malformed_json' });
  });

  test.each(withBody)('%s answers a body of the wrong form with the bad fields', async (name) => {
    const server = await testServer();
    const [path, sent] = requests[name];
    const response = await server.send(path, { ...sent, token: await server.token('admin'), body: '[]' });
    expect(response.status).toBe(400);
    const problem = await problemOf(response);
    expect(problem).toMatchObject({ code: 'malformed_request' });
    expect(problem['fields']).not.toEqual([]);
  });

  test.each(withBody)('%s answers a body that is not sent as JSON with 415', async (name) => {
    const server = await testServer();
    const [path, sent] = requests[name];
    const headers = { 'content-type': 'text/plain' };
    const response = await server.send(path, { ...sent, token: await server.token('admin'), headers });
    expect(response.status).toBe(415);
    expect(await problemOf(response)).toMatchObject({ code: 'unsupported_media_type' });
  });
});

describe('addresses outside the table', () => {
  test('are not told apart from others without a token', async () => {
    const server = await testServer();
    expect((await server.send('/v1/secret')).status).toBe(401);
    expect((await server.send('/v1/entries', { method: 'DELETE' })).status).toBe(401);
  });

  test('are not found with one', async () => {
    const server = await testServer();
    const response = await server.send('/v1/secret', { token: await server.token('admin') });
    expect(response.status).toBe(404);
    expect(await problemOf(response)).toMatchObject({ code: 'not_found' });
  });

  test.each(['//evil.example/v1/settings', '/V1/settings', '/v1/settings/', '/v1//settings', '/v1/%73ettings'])(
    '%s gives nothing away',
    async (path) => {
      const server = await testServer();
      expect((await server.send(path)).status).toBe(401);
    },
  );
});

describe('the OpenAPI document', () => {
  test('is of version 3.1 and names the bearer scheme', async () => {
    const server = await testServer();
    const document = await jsonOf(await server.send('/openapi.json'));
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { version: '1.2.3' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    expect(document).toHaveProperty(['components', 'schemas', 'GenerationRequest']);
  });
});
