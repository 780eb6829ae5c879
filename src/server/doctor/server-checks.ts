import type { WireFix } from '../contract/wire-doctor';
import type { Check } from './check';
import { ago, counted } from './words';

const MOST_ORIGINS = 3;

/** Whether the server listens. */
export const serverCheck: Check = {
  id: 'server',
  title: 'Server',
  run: ({ host }) => {
    const listening = host.listening();
    switch (listening.kind) {
      case 'off':
        return { state: 'failed', sentence: 'The server is off, so SillyTavern cannot ask.', fixes: [listening.start] };
      case 'starting':
        return { state: 'waiting', sentence: 'The server starts.' };
      case 'failed': {
        const port: WireFix = { kind: 'panel', label: 'Choose another port', panel: 'settings', search: 'Port' };
        return { state: 'failed', sentence: listening.sentence, fixes: [port] };
      }
      case 'listening': {
        const where = `Listening on ${listening.address}.`;
        if (listening.moved === undefined) return { state: 'ok', sentence: where };
        const found = 'SillyTavern finds it there by itself, unless an address is set in its Lorehearth drawer.';
        return { state: 'warning', sentence: `${listening.moved} ${where} ${found}` };
      }
    }
  },
};

/** Whether the web console can be opened. */
export const consoleCheck: Check = {
  id: 'console',
  title: 'Web console',
  run: async ({ host, hasConsole }) => {
    const listening = host.listening();
    if (!hasConsole) return { state: 'ok', sentence: 'It is switched off for this run.' };
    if (listening.kind !== 'listening') return { state: 'waiting', sentence: 'It needs the server.' };
    const address = `${listening.address}/console`;
    if (await host.reaches('/console')) return { state: 'ok', sentence: `It answers at ${address}.` };
    const sentence = `${address} does not answer, although the server listens. A firewall or another program of this computer may hold requests back.`;
    return { state: 'failed', sentence, fixes: [{ kind: 'copy', label: 'Copy the address', text: address }] };
  },
};

/** Whether pages were turned away that are not allowed yet. */
export const originsCheck: Check = {
  id: 'origins',
  title: 'Pages that may ask',
  isPrivate: true,
  run: ({ refusedOrigins, isAllowed, engine, now }) => {
    const refused = refusedOrigins.list().filter(({ origin }) => !isAllowed(origin));
    const [newest] = refused;
    if (newest === undefined) return { state: 'ok', sentence: 'No page was turned away.' };
    const { origins } = engine.settings();
    const fixes = refused.slice(0, MOST_ORIGINS).map(({ origin }): WireFix => ({
      kind: 'settings',
      label: `Allow ${origin}`,
      values: { origins: [...origins, origin] },
    }));
    const others =
      refused.length > 1
        ? ` So ${refused.length === 2 ? 'was' : 'were'} ${counted(refused.length - 1, 'other page', 'other pages')}.`
        : '';
    const sentence = `${newest.origin} was turned away ${ago(newest.at, now)}.${others} Allow it only if it is your SillyTavern.`;
    return { state: 'warning', sentence, fixes };
  },
};
