import type { CalmNotices } from './calm-notices';
import type { HostSlot } from './host-slot';
import { serverSentence } from './server-words';

/** Opens the web console in the browser, or says why it cannot be opened. */
export function openConsole(slot: HostSlot, notices: CalmNotices): void {
  const { host } = slot;
  if (host?.consoleAddress === undefined) {
    const state = host === undefined ? 'Lorehearth starts.' : serverSentence(host.server);
    notices.say('console', `${state} The web console needs the server.`);
    return;
  }
  window.open(host.consoleAddress);
}
