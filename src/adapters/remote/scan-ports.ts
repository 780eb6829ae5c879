import type { FoundVault } from '../../core/ports/vault-opener';
import { bareHost, isHost } from './local-address';
import {
  LARGEST_IDENTITY,
  LOCAL_REST_IDENTITY,
  LOREHEARTH_IDENTITY,
  readLocalRest,
  readLorehearth,
} from './identities';
import { leadsToLocal } from './local-lookup';
import { jsonOf } from './remote-answer';
import { type RemoteAnswer, RemoteClient } from './remote-client';
import { readPlace } from './remote-place';

/** So many ports are looked at by one search at most. */
const MOST_PORTS = 500;
/** Ports looked at at the same time. */
const WIDTH = 16;
/** What a program of this network that means to answer needs by far. */
const PATIENCE = { connect: 1_000, whole: 3_000 };

/** What a search needs to know. */
export interface Scan {
  readonly host: string;
  readonly from: number;
  readonly to: number;
  readonly signal: AbortSignal;
  /** Told as it goes, in no order. */
  readonly found: (vault: FoundVault) => void;
}

/**
 * Looks on ports of this computer, or of one in a private network, for services that make themselves known without a
 * key; none is sent. Any other host is not asked at all. Never rejects.
 */
export async function scanPorts(scan: Scan): Promise<void> {
  const host = bareHost(scan.host);
  if (!isHost(host) || !(await leadsToLocal(host))) return;
  const last = Math.min(scan.to, scan.from + MOST_PORTS - 1);
  let next = scan.from;
  const isOver = (): boolean => scan.signal.aborted;
  const look = async (): Promise<void> => {
    while (next <= last && !isOver()) {
      const port = next++;
      const found = await lookAt(host, port, scan.signal);
      if (found !== undefined && !isOver()) scan.found(found);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, look));
}

async function lookAt(host: string, port: number, signal: AbortSignal): Promise<FoundVault | undefined> {
  const plain = await ask(host, port, false, LOREHEARTH_IDENTITY, signal);
  if (plain === undefined || isSilent(plain)) return undefined;
  for (const https of [false, true]) {
    const health = https ? await ask(host, port, https, LOREHEARTH_IDENTITY, signal) : plain;
    const lorehearth = health && readLorehearth(jsonOf(health));
    if (lorehearth) return { kind: 'lorehearth', host, port, https, version: lorehearth.version };
    const root = await ask(host, port, https, LOCAL_REST_IDENTITY, signal);
    const localRest = root && readLocalRest(jsonOf(root));
    if (localRest) return { kind: 'local-rest-api', host, port, https, version: localRest.version };
  }
  return undefined;
}

/** Whether nothing listens at all, so that further questions are of no use. */
function isSilent(answer: RemoteAnswer): boolean {
  return answer.kind === 'failed' && answer.isUnconnected;
}

async function ask(
  host: string,
  port: number,
  https: boolean,
  path: string,
  signal: AbortSignal,
): Promise<RemoteAnswer | undefined> {
  const place = readPlace({ host, port, https, selfSigned: true, folder: '' });
  if ('kind' in place) return undefined;
  const client = new RemoteClient({ ...place, mustBeLocal: () => true }, undefined, PATIENCE);
  const answer = await client.ask({ path, limit: LARGEST_IDENTITY, signal });
  client.rest();
  return answer;
}
