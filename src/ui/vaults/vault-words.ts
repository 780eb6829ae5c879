import type {
  WireIndexReport,
  WireVault,
  WireVaultKind,
  WireVaultTest,
  WireVaults,
} from '../../server/contract/wire-vaults';
import { ago, counted } from '../figures';
import type { Tone } from '../parts/tone';

/** Kinds of further vaults with their names, in the order in which they are offered. */
export const kindChoices: readonly (readonly [WireVaultKind, string])[] = [
  ['folder', 'Folder on the computer'],
  ['lorehearth', 'Another Lorehearth'],
  ['local-rest-api', 'Obsidian with Local REST API'],
];

/** The name of a kind for a badge. */
export const kindBadges: Readonly<Record<WireVault['kind'], string>> = {
  own: 'This vault',
  folder: 'Folder',
  lorehearth: 'Lorehearth',
  'local-rest-api': 'Local REST API',
};

/** Why a host that cannot open a kind does not offer it. */
export const whyNotOffered: Readonly<Record<WireVaultKind, string>> = {
  folder: 'Folders are not offered, because this host cannot read folders outside of its vault.',
  lorehearth: 'Other Lorehearths are not offered, because this host cannot ask other programs.',
  'local-rest-api': 'Local REST API is not offered, because this host cannot ask other programs.',
};

/** How the key of a remote vault is asked for. `state`: whether one is kept, or would be forgotten by saving. */
export function keyWords(
  kind: Exclude<WireVaultKind, 'folder'>,
  state: 'none' | 'kept' | 'forgotten',
): { readonly label: string; readonly hint: string } {
  const label = kind === 'lorehearth' ? 'Token' : 'API key';
  const where =
    kind === 'lorehearth'
      ? 'Make one there under “Clients and tokens”; to read is enough.'
      : 'It stands in the settings of the plugin Local REST API.';
  const stays = 'It stays on the device where Lorehearth runs and is never shown again.';
  if (state === 'kept')
    return { label: `New ${label === 'Token' ? 'token' : label}`, hint: 'Empty keeps the one that is there.' };
  if (state === 'forgotten') {
    return { label, hint: 'Another address forgets the one that is kept. Type it again if it holds there too.' };
  }
  return { label, hint: `${where} ${stays}` };
}

/** What a vault does, in a word or two and a color. */
export function vaultState({ state }: Pick<WireVault, 'state'>): { readonly tone: Tone; readonly text: string } {
  switch (state) {
    case 'reading':
      return { tone: 'info', text: 'Reading' };
    case 'ready':
      return { tone: 'good', text: 'Ready' };
    case 'unreachable':
      return { tone: 'warning', text: 'Not reachable' };
    case 'off':
      return { tone: 'neutral', text: 'Off' };
  }
}

/** Where a vault is, as one line; empty for the host's own. */
export function placeWords({ kind, folder, host, port, https }: WireVault): string {
  if (kind === 'own') return '';
  if (kind === 'folder') return folder;
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const address = `${https ? 'https' : 'http'}://${name}:${String(port)}`;
  return folder === '' ? address : `${address}, only “${folder}”`;
}

/** What is known of a vault: how much it holds, how old that is, and when it is looked at again. */
export function vaultFacts(vault: WireVault, now: number): readonly string[] {
  if (vault.state === 'off') return ['Its entries are not used'];
  const isUnread = vault.lastRead === null && vault.kind !== 'own';
  return [
    ...(isUnread && vault.entries === 0
      ? ['Not read yet']
      : [`${counted(vault.entries, 'entry', 'entries')} in ${counted(vault.notes, 'note', 'notes')}`]),
    ...(vault.lastRead === null ? [] : [`read ${ago(vault.lastRead, now)}`]),
    ...(vault.nextTry === null || vault.state === 'reading'
      ? []
      : [`next ${vault.state === 'unreachable' ? 'try' : 'look'} ${until(vault.nextTry, now)}`]),
  ];
}

/** A figure and its unit stay on one line. */
const GLUE = '\u00a0';

/** How far away a time is, both in milliseconds since 1970: `in 8 s`, `in 3 min`. */
export function until(at: number, now: number): string {
  const seconds = Math.ceil((at - now) / 1_000);
  if (seconds <= 0) return 'now';
  if (seconds < 90) return `in ${String(seconds)}${GLUE}s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `in ${String(minutes)}${GLUE}min` : `in ${String(Math.round(minutes / 60))}${GLUE}h`;
}

/** What becomes of entries that have the same title in several vaults, in the order in which it is offered. */
export const policies: readonly {
  readonly value: WireVaults['policy'];
  readonly label: string;
  readonly sentence: string;
}[] = [
  {
    value: 'all',
    label: 'Use all',
    sentence: 'Every entry is used; where titles are the same, the name of the vault tells them apart.',
  },
  { value: 'first', label: 'First vault wins', sentence: 'Only the entry of the vault that stands highest is used.' },
  { value: 'last', label: 'Last vault wins', sentence: 'Only the entry of the vault that stands lowest is used.' },
  {
    value: 'merge',
    label: 'Merge',
    sentence: 'They become one entry with the keys and texts of all; the highest vault decides about the rest.',
  },
];

/** How a test ended, as a sentence. */
export function testSentence({ result, vault, notes, version, reason }: WireVaultTest): string {
  if (result !== 'ok') return reason;
  const held = notes === null ? '' : `, with ${counted(notes, 'note', 'notes')}`;
  return `“${vault}” answers${held}${version === '' ? '' : `, version ${version}`}.`;
}

/** What changed, counted: `3 added, 1 text changed`. */
export function reportCounts({
  added,
  removed,
  changed,
}: Pick<WireIndexReport, 'added' | 'removed' | 'changed'>): string {
  return [
    ...(added > 0 ? [`${counted(added, 'entry', 'entries')} added`] : []),
    ...(removed > 0 ? [`${counted(removed, 'entry', 'entries')} removed`] : []),
    ...(changed.text > 0 ? [counted(changed.text, 'text changed', 'texts changed')] : []),
    ...(changed.keys > 0 ? [`keys of ${counted(changed.keys, 'entry', 'entries')} changed`] : []),
  ].join(', ');
}

type What = WireIndexReport['entries'][number]['what'];

/** What happened to one entry. */
export const whatWords: Readonly<Record<What, { readonly text: string; readonly tone: Tone }>> = {
  added: { text: 'Added', tone: 'good' },
  removed: { text: 'Removed', tone: 'warning' },
  text: { text: 'Text', tone: 'info' },
  keys: { text: 'Keys', tone: 'info' },
  'text and keys': { text: 'Text and keys', tone: 'info' },
};
