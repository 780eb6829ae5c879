import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { App } from 'obsidian-test-mocks/obsidian';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serve, type RunningServer } from '../src/hosts/headless/serve-command';
import { bodyLimit } from '../src/hosts/sillytavern/fit-body';
import { noteOf, writeNote } from '../src/hosts/sillytavern/message-note';
import { requestFromChat } from '../src/hosts/sillytavern/request-from-chat';
import { FakeTavern, message } from '../src/hosts/sillytavern/testing/fake-tavern';
import type { WireGenerationAnswer } from '../src/server/contract/wire-generation';
import { createMockApp, fileAt } from './support/obsidian-app';
import { ask, freePort } from './support/obsidian-http';
import { loadPlugin, serving, type LoadedPlugin } from './support/obsidian-plugin';
import { until } from './support/obsidian-until';

// A chat of 20,000 messages, of which 19,000 are hidden and 10 MB are text, asked on both hosts after notes moved.

const VAULT_ID = 'test-vault-id';
const TOKEN = 'token of the test';
const MESSAGES = 20_000;
const VISIBLE = 1_000;

const note = (properties: string, text: string): string => `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;
const notes: Readonly<Record<string, string>> = {
  'Lore/Spent.md': note('keys: [broken lantern]', '@@dont_activate_after_match\nThe lantern broke once.'),
  'Lore/Mill.md': note('keys: [old mill]\ncooldown: 9999', 'The mill by the river.'),
  'Lore/Pinned.md': note('keys: [nobody says this]', 'Pinned lore.'),
  'Lore/Free.md': note('keys: [harbour]', 'The harbour freezes in winter.'),
  ...Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [
      `Lore/Filler ${String(at)}.md`,
      note(`keys: [filler ${String(at)}]`, `Filler text ${String(at)}.`),
    ]),
  ),
};
const moves = [
  ['Lore/Spent.md', 'Lore/Spent Lantern.md'],
  ['Lore/Mill.md', 'Lore/The Old Mill.md'],
  ['Lore/Pinned.md', 'Lore/Pinned by Mara.md'],
] as const;

let folder = '';
let headless: RunningServer;
let app: App;
let obsidian: LoadedPlugin;

interface Host {
  readonly name: string;
  readonly url: () => string;
  readonly token: () => string;
}
const hosts: readonly Host[] = [
  { name: 'headless', url: () => headless.url, token: () => TOKEN },
  { name: 'obsidian', url: () => obsidian.plugin.api.address() ?? '', token: () => obsidian.consoleToken() },
];

beforeAll(async () => {
  // What the build defines does not reach the page that the tests of the app run in.
  vi.stubGlobal('__LOREHEARTH_VERSION__', '0.0.0-test');
  folder = await mkdtemp(join(tmpdir(), 'lorehearth-long-chat-'));
  for (const [path, text] of Object.entries(notes)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  // The vault's id is a part of every entry's id: the same vault has one in both hosts.
  await mkdir(join(folder, '.lorehearth'));
  await writeFile(join(folder, '.lorehearth', 'data.json'), JSON.stringify({ version: 1, vaultId: VAULT_ID }));
  headless = await serve({ vault: folder, port: await freePort(), token: TOKEN, origin: [], console: false });
  app = createMockApp(notes, 'Long chat');
  obsidian = await loadPlugin(app, serving(await freePort()));
  for (const host of hosts) await untilCounted(host);
}, 60_000);

afterAll(async () => {
  obsidian.plugin.unload();
  await headless.close();
  await rm(folder, { recursive: true, force: true });
});

async function post(host: Host, path: string, body: unknown, method = 'POST'): Promise<unknown> {
  const headers = { authorization: `Bearer ${host.token()}` };
  const answer = await ask(`${host.url()}${path}`, { method, body, headers });
  expect(answer.status, answer.text).toBe(200);
  const value: unknown = JSON.parse(answer.text);
  return value;
}

async function generate(host: Host, body: unknown): Promise<WireGenerationAnswer> {
  return (await post(host, '/v1/generations', body)) as WireGenerationAnswer;
}

/** What does not depend on the host's clock. */
function comparable({ summary, ...answer }: WireGenerationAnswer): unknown {
  return { ...answer, summary: { ...summary, milliseconds: 0 } };
}

/** What the bridge sends for the next reply of a chat. */
function nextRequest(tavern: FakeTavern, wantedTexts: number | undefined, generationId: string) {
  const context = tavern.context();
  const prompt = tavern.chat.filter(({ is_system }) => !is_system).map((stored) => ({ ...stored }));
  return requestFromChat({
    context,
    identity: { id: 'long chat' },
    type: 'normal',
    prompt,
    contextSize: 32_768,
    wantedTexts,
    tokenSample: undefined,
    deadlineMs: 20_000,
    generationId,
  });
}

function fillers(first: WireGenerationAnswer, at: number): WireGenerationAnswer {
  const e = Array.from({ length: 10 }, (_, place): [string, number, string] => [
    `filler-${String((at + place) % 60)}-0123456789`,
    3,
    '0123456789abcdef',
  ]);
  return { ...first, record: { v: 1, g: `generation-${String(at)}-0123456789abcdef`, e } };
}

describe('a chat of 20,000 messages whose notes were renamed since', () => {
  const tavern = new FakeTavern();
  const answers: WireGenerationAnswer[] = [];

  beforeAll(async () => {
    tavern.chat.push(message('Mara', 'The broken lantern lies in the old mill.', { is_user: true }));
    for (const host of hosts) {
      const first = await generate(host, nextRequest(tavern, undefined, 'first').body);
      const pinned = ((await listed(host)).find(({ path }) => path === 'Lore/Pinned.md') ?? { id: '' }).id;
      await post(host, '/v1/chats/long%20chat', { pin: [pinned] }, 'PATCH');
      answers.push(first);
    }
    for (const [from, to] of moves) {
      await rename(join(folder, from), join(folder, to));
      await app.vault.rename(fileAt(app, from), to);
    }
    for (const host of hosts) await untilMoved(host);
    play(tavern, answers[0]);
  }, 60_000);

  it('began with the same lore on both hosts', () => {
    expect(answers[0]?.entries.map(({ path }) => path).sort()).toEqual(['Lore/Mill.md', 'Lore/Spent.md']);
    expect(comparable(answers[0] as WireGenerationAnswer)).toEqual(comparable(answers[1] as WireGenerationAnswer));
  });

  it.each([undefined, 6])('fits into a request with nothing dropped, when %s texts are wanted', (wanted) => {
    expect(tavern.chat).toHaveLength(MESSAGES);
    expect(tavern.chat.filter(({ is_system }) => is_system)).toHaveLength(MESSAGES - VISIBLE);
    expect(JSON.stringify(tavern.chat.map(({ mes }) => mes)).length).toBeGreaterThan(10_000_000);
    const { body, droppedRecords, droppedTexts } = nextRequest(tavern, wanted, 'size');
    expect(new TextEncoder().encode(JSON.stringify(body)).length).toBeLessThan(bodyLimit);
    expect({ droppedRecords, droppedTexts }).toEqual({ droppedRecords: 0, droppedTexts: 0 });
  });

  it('gets the same answer on both hosts: what was spent stays spent, pins and cooldowns follow the rename', async () => {
    const long = await Promise.all(hosts.map((host) => generate(host, nextRequest(tavern, 6, 'long').body)));
    expect(long[0]?.entries.map(({ path, reason }) => [path, reason]).sort()).toEqual([
      ['Lore/Free.md', 'key'],
      ['Lore/Pinned by Mara.md', 'pin'],
    ]);
    expect(comparable(long[0] as WireGenerationAnswer)).toEqual(comparable(long[1] as WireGenerationAnswer));
    for (const host of hosts) expect(await refusals(host)).toEqual({ Spent: 'already_used', Mill: 'cooldown' });
  });
});

/** Fills the chat up: a reply with a record for every message of the player, the last ones visible. */
function play(tavern: FakeTavern, first: WireGenerationAnswer | undefined): void {
  if (first === undefined) throw new Error('no first answer');
  const padding = 'The rain went on and nobody spoke of anything that matters here. '.repeat(8);
  while (tavern.chat.length < MESSAGES) {
    const at = tavern.chat.length;
    const isHidden = at < MESSAGES - VISIBLE;
    const isUser = at % 2 === 1;
    const text = at === MESSAGES - 1 ? 'The broken lantern, the old mill and the harbour.' : padding;
    const said = message(isUser ? 'Mara' : 'Ilse', text, { is_user: isUser, is_system: isHidden });
    if (!isUser) writeNote(said.extra, noteOf(at === 2 ? first : fillers(first, at), []));
    tavern.chat.push(said);
  }
  // The first two messages, the greeting among them, were hidden with the rest.
  for (const said of tavern.chat.slice(0, 2)) said.is_system = true;
}

async function listed(host: Host): Promise<readonly { readonly id: string; readonly path: string }[]> {
  const answer = await ask(`${host.url()}/v1/entries?limit=200`, {
    headers: { authorization: `Bearer ${host.token()}` },
  });
  return (JSON.parse(answer.text) as { items: { id: string; path: string }[] }).items;
}

/** Estimates of tokens would differ from one host to the other. */
async function untilCounted(host: Host): Promise<void> {
  const headers = { authorization: `Bearer ${host.token()}` };
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await ask(`${host.url()}/v1/status`, { headers });
    if ((JSON.parse(answer.text) as { tokensExact: boolean }).tokensExact) return;
    if (performance.now() > deadline) throw new Error(`${host.name} does not load its tokenizer`);
    await until(() => true, 'the next look');
  }
}

async function untilMoved(host: Host): Promise<void> {
  let paths: readonly string[] = [];
  const deadline = performance.now() + 30_000;
  while (!moves.every(([from, to]) => paths.includes(to) && !paths.includes(from))) {
    if (performance.now() > deadline) throw new Error(`${host.name} does not see the new names`);
    paths = (await listed(host)).map(({ path }) => path);
    await until(() => true, 'the next look');
  }
}

/** Reasons for which the two old entries were refused in the long turn. */
async function refusals(host: Host): Promise<Readonly<Record<string, string>>> {
  const headers = { authorization: `Bearer ${host.token()}` };
  const trace = JSON.parse((await ask(`${host.url()}/v1/generations/long`, { headers })).text) as {
    entries: { id: string; path: string }[];
    decisions: { entry: string; verdict: string; reason: string }[];
  };
  const names: Readonly<Record<string, string>> = {
    'Lore/Spent Lantern.md': 'Spent',
    'Lore/The Old Mill.md': 'Mill',
  };
  const nameOf = (id: string): string => names[trace.entries.find((entry) => entry.id === id)?.path ?? ''] ?? id;
  const refused = trace.decisions.filter(({ verdict }) => verdict === 'refused');
  return Object.fromEntries(refused.map(({ entry, reason }) => [nameOf(entry), reason]));
}
