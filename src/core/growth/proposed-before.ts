import { isWaiting, type Proposal } from '../edits/proposal';
import type { GrowthPorts } from './ports';

/** The proposal that a job made for a note already, before it was cut short. */
export async function proposedBefore(
  { id }: { readonly id: string },
  path: string,
  { proposals }: GrowthPorts,
): Promise<Proposal | undefined> {
  const known = await proposals.list();
  return known.find((one) => one.origin.session === id && one.path === path && isWaiting(one));
}
