import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The vault of a run: note texts by path. */
export type VaultNotes = Readonly<Record<string, string>>;

/** What a server is started with. */
export interface LorehearthSetup {
  readonly notes: VaultNotes;
  /** Pages that may ask without being paired. */
  readonly origins?: readonly string[];
  /** A folder of SillyTavern, for the server to look after the extension. */
  readonly sillytavern?: string;
}

const built = (path: string): string => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

/** The built extension; present after the project's build. */
export const builtBridge = built('sillytavern');

const program = built('cli.cjs');
const startMs = 20_000;

/** The built headless server, running on a throw-away vault. It keeps its port when it is stopped and started again. */
export class LorehearthServer {
  readonly port: number;
  readonly url: string;
  /** Allows everything. */
  readonly token = 'admin-token-of-the-test';
  readonly #vault: string;
  readonly #sillytavern: string | undefined;
  #origins: readonly string[];
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(vault: string, port: number, origins: readonly string[], sillytavern: string | undefined) {
    this.#vault = vault;
    this.#sillytavern = sillytavern;
    this.#origins = origins;
    this.port = port;
    this.url = `http://127.0.0.1:${String(port)}`;
  }

  /** Writes the vault and takes a free port, without starting yet. */
  static async prepare({ notes, origins = [], sillytavern }: LorehearthSetup): Promise<LorehearthServer> {
    const vault = await mkdtemp(join(tmpdir(), 'lorehearth-vault-'));
    const server = new LorehearthServer(vault, await freePort(), origins, sillytavern);
    for (const [path, text] of Object.entries(notes)) await server.writeNote(path, text);
    return server;
  }

  /** All that the program has said. */
  get log(): string {
    return this.#log;
  }

  /** Starts the program and waits until it listens. */
  async start(origins = this.#origins): Promise<void> {
    this.#origins = origins;
    const child = spawn(process.execPath, [program, ...this.#arguments()], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    const endWithRunner = (): void => void child.kill('SIGKILL');
    process.once('exit', endWithRunner);
    child.once('close', () => process.off('exit', endWithRunner));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#log += text;
    });
    await this.#listening(child);
  }

  /** Ends the program; the vault stays. */
  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await closed;
    clearTimeout(force);
  }

  /** Ends the program and deletes the vault. */
  async close(): Promise<void> {
    await this.stop();
    await rm(this.#vault, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Writes a note; a running server notices by itself. */
  async writeNote(path: string, text: string): Promise<void> {
    const file = join(this.#vault, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  /** Every note of the vault by path, as it is on the disk. */
  async readNotes(): Promise<VaultNotes> {
    const files = await readdir(this.#vault, { recursive: true });
    const paths = files.filter((file) => file.endsWith('.md') && !file.startsWith('.'));
    const texts = paths.map(async (path) => [path, await readFile(join(this.#vault, path), 'utf8')] as const);
    return Object.fromEntries(await Promise.all(texts));
  }

  /** Asks the server with the admin token. Throws when it refuses. */
  async call(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST'): Promise<unknown> {
    const response = await fetch(this.url + path, {
      method,
      headers: { authorization: `Bearer ${this.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} was answered with ${String(response.status)}: ${text}`);
    return JSON.parse(text);
  }

  #arguments(): readonly string[] {
    const origins = this.#origins.flatMap((origin) => ['--origin', origin]);
    const tavern = this.#sillytavern === undefined ? [] : ['--sillytavern', this.#sillytavern];
    const place = ['--vault', this.#vault, '--port', String(this.port)];
    return ['serve', ...place, '--token', this.token, ...origins, ...tavern];
  }

  /** Waits for the line that says so. */
  async #listening(child: ChildProcess): Promise<void> {
    if (child.stdout === null) throw new Error('The server has no output.');
    const lines = createInterface({ input: child.stdout });
    await new Promise<void>((resolve, reject) => {
      const fail = (what: string): void => reject(new Error(`The server ${what}. Its log:\n${this.#log}`));
      const timer = setTimeout(() => fail(`did not listen within ${String(startMs)} ms`), startMs);
      lines.once('line', (line) => {
        clearTimeout(timer);
        if (line.includes('"listening"')) resolve();
        else fail(`said ${line}`);
      });
      child.once('close', (code) => {
        clearTimeout(timer);
        fail(`has ended with code ${String(code)}`);
      });
    });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
