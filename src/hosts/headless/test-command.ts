import { createClient } from '../../server/client';
import type { WireTestRun } from '../../server/contract/wire-lab';
import { openVault, UsageError } from './open-vault';

/** What `lorehearth test` is told. */
export interface TestCommandOptions {
  readonly vault: string;
  readonly data?: string | undefined;
  /** The note or file whose tests are run. */
  readonly path?: string | undefined;
}

/** Runs the lore tests of a vault. */
export async function testVault({ vault: folder, data, path }: TestCommandOptions): Promise<WireTestRun> {
  const vault = await openVault({ vault: folder, data });
  try {
    await vault.indexed;
    const client = createClient({ fetch: vault.app.inProcess, base: 'http://127.0.0.1', token: () => '' });
    const response = await client.v1['lore-tests'].$post({ json: path === undefined ? {} : { path } });
    if (response.status !== 200) throw new UsageError((await response.json()).detail);
    return await response.json();
  } finally {
    await vault.close();
  }
}
