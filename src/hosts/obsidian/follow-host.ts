import type { Stop } from '../../core/ports/note-source';
import type { CalmNotices } from './calm-notices';
import type { HostSlot } from './host-slot';
import type { ServerState } from './local-server';
import type { PairingNotice } from './pairing-notice';
import { serverNotice } from './server-words';

/** Tells the user about pairings that wait and about a server that cannot do what was asked of it. */
export function followHost(slot: HostSlot, notices: CalmNotices, pairing: PairingNotice): Stop {
  let known: ServerState | undefined;
  return slot.onChange(() => {
    const { host } = slot;
    pairing.follow(host?.waitingPairings ?? []);
    if (host === undefined || host.server === known) return;
    known = host.server;
    const text = serverNotice(known);
    if (text !== undefined) notices.say('server', text, 'long');
    else if (known.kind !== 'starting') notices.forget('server');
  });
}
