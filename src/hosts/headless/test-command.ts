import { unwatchFile, watchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../server/client';
import type { WireTestRun } from '../../server/contract/wire-lore-tests';
import { openVault, UsageError, type OpenVault } from './open-vault';
import { printJUnit } from './print-junit';
import { printTests } from './print-tests';

/** What `lorehearth test` is told. */
export interface TestCommandOptions {
  readonly vault: string;
  readonly data?: string | undefined;
  /** The note or file whose tests are run. */
  readonly path?: string | undefined;
}

/** How `lorehearth test` tells what it found. */
export interface TestReportOptions {
  /** Prints the results as JSON; when watching, one line for each run. */
  readonly json: boolean;
  /** A file that gets the results as JUnit XML. */
  readonly junit?: string | undefined;
}

/** What `lorehearth test` ends with: everything passed, something did not, or the tests could not be run at all. */
export const testExitCodes = { passed: 0, failed: 1, unusable: 2 } as const;

/** After the last change it takes so long before the tests run again, in milliseconds. */
const QUIET_MS = 300;

/** Runs the lore tests of a vault. */
export async function testVault(options: TestCommandOptions): Promise<WireTestRun> {
  const vault = await openVault({ vault: options.vault, data: options.data });
  try {
    await vault.indexed;
    return await runTests(vault, options.path);
  } finally {
    await vault.close();
  }
}

/** Runs the lore tests once and reports; resolves to the exit code. */
export async function testOnce(
  options: TestCommandOptions & TestReportOptions,
  print: (line: string) => void,
  complain: (line: string) => void,
): Promise<number> {
  try {
    const run = await testVault(options);
    report(run, options, print, 2);
    return run.failed > 0 ? testExitCodes.failed : testExitCodes.passed;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    return testExitCodes.unusable;
  }
}

/** Runs the lore tests now and after every change of a note or of the file of tests; resolves to what ends that. */
export async function watchTests(
  options: TestCommandOptions & TestReportOptions,
  print: (line: string) => void,
): Promise<() => Promise<void>> {
  const vault = await openVault({ vault: options.vault, data: options.data });
  await vault.indexed;
  let waiting: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const again = async (): Promise<void> => report(await runTests(vault, options.path), options, print);
  const soon = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      running = running.then(again).catch((error: unknown) => vault.log.warn('The lore tests failed to run.', error));
    }, QUIET_MS);
  };
  const file = join(options.vault, vault.engine.settings().loreTestsFile);
  const stop = vault.engine.on(({ kind }) => {
    if (kind === 'index-changed' || kind === 'settings-changed') soon();
  });
  watchFile(file, { interval: QUIET_MS }, soon);
  await again();
  return async () => {
    stop();
    unwatchFile(file, soon);
    clearTimeout(waiting);
    await running;
    await vault.close();
  };
}

async function runTests({ app }: OpenVault, path: string | undefined): Promise<WireTestRun> {
  const client = createClient({ fetch: app.inProcess, base: 'http://127.0.0.1', token: () => '' });
  const response = await client.v1['lore-tests'].$post({ json: path === undefined ? {} : { path } });
  if (response.status !== 200) throw new UsageError((await response.json()).detail);
  return await response.json();
}

function report(
  run: WireTestRun,
  { json, junit }: TestReportOptions,
  print: (line: string) => void,
  indent?: number,
): void {
  print(json ? JSON.stringify(run, null, indent) : printTests(run));
  if (junit !== undefined) writeFileSync(junit, printJUnit(run));
}
