import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { adminToken } from './scripted-server';

const here = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const program = here('dist/cli.cjs');

/** A headless host on a copy of the demo vault. */
export interface RealHost {
  readonly origin: string;
  /** Folder of the vault; tests may write into it. */
  readonly vault: string;
  close(): Promise<void>;
}

/** Whether the headless program was built. */
export const isHostBuilt = existsSync(program);

/** Starts the built program; it accepts the scripted server's admin token. */
export async function startRealHost(): Promise<RealHost> {
  const folder = await mkdtemp(join(tmpdir(), 'lorehearth-console-'));
  const vault = join(folder, 'demo-vault');
  await cp(here('demo-vault'), vault, { recursive: true });
  const options = ['--vault', vault, '--port', '0', '--token', adminToken, '--data', join(folder, 'data')];
  const host = spawn(process.execPath, [program, 'serve', ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
  return {
    origin: await listeningUrl(host),
    vault,
    close: async () => {
      const exited = new Promise((resolve) => host.once('exit', resolve));
      host.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The address that the program prints in one JSON line as soon as it is ready. */
async function listeningUrl(host: ChildProcess): Promise<string> {
  if (host.stdout === null) throw new Error('The host has no output.');
  for await (const line of createInterface({ input: host.stdout })) {
    const url = /"event":"listening".*?"url":"([^"]+)"/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The host ended before it listened.');
}
