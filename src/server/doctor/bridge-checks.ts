import type { AccessClient } from '../access-tokens';
import type { WireClientReport } from '../contract/wire-clients';
import type { WireFix } from '../contract/wire-doctor';
import type { Check, CheckContext, CheckResult } from './check';
import { ago, counted } from './words';

/** The oldest SillyTavern that the extension works in. */
const OLDEST_TAVERN = [1, 13] as const;

const install: WireFix = {
  kind: 'install-bridge',
  label: 'Install the extension',
  command: 'lorehearth bridge install <SillyTavern folder>',
};

/** Whether the extension lies in SillyTavern, and of which version. */
export const bridgeCheck: Check = {
  id: 'bridge',
  title: 'Extension in SillyTavern',
  isPrivate: true,
  run: async (context) => {
    const files = await context.host.bridgeFiles();
    switch (files.kind) {
      case 'unknown':
        return unknownPlace(context);
      case 'refused':
        return { state: 'failed', sentence: files.sentence, fixes: [install] };
      case 'absent':
        return { state: 'failed', sentence: `It is not in ${files.folder} yet.`, fixes: [update('Install it')] };
      case 'installed':
        if (files.version === context.version)
          return { state: 'ok', sentence: `Version ${context.version} lies in ${files.folder}.` };
        return {
          state: 'warning',
          sentence: `Version ${files.version ?? 'unknown'} lies in ${files.folder}, and Lorehearth is of version ${context.version}.`,
          fixes: [update('Update it')],
        };
    }
  },
};

function update(label: string): WireFix {
  return { kind: 'call', label, route: 'update-bridge' };
}

/** SillyTavern may be on another computer, or the extension installed from its address. */
function unknownPlace(context: CheckContext): CheckResult {
  const newest = newestReport(context);
  if (newest)
    return { state: 'ok', sentence: `Version ${newest.report.version} has asked from ${newest.client.name}.` };
  if (bridges(context).some(({ lastSeen }) => lastSeen !== undefined))
    return { state: 'ok', sentence: 'It was here before; where it lies is not known to this host.' };
  return { state: 'failed', sentence: 'SillyTavern has no Lorehearth extension that is known here.', fixes: [install] };
}

/** Whether a SillyTavern is paired, and when it was here. */
export const pairingCheck: Check = {
  id: 'pairing',
  title: 'Pairing',
  run: (context) => {
    const waiting = context.pairing.waiting().length;
    const known = bridges(context);
    if (known.length === 0) {
      return waiting > 0
        ? {
            state: 'waiting',
            sentence: `${counted(waiting, 'program waits', 'programs wait')} to be let in. Compare the code.`,
          }
        : {
            state: 'failed',
            sentence: 'Nobody is paired. In SillyTavern, open Extensions, then Lorehearth, and select “Pair”.',
          };
    }
    const seen = known.flatMap(({ name, lastSeen }) => (lastSeen === undefined ? [] : [{ name, lastSeen }]));
    const [newest] = seen.sort((a, b) => b.lastSeen - a.lastSeen);
    if (newest === undefined)
      return { state: 'waiting', sentence: `${known[0]?.name ?? 'A client'} is paired and was not here yet.` };
    return { state: 'ok', sentence: `${newest.name} was here ${ago(newest.lastSeen, context.now)}.` };
  },
};

/** Whether SillyTavern and the extension that asks are of versions that fit. */
export const versionCheck: Check = {
  id: 'versions',
  title: 'Versions',
  run: (context) => {
    const newest = newestReport(context);
    if (newest === undefined)
      return { state: 'waiting', sentence: 'The extension says which version it is when it connects.' };
    const { version, hostVersion } = newest.report;
    if (hostVersion !== undefined && isTooOld(hostVersion)) {
      const sentence = `SillyTavern ${hostVersion} is too old: the extension needs ${OLDEST_TAVERN.join('.')} or newer. Update SillyTavern.`;
      return { state: 'failed', sentence };
    }
    const tavern = hostVersion === undefined ? 'SillyTavern' : `SillyTavern ${hostVersion}`;
    if (version === context.version)
      return { state: 'ok', sentence: `${tavern} with the extension of version ${version}.` };
    const sentence = `The extension that asks is of version ${version}, and Lorehearth of version ${context.version}. Update the extension, then reload SillyTavern.`;
    return { state: 'warning', sentence, fixes: [install] };
  },
};

/** Clients that are, or may be, the extension: paired ones, and fixed ones that said so. */
function bridges({ access, reports }: CheckContext): readonly AccessClient[] {
  return access
    .list()
    .filter(({ id, fixed, scopes }) => scopes.includes('generate') && (!fixed || reports.of(id) !== undefined));
}

function newestReport(
  context: CheckContext,
): { readonly client: AccessClient; readonly report: WireClientReport } | undefined {
  const said = context.access.list().flatMap((client) => {
    const report = context.reports.of(client.id);
    return report ? [{ client, report }] : [];
  });
  return said.sort((a, b) => b.report.at - a.report.at)[0];
}

/** A version that cannot be read is not too old: forks name theirs as they like. */
function isTooOld(version: string): boolean {
  const parts = /(\d+)\.(\d+)/.exec(version);
  if (parts === null) return false;
  const [major, minor] = [Number(parts[1]), Number(parts[2])];
  return major < OLDEST_TAVERN[0] || (major === OLDEST_TAVERN[0] && minor < OLDEST_TAVERN[1]);
}
