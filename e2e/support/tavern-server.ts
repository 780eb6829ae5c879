import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeTavernData, writeTavernData, type TavernData, type TavernSetup } from './tavern-data';
import { tavernProgram, type TavernProgram } from './tavern-program';
import { until } from './until';

const coldStartMs = 240_000;

/** The real SillyTavern, running on a throw-away data root. */
export class TavernServer {
  readonly url: string;
  readonly data: TavernData;
  readonly #process: ChildProcess;
  #log = '';

  private constructor(program: TavernProgram, data: TavernData, port: number) {
    this.url = `http://127.0.0.1:${String(port)}`;
    this.data = data;
    this.#process = startServer(program, data, port);
    const file = createWriteStream(join(data.folder, 'tavern.log'));
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#log += text;
        file.write(text);
      });
    }
    this.#process.once('close', () => file.end());
  }

  /** Starts and waits for the first answer. Rejects with the program's log when it ends before. */
  static async start(setup: TavernSetup): Promise<TavernServer> {
    const program = await tavernProgram();
    const data = await writeTavernData(program, setup);
    const tavern = new TavernServer(program, data, await freePort());
    try {
      await until(() => tavern.#answers(), 'an answer of SillyTavern', coldStartMs, 100);
    } catch (error) {
      await tavern.stop();
      throw new Error(`SillyTavern did not start. Its log:\n${tavern.log.slice(-6000)}`, { cause: error });
    }
    return tavern;
  }

  /** All that the program has printed. */
  get log(): string {
    return this.#log;
  }

  /** Ends the program with all its children and deletes its data. */
  async stop(): Promise<void> {
    if (this.#isRunning()) {
      const closed = new Promise((resolve) => this.#process.once('close', resolve));
      signalTree(this.#process, 'SIGTERM');
      await Promise.race([closed, sleep(5000)]);
      if (this.#isRunning()) signalTree(this.#process, 'SIGKILL');
      await closed;
    }
    await removeTavernData(this.data);
  }

  async #answers(): Promise<boolean> {
    if (!this.#isRunning()) throw new Error(`SillyTavern has ended with code ${String(this.#process.exitCode)}.`);
    const response = await fetch(`${this.url}/lib.js`).catch(() => undefined);
    await response?.body?.cancel();
    return response?.ok === true;
  }

  #isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }
}

function startServer(program: TavernProgram, data: TavernData, port: number): ChildProcess {
  const options = ['--configPath', data.config, '--dataRoot', data.root, '--port', String(port)];
  const child = spawn(process.execPath, ['server.js', ...options], {
    cwd: program.folder,
    // It asks git for its revision and keys its library cache by the answer: ours would spoil it at every commit.
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', GIT_CEILING_DIRECTORIES: dirname(program.folder) },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, so that the whole tree can be ended.
    detached: process.platform !== 'win32',
  });
  const endWithRunner = (): void => signalTree(child, 'SIGKILL');
  process.once('exit', endWithRunner);
  child.once('close', () => process.off('exit', endWithRunner));
  return child;
}

function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') return void child.kill(signal);
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group has ended between the check and the signal: what was wanted.
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
