import type { FailedPairing, LinkState } from '../server-link';
import { countOfEntries } from './turn-text';

/** The status line of the settings: a colored dot, what is, and what to do about it. */
export interface LinkText {
  readonly tone: 'good' | 'busy' | 'idle' | 'bad';
  readonly title: string;
  readonly hint: string;
}

const pairingTexts: Readonly<Record<FailedPairing, string>> = {
  denied: 'The pairing was denied. You can ask again.',
  expired: 'The code has expired before it was approved. You can ask again.',
  busy: 'Too many pairings are waiting in Lorehearth. Deny one there, or wait two minutes.',
  unreachable: 'Lorehearth went away while pairing. You can ask again.',
};

/** Says how it stands between this page and Lorehearth. */
export function linkText(state: LinkState): LinkText {
  switch (state.kind) {
    case 'searching':
      return { tone: 'busy', title: 'Looking for Lorehearth …', hint: '' };
    case 'unreachable':
      return {
        tone: 'bad',
        title: 'Not reachable',
        hint: unreachableHint(state),
      };
    case 'unpaired':
      return {
        tone: 'idle',
        title: 'Not paired',
        hint:
          state.lastPairing === undefined
            ? `Lorehearth answers at ${state.base}. Pair once to use it.`
            : pairingTexts[state.lastPairing],
      };
    case 'pairing':
      return {
        tone: 'busy',
        title: 'Waiting for approval',
        hint: 'Lorehearth shows the same code. Compare and approve it there.',
      };
    case 'connected':
      return { tone: 'good', title: `Connected to ${state.status.vault}`, hint: connectedHint(state) };
    case 'refused':
      return {
        tone: 'bad',
        title: 'Token not accepted',
        hint: `Lorehearth answers at ${state.base}, but does not know this token. Pair again.`,
      };
    case 'blocked':
      return {
        tone: 'bad',
        title: 'Page not allowed',
        hint: `Lorehearth answers at ${state.base}, but not to this page’s address. Pair again from here to allow it.`,
      };
  }
}

function unreachableHint({ base, configured, askedTavern }: Extract<LinkState, { kind: 'unreachable' }>): string {
  const where = `${base}${configured ? '' : ' or the ports after it'}`;
  const start = 'Open Obsidian with Lorehearth, or start the command line server.';
  if (askedTavern !== true) {
    return `Nothing answers at ${where}. ${start} If it runs, this browser or another device in between may block the way.`;
  }
  return `Nothing answers at ${where}, neither to this browser nor to SillyTavern’s server. ${start} For a phone or another computer it has to run on the computer where SillyTavern runs.`;
}

function connectedHint({ base, way, status }: Extract<LinkState, { kind: 'connected' }>): string {
  const { index, entries, version } = status;
  const where = `${base}${way === 'tunnel' ? ' through SillyTavern’s server' : ''} · version ${version}`;
  if (index.kind === 'indexing') return `Indexing ${String(index.done)} of ${String(index.total)} notes · ${where}`;
  if (index.kind === 'unreachable') return `The vault cannot be read: ${index.reason} · ${where}`;
  return `${countOfEntries(entries)} · ${where}`;
}
