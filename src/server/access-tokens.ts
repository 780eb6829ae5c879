import { readStored } from '../core/documents/read-stored';
import { storedDocuments } from '../core/documents/stored-documents';
import type { Clock, Timer } from '../core/ports/clock';
import type { DocumentStore } from '../core/ports/document-store';
import type { Hasher } from '../core/ports/hasher';
import type { Log } from '../core/ports/log';
import type { RandomSource } from '../core/ports/random';
import { readClients, type StoredClient } from './clients-document';
import type { Scope } from './contract/wire-server';

/** What the tokens need of the host. */
export interface AccessPorts {
  /** Keeps the document `clients`. */
  readonly store: DocumentStore;
  readonly hasher: Hasher;
  readonly random: RandomSource;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
}

/** Who may use the server. The token itself is known to the client alone. */
export interface AccessClient {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Origins of the pages that it was paired from. */
  readonly origins: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Milliseconds since 1970; absent while it was never used. */
  readonly lastSeen?: number;
  /** Given for this run (on the command line) and not stored. */
  readonly fixed: boolean;
}

/** A new client and its token, which cannot be shown again. */
export interface Granted {
  readonly client: AccessClient;
  readonly token: string;
}

type KnownClient = AccessClient & { readonly hash: string };

const DOCUMENT = storedDocuments.clients;
const TOKEN_BYTES = 32;
const ID_BYTES = 9;
/** How long a new `lastSeen` may wait for being stored. */
const LAZY_MS = 30_000;

/** Reads the stored clients. A document that cannot be used lets nobody in and is reported, never an error. */
export async function openAccessTokens(ports: AccessPorts): Promise<AccessTokens> {
  const { value, readOnly, isUnreadable } = await readStored(DOCUMENT, ports);
  if (isUnreadable) ports.log.warn('The paired programs have to be paired again.');
  // What a newer version stored may mean something else by now: it lets nobody in.
  if (readOnly !== undefined) {
    ports.log.warn('Programs that are paired now have to be paired again after the next start.');
    return new AccessTokens(ports, [], false);
  }
  const { clients, unreadable } = readClients(value?.['clients']);
  if (unreadable > 0) ports.log.warn(`${String(unreadable)} stored clients are not understood.`);
  return new AccessTokens(ports, clients, true);
}

/** Named tokens with scopes. Made by {@link openAccessTokens}. */
export class AccessTokens {
  #clients: readonly KnownClient[];
  #saving: Promise<void> = Promise.resolve();
  #cancelLazySave: (() => void) | undefined;

  constructor(
    private readonly ports: AccessPorts,
    stored: readonly StoredClient[],
    private readonly mayStore: boolean,
  ) {
    this.#clients = stored.map((client) => ({ ...client, fixed: false }));
  }

  /** The clients, oldest first. */
  list(): readonly AccessClient[] {
    return this.#clients.map(withoutHash);
  }

  /** Origins of the pages of all paired clients. */
  origins(): readonly string[] {
    return [...new Set(this.#clients.flatMap((client) => client.origins))];
  }

  /**
   * Makes a client and its token. Where the client cannot be stored, the token works until the program ends, and the
   * failure is reported: a full disk must not keep anyone from playing.
   */
  async create(name: string, scopes: readonly Scope[], origins: readonly string[] = []): Promise<Granted> {
    const token = this.ports.random.token(TOKEN_BYTES);
    const client = this.#add(token, { name, scopes, origins, fixed: false });
    await this.#save().catch((error: unknown) => {
      this.ports.log.warn('A new client could not be stored; its token works until the program ends.', error);
    });
    return { client, token };
  }

  /** Accepts a token that someone chose, until the program ends. Refuses an empty one. */
  addFixed(token: string, scopes: readonly Scope[], name = 'Command line'): AccessClient {
    const chosen = token.trim();
    if (chosen === '') throw new RangeError('An empty token would let everyone in.');
    return this.#add(chosen, { name, scopes, origins: [], fixed: true });
  }

  /** The client to which a token belongs. Every stored hash is compared, each in constant time. */
  verify(token: string): AccessClient | undefined {
    const hash = this.ports.hasher.sha256(token.trim());
    const [found] = this.#clients.filter((client) => this.ports.hasher.equal(client.hash, hash));
    if (found === undefined) return undefined;
    const seen = { ...found, lastSeen: this.ports.clock.now() };
    this.#clients = this.#clients.map((client) => (client === found ? seen : client));
    if (!seen.fixed) this.#saveLazily();
    return withoutHash(seen);
  }

  /** Gives a client another name; undefined for one that is not known. */
  async rename(id: string, name: string): Promise<AccessClient | undefined> {
    if (!this.#clients.some((client) => client.id === id)) return undefined;
    this.#clients = this.#clients.map((client) => (client.id === id ? { ...client, name } : client));
    await this.#save().catch((error: unknown) => {
      this.ports.log.warn('The new name of a client could not be stored; it holds until the program ends.', error);
    });
    return this.list().find((client) => client.id === id);
  }

  /**
   * Takes a client's access away, at once. Returns whether there was one.
   * Rejects when that cannot be stored: the token would be accepted again after a restart.
   */
  async revoke(id: string): Promise<boolean> {
    const left = this.#clients.filter((client) => client.id !== id);
    if (left.length === this.#clients.length) return false;
    this.#clients = left;
    await this.#save();
    return true;
  }

  /** Stores what is still to be stored. */
  async close(): Promise<void> {
    const isWaiting = this.#cancelLazySave !== undefined;
    this.#cancelLazySave?.();
    this.#cancelLazySave = undefined;
    await (isWaiting ? this.#save() : this.#saving).catch((error: unknown) => {
      this.ports.log.warn('The paired clients could not be stored.', error);
    });
  }

  #add(token: string, of: Pick<AccessClient, 'name' | 'scopes' | 'origins' | 'fixed'>): AccessClient {
    const hash = this.ports.hasher.sha256(token);
    const client = { ...of, id: this.ports.random.token(ID_BYTES), hash, createdAt: this.ports.clock.now() };
    this.#clients = [...this.#clients, client];
    return withoutHash(client);
  }

  #saveLazily(): void {
    this.#cancelLazySave ??= this.ports.timer.after(LAZY_MS, () => {
      this.#cancelLazySave = undefined;
      this.#save().catch((error: unknown) => {
        this.ports.log.warn('When a client was last seen could not be stored.', error);
      });
    });
  }

  /** One write after the other, each with the clients of its own moment. */
  #save(): Promise<void> {
    if (!this.mayStore) return Promise.resolve();
    const write = (): Promise<void> =>
      this.ports.store.write(DOCUMENT.name, { version: DOCUMENT.version, clients: this.#stored() });
    this.#saving = this.#saving.then(write, write);
    return this.#saving;
  }

  #stored(): readonly StoredClient[] {
    return this.#clients
      .filter((client) => !client.fixed)
      .map(({ id, name, hash, scopes, origins, createdAt, lastSeen }) => ({
        id,
        name,
        hash,
        scopes,
        origins,
        createdAt,
        ...(lastSeen !== undefined && { lastSeen }),
      }));
  }
}

function withoutHash({ id, name, scopes, origins, createdAt, lastSeen, fixed }: KnownClient): AccessClient {
  return { id, name, scopes, origins, createdAt, fixed, ...(lastSeen !== undefined && { lastSeen }) };
}
