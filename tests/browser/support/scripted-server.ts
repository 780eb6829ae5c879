import { OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { builtInInstructions } from '../../../src/core/ai/selection/selection-prompt';
import { changeSettings, defaultSettings } from '../../../src/core/settings/settings';
import type { Settings } from '../../../src/core/settings/settings-table';
import { mount, type Handlers } from '../../../src/server/contract/api';
import type { WireAiReport } from '../../../src/server/contract/wire-ai';
import type { WirePreviewAnswer, WirePreviewRequest, WireTrace } from '../../../src/server/contract/wire-generation';
import type {
  WireEntryDetail,
  WireEntryFacets,
  WireEntryName,
  WireProblem,
} from '../../../src/server/contract/wire-lore';
import type { WireStatus } from '../../../src/server/contract/wire-server';
import { checkSettings, writeSettings } from '../../../src/server/mapping/write-settings';
import { ScriptedAi } from './scripted-ai';
import { ScriptedEdits } from './scripted-edits';
import { ScriptedGaps } from './scripted-gaps';
import { ScriptedGrowth } from './scripted-growth';
import { ScriptedHealth } from './scripted-health';
import { ScriptedLab } from './scripted-lab';
import { ScriptedImports } from './scripted-imports';
import { ScriptedLibrarian } from './scripted-librarian';
import { ScriptedWatch } from './scripted-watch';
import { ScriptedSetup } from './scripted-setup';
import { sampleEntries } from './scripted-lore';
import { scriptedPreview } from './scripted-preview';
import { ScriptedScribe } from './scripted-scribe';
import { ScriptedTurns } from './scripted-turns';
import { ScriptedUse } from './scripted-use';
import { ScriptedVaults } from './scripted-vaults';

type Unused = {
  readonly path: string;
  readonly state: 'skipped' | 'quarantined' | 'guide';
  readonly reason?: string;
  readonly problems: readonly WireProblem[];
};

/** A waiting pairing, and what the user said to it. */
interface Pairing {
  readonly id: string;
  readonly code: string;
  readonly client: string;
  readonly origin?: string;
  readonly expiresAt: number;
  decision?: 'approve' | 'deny';
}

/** Tokens that the scripted server accepts. */
export const adminToken = 'admin-token';
export const readToken = 'read-token';

const FAR_FUTURE = 4_102_444_800_000;
const adminPaths = ['/v1/pairings', '/v1/channels', '/v1/connections', '/v1/clients', '/v1/settings'];

/**
 * A server that answers by the contract from what a test put into it: the contract validates requests, the compiler
 * checks answers. Tests change the fields to change the world.
 */
export class ScriptedServer {
  entries: readonly WireEntryDetail[] = sampleEntries;
  problems: readonly WireProblem[] = [];
  unused: readonly Unused[] = [];
  pairings: Pairing[] = [];
  status: Partial<WireStatus> = {};
  readonly turns = new ScriptedTurns((trace) => ({ ...scriptedPreview(this.entries, ''), trace }));
  readonly ai = new ScriptedAi();
  readonly imports = new ScriptedImports();
  readonly librarian = new ScriptedLibrarian();
  readonly growth = new ScriptedGrowth();
  readonly watch = new ScriptedWatch();
  readonly edits = new ScriptedEdits();
  readonly gaps = new ScriptedGaps();
  readonly scribe = new ScriptedScribe();
  readonly health = new ScriptedHealth(() => this);
  readonly lab = new ScriptedLab();
  readonly setup = new ScriptedSetup();
  readonly use = new ScriptedUse(() => this.entries);
  readonly vaults = new ScriptedVaults();
  settings: Settings = defaultSettings;
  /** The newest turn that is kept; setting it makes it the only one. */
  set lastTurn(trace: WireTrace | undefined) {
    this.turns.traces = trace === undefined ? [] : [trace];
  }
  /** What the AI said where a preview lets it be asked. */
  aiReport: WireAiReport | undefined;
  /** Milliseconds that each answer takes. */
  delayMs = 0;
  /** Whether nothing answers at all. */
  isOffline = false;
  /** Whether answers never come. */
  isStuck = false;
  /** Answers every request with this problem, if set. */
  refusal: { readonly status: 400 | 403 | 500; readonly detail: string } | undefined;
  /** Method and path of every request so far. */
  readonly requests: string[] = [];
  /** Body of the last preview. */
  lastPreview: WirePreviewRequest | undefined;
  readonly #app = mount(new OpenAPIHono(), this.#handlers());

  /** Answers one request, as `fetch` would; a request that was aborted rejects. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    this.requests.push(`${request.method} ${pathname}${search}`);
    if (this.isOffline) throw new TypeError('fetch failed');
    if (this.isStuck) return new Promise(() => undefined);
    if (this.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.delayMs));
    init?.signal?.throwIfAborted();
    const refused = this.#refused(request, pathname);
    return refused ?? this.#app.fetch(request);
  };

  #refused(request: Request, path: string): Response | undefined {
    if (this.refusal) return problemReply(this.refusal.status, 'scripted', this.refusal.detail);
    if (path === '/health' || path.startsWith('/v1/pair/') || path === '/v1/pair') return undefined;
    const token = request.headers.get('authorization')?.replace('Bearer ', '');
    if (token !== adminToken && token !== readToken) {
      return problemReply(401, 'unauthorized', 'The token is missing or not accepted.');
    }
    if (token !== adminToken && adminPaths.some((admin) => path.startsWith(admin))) {
      return problemReply(403, 'forbidden', 'This needs an admin token.');
    }
    if (
      token !== adminToken &&
      request.method !== 'GET' &&
      /^\/v1\/(?:imports|watched-books|proposals|changes|health-report|analytics|graph|vaults)/.test(path)
    ) {
      return problemReply(403, 'scope_missing', 'This needs a token that may write.');
    }
    if (token !== adminToken && path.startsWith('/v1/librarian')) {
      return problemReply(403, 'scope_missing', 'This needs a token that may write.');
    }
    return undefined;
  }

  #status(): WireStatus {
    const all = this.health.all.filter(({ ignored }) => ignored === undefined);
    const count = (severity: WireProblem['severity']): number => all.filter((one) => one.severity === severity).length;
    const states = (state: Unused['state']): number => this.unused.filter((note) => note.state === state).length;
    const [turn] = this.turns.traces;
    return {
      version: '0.1.0',
      vault: 'demo-vault',
      index: { kind: 'ready' },
      entries: this.entries.length,
      guides: states('guide'),
      quarantined: states('quarantined'),
      skipped: states('skipped'),
      problems: { error: count('error'), warning: count('warning'), info: count('info') },
      tokensExact: true,
      gaps: this.gaps.open,
      clients: [],
      ...(turn && {
        lastTurn: {
          id: turn.id,
          chat: turn.chat,
          turn: turn.turn,
          at: turn.at,
          injected: turn.summary.injected,
          tokens: turn.summary.tokens,
        },
      }),
      ...this.status,
    };
  }

  #matching(query: {
    text?: string;
    tag?: string;
    folder?: string;
    type?: string;
    problems?: string;
    sort?: string;
  }): readonly WireEntryDetail[] {
    const words = (query.text ?? '').toLowerCase().split(/\s+/);
    const usesOf = (id: string): number => this.use.uses.find((use) => use.id === id)?.injected ?? 0;
    return [...this.entries]
      .filter(({ title, path, keys, tags }) => {
        const haystack = [title, path, ...keys, ...tags].join('\n').toLowerCase();
        return words.every((word) => haystack.includes(word));
      })
      .filter(({ tags }) => query.tag === undefined || tags.includes(query.tag))
      .filter(({ path }) => query.folder === undefined || path.startsWith(`${query.folder}/`))
      .filter(({ type }) => query.type === undefined || type === query.type)
      .filter(({ problems }) => query.problems !== 'true' || problems.length > 0)
      .sort((a, b) => (query.sort === 'use' ? usesOf(b.id) - usesOf(a.id) : 0) || a.title.localeCompare(b.title));
  }

  #preview(request: WirePreviewRequest): WirePreviewAnswer {
    this.lastPreview = request;
    const preview = scriptedPreview(this.entries, request.text ?? '');
    const { settings } = changeSettings(this.settings, request.settings ?? {}, 'lenient');
    if (settings.selectionMode === 'keywords') return preview;
    const ai = request.ai === true ? this.aiReport : notAsked;
    const summary = { ...preview.answer.summary, ...(ai && { ai }) };
    const prompt = [
      { role: 'system', text: settings.aiInstructions === '' ? builtInInstructions : settings.aiInstructions },
      { role: 'user', text: `<chat>\n${request.text ?? ''}\n</chat>` },
    ];
    return {
      ...preview,
      answer: { ...preview.answer, mode: settings.selectionMode, summary },
      ...(request.prompt === true && { prompt }),
    };
  }

  #facets(): WireEntryFacets {
    const folders = this.entries.flatMap(({ path }) => {
      const parts = path.split('/').slice(0, -1);
      return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
    });
    return {
      types: counted(this.entries.flatMap(({ type }) => type ?? [])),
      tags: counted(this.entries.flatMap(({ tags }) => tags)),
      folders: counted(folders),
    };
  }

  #handlers(): Handlers {
    return {
      health: (context) => context.json({ name: 'lorehearth' as const, api: 1 as const, pairing: true }, 200),
      startPairing: (context) => {
        const code = '402117';
        const { client } = context.req.valid('json');
        const pairing = { id: `pair-${String(this.pairings.length)}`, code, client, expiresAt: FAR_FUTURE };
        this.pairings.push(pairing);
        return context.json(pairing, 201);
      },
      pairingState: (context) => {
        const pairing = this.pairings.find(({ id }) => id === context.req.valid('param').id);
        if (pairing === undefined) return notFound(context);
        if (pairing.decision === 'approve') {
          return context.json({ state: 'approved' as const, token: readToken, scopes: ['read' as const] }, 200);
        }
        if (pairing.decision === 'deny') return context.json({ state: 'denied' as const }, 200);
        return context.json({ state: 'pending' as const, expiresAt: pairing.expiresAt }, 200);
      },
      waitingPairings: (context) =>
        context.json({ items: this.pairings.filter(({ decision }) => decision === undefined) }, 200),
      decidePairing: (context) => {
        const pairing = this.pairings.find(({ code }) => code === context.req.valid('param').code);
        if (pairing === undefined) return notFound(context);
        pairing.decision = context.req.valid('json').decision;
        return context.json(pairing, 200);
      },
      status: (context) => context.json(this.#status(), 200),
      refresh: (context) => {
        const { vault, index, entries, quarantined, skipped, problems } = this.#status();
        return context.json({ vault, index, entries, quarantined, skipped, problems }, 200);
      },
      generate: (context) => context.json(scriptedPreview(this.entries, '').answer, 200),
      reportDelivery: (context) => context.json(context.req.valid('json'), 200),
      preview: (context) => context.json(this.#preview(context.req.valid('json')), 200),
      entries: (context) => {
        const { offset, limit, ...query } = context.req.valid('query');
        const found = this.#matching(query);
        return context.json(
          { items: found.slice(offset, offset + limit), total: found.length, offset, facets: this.#facets() },
          200,
        );
      },
      entryNames: (context) => {
        const { name, offset, limit } = context.req.valid('query');
        const found = this.entries.filter(({ title, path }) => name === undefined || name === title || name === path);
        const items = found.map(({ id, title, path, enabled }): WireEntryName => ({
          id,
          title,
          path,
          aliases: [],
          enabled,
        }));
        return context.json({ items: items.slice(offset, offset + limit), total: items.length, offset }, 200);
      },
      entry: (context) => {
        const entry = this.entries.find(({ id }) => id === context.req.valid('param').id);
        return entry ? context.json(entry, 200) : notFound(context);
      },
      search: (context) => context.json({ hits: [] }, 200),
      ...this.health.handlers(),
      ...this.lab.handlers(),
      chats: (context) => context.json({ items: [], total: 0, offset: 0 }, 200),
      contextFields: (context) => context.json({ items: [] }, 200),
      settings: (context) => context.json(writeSettings(this.settings), 200),
      checkSettings: (context) => context.json(checkSettings(this.settings, context.req.valid('json')), 200),
      changeSettings: (context) => {
        const { settings, problems } = changeSettings(this.settings, context.req.valid('json'), 'strict');
        this.settings = settings;
        if (problems.length === 0) return context.json(writeSettings(settings), 200);
        const fields = problems.map(({ name, message }) => ({ path: name, message }));
        const detail = 'Nothing was changed, because a setting is not allowed.';
        return context.json({ ...problemBody(400, 'setting_not_allowed', detail), fields }, 400);
      },
      stream: (context) => context.json({ events: [], next: 0 }, 200),
      relayResult: (context) => notFound(context),
      prepare: (context) => context.json({ preparing: false }, 202),
      export: (context) => notFound(context),
      ...this.turns.handlers(),
      ...this.ai.handlers(),
      ...this.imports.handlers(),
      ...this.librarian.handlers(),
      ...this.growth.handlers(),
      ...this.watch.handlers(),
      ...this.edits.handlers(),
      ...this.gaps.handlers(),
      ...this.scribe.handlers(),
      ...this.setup.handlers(),
      ...this.use.handlers(),
      ...this.vaults.handlers(),
    };
  }
}

/** The report of a preview that asks nobody. */
const notAsked: WireAiReport = {
  outcome: 'skipped',
  sentence: 'Previews do not ask the AI unless they are told to; keywords were used.',
  age: 0,
  candidates: 4,
  cut: 0,
  picks: [],
  unknown: [],
  ambiguous: [],
  isCutOff: false,
  milliseconds: 0,
};

function counted(values: readonly string[]): WireEntryFacets['tags'] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

function problemBody(status: number, code: string, detail: string) {
  return { type: 'about:blank', title: 'Refused', status, code, detail };
}

function problemReply(status: number, code: string, detail: string): Response {
  return Response.json(problemBody(status, code, detail), {
    status,
    headers: { 'content-type': 'application/problem+json' },
  });
}

function notFound(context: Context) {
  return context.json(problemBody(404, 'not_found', 'There is no such thing.'), 404);
}
