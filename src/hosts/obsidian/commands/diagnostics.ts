import { defaultSettings, settingNames, settingRow } from '../../../core/settings/settings';
import type { Host } from '../host';

/** What describes the machine. */
export interface DiagnosticsPlace {
  readonly version: string;
  readonly app: string;
  readonly platform: string;
}

/**
 * The state of the plugin for a report of a fault: counts, states and settings that are not the default. It holds no
 * secret, no token, no text or name of a note, and no path.
 */
export function diagnostics(host: Host | undefined, { version, app, platform }: DiagnosticsPlace): string {
  const head = [`Lorehearth ${version}`, `Obsidian ${app}`, platform];
  if (host === undefined) return [...head, 'The engine has not started.'].join('\n');
  return [...head, ...engineLines(host), ...turnLines(host), ...problemLines(host), ...settingLines(host)].join('\n');
}

function engineLines(host: Host): readonly string[] {
  const { index, entries, guides, quarantined, skipped, tokensExact } = host.engine.status();
  const state = index.kind === 'indexing' ? `indexing, ${String(index.done)} of ${String(index.total)}` : index.kind;
  return [
    `Server: ${host.server.kind}${'port' in host.server ? `, port ${String(host.server.port)}` : ''}`,
    `Clients: ${String(host.clients.length)} paired, ${String(host.waitingPairings.length)} waiting`,
    `Index: ${state}; ${String(entries)} entries, ${String(guides)} guides, ${String(quarantined)} not readable, ${String(skipped)} skipped`,
    `Tokens: ${tokensExact ? 'exact' : 'estimated'}`,
    `Patterns stopped: ${String(host.engine.stoppedPatterns().length)}`,
  ];
}

function turnLines({ engine }: Host): readonly string[] {
  const { lastTurn } = engine.status();
  if (lastTurn === undefined) return ['Last turn: none'];
  const { injected, tokens } = lastTurn.summary;
  const refused = new Map<string, number>();
  for (const { verdict, reason } of lastTurn.decisions) {
    if (verdict === 'refused') refused.set(reason, (refused.get(reason) ?? 0) + 1);
  }
  const reasons = [...refused].map(([reason, count]) => `${reason} ${String(count)}`).join(', ');
  return [
    `Last turn: ${String(injected)} entries, ${String(tokens)} tokens`,
    `Refused: ${reasons === '' ? 'none' : reasons}`,
  ];
}

function problemLines({ engine }: Host): readonly string[] {
  const counts = new Map<string, number>();
  for (const { code } of engine.health.known()) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort().map(([code, count]) => `Problem ${code}: ${String(count)}`);
}

/** Free texts and lists may hold names, addresses or paths: of them it is only told that they were changed. */
function settingLines({ engine }: Host): readonly string[] {
  const settings = engine.settings();
  return settingNames().flatMap((name) => {
    const value = settings[name];
    if (JSON.stringify(value) === JSON.stringify(defaultSettings[name])) return [];
    const { kind } = settingRow(name);
    const isPlain = kind === 'toggle' || kind === 'number' || kind === 'choice';
    return [`Setting ${name}: ${isPlain ? JSON.stringify(value) : 'changed'}`];
  });
}
