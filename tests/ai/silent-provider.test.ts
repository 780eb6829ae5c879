import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { serve, type RunningServer } from '../../src/hosts/headless/serve-command';
import { Bridge } from '../../src/hosts/sillytavern/bridge';
import { readNote, type MessageNote } from '../../src/hosts/sillytavern/message-note';
import { FakeTavern } from '../../src/hosts/sillytavern/testing/fake-tavern';
import { FakeProvider } from '../support/fake-provider/fake-provider';
import { replies, type Reply } from '../support/fake-provider/reply';

const token = 'token of the test';
const lore = 'The keep is made of silver.';
/** Chats that play at the same time behind one throttle, and the turns of each. */
const chats = 10;
const turnsOfEach = 10;

let vault: string;
let server: RunningServer;
let provider: FakeProvider;
const bridges: Bridge[] = [];

async function call(path: string, method: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

async function isWarm(): Promise<boolean> {
  const response = await fetch(`${server.url}/v1/status`, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { tokensExact: boolean }).tokensExact;
}

/** A page of SillyTavern with the bridge, which asks the server over HTTP. */
function page(number: number): FakeTavern {
  const tavern = new FakeTavern();
  tavern.extensionSettings['lorehearth'] = { address: server.url, token, deadlineMs: 2_500 };
  let ids = 0;
  const newId = (): string => `page-${String(number)}-${String((ids += 1))}`;
  const bridge = new Bridge({ context: tavern.context, fetch, newId, clientName: 'SillyTavern of the test' });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  bridges.push(bridge);
  return tavern;
}

/** Plays all turns of all chats; gives what each reply says of its lore, and the requests for the replies. */
async function play(): Promise<{ notes: (MessageNote | undefined)[]; prompts: string[] }> {
  const pages = Array.from({ length: chats }, (_, number) => page(number));
  const notes: (MessageNote | undefined)[] = [];
  await Promise.all(
    pages.map(async (tavern) => {
      for (let turn = 0; turn < turnsOfEach; turn += 1) {
        await tavern.send(`Turn ${String(turn)}: where is the keep?`);
        notes.push(readNote(tavern.chat.at(-1)?.extra));
      }
    }),
  );
  return { notes, prompts: pages.flatMap(({ prompts }) => prompts) };
}

beforeAll(async () => {
  vault = await mkdtemp(join(tmpdir(), 'lorehearth-silent-'));
  await writeFile(join(vault, 'Keep.md'), `---\ntags: [lorebook]\nkeys: [keep]\n---\n${lore}\n`);
  provider = await FakeProvider.start('openai');
  server = await serve({ vault, port: 0, token, origin: [], console: false });
  // Pages, server and provider share one processor here: what happens once must not happen in the middle of a turn.
  await vi.waitUntil(() => isWarm(), { timeout: 20_000 });
}, 30_000);

afterAll(async () => {
  await server.close();
  await provider.close();
  await rm(vault, { recursive: true, force: true });
});

beforeEach(async () => {
  const connections = [{ id: 'silent', name: 'Silent', kind: 'openai-compatible', baseUrl: provider.url }];
  const search = { mode: 'direct', connection: 'silent', model: 'm', timeoutMs: 1_000 };
  await call('/v1/channels', 'PATCH', { connections, channels: { search } });
  await call('/v1/settings', 'PATCH', { selectionMode: 'two-stage' });
  return () => bridges.splice(0).forEach((bridge) => bridge.stop());
});

describe('the request for the reply holds the keyword lore in 100 of 100 turns', () => {
  test.each<[string, readonly [Reply, ...Reply[]]]>([
    ['the provider never answers', [replies.silent()]],
    ['the provider asks to wait for a minute, or never answers', [replies.tooMany('60'), replies.silent()]],
  ])(
    'where %s, and questions wait behind one another',
    async (_name, script) => {
      let asked = 0;
      provider.always(() => script[(asked += 1) % script.length] ?? script[0]);
      const { notes, prompts } = await play();
      expect(prompts.filter((prompt) => prompt.includes(lore))).toHaveLength(chats * turnsOfEach);
      expect(prompts).toHaveLength(chats * turnsOfEach);
      expect(notes.filter((note) => note?.summary.ai?.outcome === 'failed')).toHaveLength(chats * turnsOfEach);
      expect(asked).toBeGreaterThan(0);
    },
    90_000,
  );
});
