import { UsageError } from './open-vault';
import { answered, runningServerClient, type RunningServerOptions } from './running-server-client';

/** What `lorehearth pair` is told. */
export interface PairOptions extends RunningServerOptions {
  readonly code: string;
  readonly deny: boolean;
}

/** Approves or denies a pairing that waits on a running server; returns a sentence for the user. */
export async function decidePairing(options: PairOptions): Promise<string> {
  const client = await runningServerClient(options);
  const decision = options.deny ? 'deny' : 'approve';
  const response = await answered(
    client.v1.pairings[':code'].$post({ param: { code: options.code }, json: { decision } }),
    options,
  );
  if (response.status !== 200) throw new UsageError((await response.json()).detail);
  const waiting = await response.json();
  return `${options.deny ? 'Denied' : 'Allowed'}: ${waiting.client}${waiting.origin === undefined ? '' : ` from ${waiting.origin}`}.`;
}
