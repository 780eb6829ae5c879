import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { ask, freePort, holdPort, type HeldPort } from '../../../tests/support/obsidian-http';
import { loadPlugin, serving, ShownNotices, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';

// The first load compiles the whole server.
vi.setConfig({ testTimeout: 20_000 });

let app: App;
let notices: ShownNotices;
let loaded: LoadedPlugin[];
let held: HeldPort | undefined;
const unhandled = vi.fn();

beforeEach(() => {
  app = createMockApp({ 'Keep.md': '#lorebook' }, 'Eldoria');
  notices = new ShownNotices();
  loaded = [];
  process.on('unhandledRejection', unhandled);
});
afterEach(async () => {
  process.off('unhandledRejection', unhandled);
  for (const { plugin } of loaded) plugin.unload();
  await held?.release();
  held = undefined;
  vi.restoreAllMocks();
  expect(unhandled).not.toHaveBeenCalled();
});

async function load(settings: Readonly<Record<string, unknown>>, name = 'Eldoria'): Promise<LoadedPlugin> {
  const own = name === 'Eldoria' ? app : createMockApp({ 'Mill.md': '#lorebook' }, name);
  // `serve` comes as a change, since loading waits for a server that listens.
  const plugin = await loadPlugin(own, { ...settings, serve: false });
  loaded.push(plugin);
  await plugin.host()?.changeSettings({ serve: true });
  return plugin;
}

describe('a port that another program holds for good', () => {
  it('leaves everything else working, with one notice that names the port and what to do', async () => {
    held = await holdPort(0, '{"name":"nginx"}');
    const plugin = await load({ port: held.port, fixedPort: true });
    await until(() => plugin.host()?.server.kind === 'failed', 'a failure');
    await until(() => plugin.statusText().startsWith('▲'), 'the status bar');
    expect(plugin.plugin.api.status()).toMatchObject({ entries: 1, index: { kind: 'ready' } });
    expect(notices.texts).toEqual([
      `Port ${String(held.port)} is taken by another program (nginx). Choose another port in the settings of Lorehearth, or free it and try again.`,
    ]);
  });

  it('is left for the port that the user types next, without a restart', async () => {
    held = await holdPort(0, '{"name":"nginx"}');
    const plugin = await load({ port: held.port, fixedPort: true });
    await until(() => plugin.host()?.server.kind === 'failed', 'a failure');
    const other = await freePort();
    await plugin.host()?.changeSettings({ port: other });
    await until(() => plugin.host()?.server.kind === 'listening', 'a server');
    expect((await ask(`http://127.0.0.1:${String(other)}/health`)).status).toBe(200);
    expect(notices.open).toEqual([]);
  });

  it('is taken by a retry once it is free', async () => {
    held = await holdPort(0, '{"name":"nginx"}');
    const { port } = held;
    const plugin = await load({ port, fixedPort: true });
    await until(() => plugin.host()?.server.kind === 'failed', 'a failure');
    await held.release();
    held = undefined;
    await plugin.host()?.retryServer();
    expect(plugin.host()?.server).toEqual({ kind: 'listening', port });
    expect(notices.open).toEqual([]);
  });
});

describe('a port that is still being closed', () => {
  it('is tried again until it is free, and the state is true all the time', async () => {
    held = await holdPort(0);
    const { port } = held;
    const plugin = await load({ port });
    expect(plugin.host()?.server).toEqual({ kind: 'starting', port });
    await until(() => plugin.statusText().startsWith('◐'), 'the status bar to say that the server starts');
    setTimeout(() => void held?.release(), 2_000);
    await until(() => plugin.host()?.server.kind !== 'starting', 'an end of starting');
    expect(plugin.host()?.server).toEqual({ kind: 'listening', port });
    await until(() => plugin.statusText().startsWith('●'), 'the status bar to say that the server listens');
    expect((await ask(`http://127.0.0.1:${String(port)}/health`)).status).toBe(200);
    expect(notices.texts).toEqual([]);
  });
});

describe('two vaults on one port', () => {
  it('are served on neighbouring ports, the second says so, and each names its vault', async () => {
    const port = await freePort();
    const first = await load(serving(port));
    await until(() => first.host()?.address !== undefined, 'the first server');
    const second = await load(serving(port), 'Ravenloft');
    await until(() => second.host()?.address !== undefined, 'the second server');
    const vaultAt = async (address = ''): Promise<unknown> => {
      const health: unknown = JSON.parse((await ask(`${address}/health`)).text);
      return Reflect.get(Object(health), 'vault');
    };
    expect(await vaultAt(first.host()?.address)).toBe('Eldoria');
    expect(await vaultAt(second.host()?.address)).toBe('Ravenloft');
    expect(notices.texts).toEqual([
      `Port ${String(port)} is taken by Lorehearth for the vault “Eldoria”. This vault is served on port ${String(second.host()?.server.kind === 'listening' ? Number(second.host()?.address?.split(':')[2]) : 0)}.`,
    ]);
  });

  it('with a fixed port give the second one a failure with the first one’s name', async () => {
    const port = await freePort();
    const first = await load(serving(port));
    await until(() => first.host()?.address !== undefined, 'the first server');
    const second = await load({ port, fixedPort: true }, 'Ravenloft');
    await until(() => second.host()?.server.kind === 'failed', 'a failure');
    expect(notices.texts.at(-1)).toContain('taken by Lorehearth for the vault “Eldoria”');
  });
});

it('keeps serving while a setting changes that is not the server’s', async () => {
  const port = await freePort();
  const plugin = await load(serving(port));
  await until(() => plugin.host()?.address !== undefined, 'a server');
  const states: unknown[] = [];
  plugin.host()?.onChange(() => states.push(plugin.host()?.server.kind));
  await plugin.host()?.changeSettings({ scanDepth: 7 });
  await new Promise((resolve) => setTimeout(resolve, 900));
  expect(new Set(states)).toEqual(new Set(['listening']));
});
