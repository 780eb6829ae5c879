import { findServer, type Fetch, type ServerAt } from '../find-server';
import type { TunnelPorts, Way } from './way';

/** Where to look, and how. */
export interface Search {
  readonly addresses: readonly string[];
  readonly token: string;
  readonly fetch: Fetch;
  /** Undefined where SillyTavern is not asked to carry anything. */
  readonly tunnel: TunnelPorts | undefined;
  /** Somebody wants to know: every way is tried, even an unlikely one. */
  readonly byHand: boolean;
  readonly signal: AbortSignal;
}

/** What stands at the end of a way. */
export type ServerOnWay = ServerAt & {
  readonly way: Way;
  /** SillyTavern's server was asked too. */
  readonly askedTavern: boolean;
};

/** The way through SillyTavern is longer, and its user may be on a phone. In milliseconds. */
const tunnelProbeMs = 6_000;
/** A page on this computer hardly ever needs SillyTavern's help; its server writes a complaint for each vain attempt. */
const unlikelyAddresses = 2;

/** Looks for the server directly, and through SillyTavern where that may help; the direct way is preferred. Never rejects. */
export async function findOnAnyWay(search: Search): Promise<ServerOnWay> {
  const { addresses, token, fetch, tunnel, signal } = search;
  const isKnown = tunnel?.memory.read() === 'tunnel';
  const mayHelp = tunnel !== undefined && (isKnown || tunnel.isRemotePage || search.byHand);
  const early = isKnown ? throughTavern(search, tunnel) : undefined;
  const direct = await findServer(addresses, token, fetch, signal);
  const isEnough = direct.kind !== 'absent' && !(direct.kind === 'refused' && tunnel?.isRemotePage === true);
  if (isEnough || !mayHelp || signal.aborted) return { ...direct, way: 'direct', askedTavern: false };
  const carried = await (early ?? throughTavern(search, tunnel));
  const isBetter = carried.kind === 'open' || (direct.kind === 'absent' && carried.kind !== 'absent');
  return isBetter ? { ...carried, way: 'tunnel', askedTavern: true } : { ...direct, way: 'direct', askedTavern: true };
}

function throughTavern({ addresses, token, signal }: Search, tunnel: TunnelPorts): Promise<ServerAt> {
  const isLikely = tunnel.isRemotePage || tunnel.memory.read() === 'tunnel';
  const asked = isLikely ? addresses : addresses.slice(0, unlikelyAddresses);
  return findServer(asked, token, tunnel.fetch, signal, tunnelProbeMs);
}
