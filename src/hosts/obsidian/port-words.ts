import type { PortHolder } from '../../adapters/node/http-port';

/** A holder as the end of a sentence about a port that is taken "by …". */
export function describeHolder(holder: PortHolder | undefined): string {
  if (holder === undefined) return 'another program';
  if (holder.name !== 'lorehearth') return `another program (${holder.name})`;
  return holder.vault === undefined ? 'another Lorehearth' : `Lorehearth for the vault “${holder.vault}”`;
}
