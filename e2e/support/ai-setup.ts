import type { FakeProvider } from '../../tests/support/fake-provider/fake-provider';
import type { LorehearthServer } from './lorehearth-server';

/** The key that the provider wants; it is kept by Lorehearth and nobody else. */
export const providerKey = 'key-of-the-test';

const connection = 'fake';
const direct = { mode: 'direct', connection, model: 'fake-model' } as const;

/** How long AI Search may take in these tests, in milliseconds. */
export const searchMs = 2_000;

/** Lets the server choose entries by this provider, in two stages. Starts breaker and counts anew. */
export async function chooseDirectly(server: LorehearthServer, provider: FakeProvider): Promise<void> {
  await connect(server, provider, { search: { ...direct, timeoutMs: searchMs } });
  await server.call('/v1/settings', { selectionMode: 'two-stage' }, 'PATCH');
}

/** Lets the Librarian ask this provider. */
export async function askLibrarianBy(server: LorehearthServer, provider: FakeProvider): Promise<void> {
  await connect(server, provider, { librarian: direct });
}

/** Lets the Scribe and the notepad ask this provider. */
export async function rememberBy(server: LorehearthServer, provider: FakeProvider): Promise<void> {
  await connect(server, provider, { scribe: direct, notepad: direct });
}

/** Lets the server choose entries by a connection profile of SillyTavern, without any connection of its own. */
export async function chooseByProfile(server: LorehearthServer, profile: string): Promise<void> {
  const search = { mode: 'sillytavern', connection: profile, timeoutMs: 10_000 };
  await server.call('/v1/channels', { connections: [], channels: { search } }, 'PATCH');
  await server.call('/v1/settings', { selectionMode: 'two-stage' }, 'PATCH');
}

/** What the server says of its models. */
export async function modelsOf(
  server: LorehearthServer,
): Promise<{ readonly relays: number; readonly connections: readonly unknown[] }> {
  // The server's own answer; a test that reads a missing field fails by itself.
  return (await server.call('/v1/channels')) as { relays: number; connections: unknown[] };
}

async function connect(server: LorehearthServer, provider: FakeProvider, channels: object): Promise<void> {
  const connections = [{ id: connection, name: 'Fake', kind: 'openai-compatible', baseUrl: provider.url }];
  await server.call('/v1/channels', { connections, channels }, 'PATCH');
  await server.call(`/v1/connections/${connection}/key`, { key: providerKey }, 'PUT');
}
