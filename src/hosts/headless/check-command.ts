import { createClient } from '../../server/client';
import type { WireHealthReport } from '../../server/contract/wire-health';
import { openVault, UsageError } from './open-vault';

/** What `lorehearth check` is told. */
export interface CheckOptions {
  readonly vault: string;
  readonly data?: string | undefined;
}

/** The health report of a vault. */
export async function checkVault(options: CheckOptions): Promise<WireHealthReport> {
  const vault = await openVault({ vault: options.vault, data: options.data });
  try {
    await vault.indexed;
    const client = createClient({ fetch: vault.app.inProcess, base: 'http://127.0.0.1', token: () => '' });
    const response = await client.v1['health-report'].$get({ query: {} });
    if (response.status !== 200) throw new UsageError((await response.json()).detail);
    return await response.json();
  } finally {
    await vault.close();
  }
}
