import type { WireDoctorReport } from '../../../server/contract/wire-doctor';
import type { LinkState } from '../server-link';
import type { TurnOutcome } from '../turn-outcome';
import { linkText } from './link-text';
import { outcomeText } from './turn-text';

/** One line of the list of checks. */
export interface CheckLine {
  readonly tone: 'good' | 'idle' | 'bad';
  readonly title: string;
  readonly sentence: string;
}

/** What the checks look at. */
export interface CheckFacts {
  readonly link: LinkState;
  /** Empty when not paired. */
  readonly token: string;
  readonly tavernVersion: string | undefined;
  /** Whether lore is switched on. */
  readonly isEnabled: boolean;
  readonly lastTurn: TurnOutcome | undefined;
  /** What the server found on its side; undefined when it could not be asked. */
  readonly server: WireDoctorReport | undefined;
}

/** The oldest SillyTavern that this works in. */
const oldest = { major: 1, minor: 13 } as const;

const tones = { ok: 'good', waiting: 'idle', warning: 'bad', failed: 'bad' } as const;
/** What this page sees better than the server, or shows already. */
const ownChecks: ReadonlySet<string> = new Set(['server', 'console', 'pairing', 'versions']);

/** Checks this page's side, and adds what the server says of its own. */
export function connectionChecks(facts: CheckFacts): readonly CheckLine[] {
  const theirs = (facts.server?.checks ?? []).filter(({ id }) => !ownChecks.has(id));
  return [
    serverLine(facts.link),
    tokenLine(facts),
    ...wayLine(facts.link),
    versionLine(facts.tavernVersion),
    switchLine(facts.isEnabled),
    ...turnLine(facts.lastTurn),
    ...theirs.map(({ title, state, sentence }) => ({ tone: tones[state], title, sentence })),
  ];
}

function serverLine(link: LinkState): CheckLine {
  const isThere = link.kind !== 'unreachable' && link.kind !== 'searching';
  if (!isThere)
    return { tone: link.kind === 'searching' ? 'idle' : 'bad', title: 'Server', sentence: linkText(link).hint };
  return { tone: 'good', title: 'Server', sentence: `Lorehearth answers at ${link.base}.` };
}

function tokenLine({ link, token }: CheckFacts): CheckLine {
  const title = 'Token';
  if (link.kind === 'connected') return { tone: 'good', title, sentence: 'It is accepted.' };
  if (token === '') return { tone: 'bad', title, sentence: 'There is none yet. Select “Pair”.' };
  if (link.kind === 'refused' || link.kind === 'blocked') return { tone: 'bad', title, sentence: linkText(link).hint };
  return { tone: 'idle', title, sentence: 'It is tried as soon as the server answers.' };
}

function wayLine(link: LinkState): readonly CheckLine[] {
  if (link.kind !== 'connected') return [];
  const sentence =
    link.way === 'tunnel'
      ? 'Through SillyTavern’s server, because this browser does not reach Lorehearth itself.'
      : 'Straight from this browser.';
  return [{ tone: 'good', title: 'Way', sentence }];
}

function versionLine(version: string | undefined): CheckLine {
  const title = 'SillyTavern';
  if (version === undefined) return { tone: 'idle', title, sentence: 'It does not say which version it is.' };
  const parts = /(\d+)\.(\d+)/.exec(version);
  const [major, minor] = [Number(parts?.[1]), Number(parts?.[2])];
  const isOld = parts !== null && (major < oldest.major || (major === oldest.major && minor < oldest.minor));
  if (!isOld) return { tone: 'good', title, sentence: `Version ${version}.` };
  const sentence = `Version ${version} is too old: Lorehearth needs ${String(oldest.major)}.${String(oldest.minor)} or newer.`;
  return { tone: 'bad', title, sentence };
}

function switchLine(isEnabled: boolean): CheckLine {
  return isEnabled
    ? { tone: 'good', title: 'Use lore', sentence: 'On.' }
    : { tone: 'bad', title: 'Use lore', sentence: 'It is switched off in this drawer.' };
}

function turnLine(outcome: TurnOutcome | undefined): readonly CheckLine[] {
  if (outcome === undefined) return [];
  return [{ tone: outcome.kind === 'lore' ? 'good' : 'bad', title: 'Reply', sentence: outcomeText(outcome) }];
}
