import type { WireStatus } from '../server/contract/wire-server';
import type { Tone } from './parts/tone';

/** What the server is doing, in two words and a colour. */
export function stateWords(
  status: WireStatus | undefined,
  isOffline: boolean,
  hasFailed = false,
): { readonly tone: Tone; readonly title: string } {
  if (isOffline) return { tone: 'error', title: 'Not reachable' };
  if (status === undefined && hasFailed) return { tone: 'error', title: 'Server failed' };
  if (status === undefined) return { tone: 'neutral', title: 'Connecting' };
  switch (status.index.kind) {
    case 'indexing':
      return { tone: 'info', title: 'Reading the vault' };
    case 'unreachable':
      return { tone: 'warning', title: 'Vault not readable' };
    case 'ready':
      return { tone: 'good', title: 'Ready' };
  }
}
