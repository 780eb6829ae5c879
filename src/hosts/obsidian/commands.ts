import { apiVersion, Platform, type Plugin } from 'obsidian';
import type { PanelTarget } from '../../ui/panels';
import { attempt } from './attempt';
import type { CalmNotices } from './calm-notices';
import { addChatCommands } from './commands/chat-commands';
import { diagnostics } from './commands/diagnostics';
import { exportLorebook } from './commands/export-lore';
import { addGrowthCommands } from './commands/growth-commands';
import { addNoteCommands } from './commands/note-commands';
import { addViewCommands } from './commands/view-commands';
import type { Host } from './host';
import type { HostSlot } from './host-slot';

/** What the commands need of the plugin. */
export interface CommandParts {
  readonly slot: HostSlot;
  readonly notices: CalmNotices;
  readonly connect: () => void;
  readonly openConsole: () => void;
  readonly showPairings: () => void;
  readonly checkConnection: () => void;
  /** Shows a panel. */
  readonly show: (target: PanelTarget) => void;
}

/** Registers the commands. None has a keyboard shortcut of its own. */
export function addCommands(plugin: Plugin, parts: CommandParts): void {
  const { slot, notices, connect, openConsole, showPairings, show } = parts;
  const whenReady = (act: (host: Host) => void | Promise<void>) => (isOnlyAsking: boolean) => {
    const { host } = slot;
    if (host === undefined) return false;
    if (!isOnlyAsking) void attempt(() => act(host), notices);
    return true;
  };
  plugin.addCommand({
    id: 'refresh-index',
    name: 'Refresh index',
    checkCallback: whenReady((host) => refresh(host, parts)),
  });
  plugin.addCommand({ id: 'connect-sillytavern', name: 'Connect SillyTavern', callback: connect });
  plugin.addCommand({
    id: 'copy-address',
    name: 'Copy server address',
    checkCallback: whenReady((host) => copyAddress(host, parts)),
  });
  plugin.addCommand({
    id: 'toggle-serving',
    name: 'Toggle serving',
    checkCallback: whenReady((host) => toggleServing(host, parts)),
  });
  plugin.addCommand({ id: 'open-console', name: 'Open web console', checkCallback: whenReady(openConsole) });
  plugin.addCommand({ id: 'pair', name: 'Show waiting pairings', checkCallback: whenReady(showPairings) });
  plugin.addCommand({
    id: 'check-connection',
    name: 'Check the connection',
    checkCallback: whenReady(parts.checkConnection),
  });
  plugin.addCommand({
    id: 'health-check',
    name: 'Run health check',
    checkCallback: whenReady((host) => checkHealth(host, parts)),
  });
  plugin.addCommand({
    id: 'run-lore-tests',
    name: 'Run lore tests',
    checkCallback: whenReady((host) => runTests(host, parts)),
  });
  plugin.addCommand({
    id: 'export',
    name: 'Export lorebook',
    checkCallback: whenReady((host) => exportLorebook(plugin.app, host, notices)),
  });
  plugin.addCommand({
    id: 'copy-diagnostics',
    name: 'Copy diagnostics',
    callback: () => void attempt(() => copyDiagnostics(plugin, parts), notices),
  });
  addViewCommands(plugin, show);
  addNoteCommands(plugin, slot, parts);
  addGrowthCommands(plugin, slot, show);
  addChatCommands(plugin, slot, notices);
}

async function refresh(host: Host, { notices }: CommandParts): Promise<void> {
  await host.engine.refresh();
  const { index, entries } = host.engine.status();
  const text =
    index.kind === 'unreachable' ? `The vault could not be read: ${index.reason}` : `${String(entries)} entries.`;
  notices.say('index', text);
}

/** Runs every lore test and says how they went; where one failed, the lab shows why. */
async function runTests(host: Host, { notices, show }: CommandParts): Promise<void> {
  const { results, problems } = await host.engine.lab.tests.run();
  const passed = results.filter(({ state }) => state === 'passed').length;
  const failed = results.length - passed + problems.length;
  const told = `Lore tests: ${String(passed)} passed, ${String(failed)} failed.`;
  notices.say('lore-tests', passed + failed === 0 ? 'There are no lore tests yet.' : told);
  if (failed > 0) show({ panel: 'lab', search: 'tests' });
}

/** Looks for problems, says what was found, and shows it. */
async function checkHealth(host: Host, { notices, show }: CommandParts): Promise<void> {
  await host.engine.health.report();
  const { error, warning, info } = host.engine.status().problems;
  const isSound = error + warning + info === 0;
  const found = `Errors: ${String(error)}, warnings: ${String(warning)}, hints: ${String(info)}.`;
  notices.say('health', isSound ? 'No problems found.' : found);
  show({ panel: 'health' });
}

async function copyAddress(host: Host, { notices }: CommandParts): Promise<void> {
  if (host.address === undefined) {
    notices.say('address', 'The server is off. Turn on serving first.');
    return;
  }
  await navigator.clipboard.writeText(host.address);
  notices.say('address', `Copied ${host.address}`);
}

async function copyDiagnostics(plugin: Plugin, { slot, notices }: CommandParts): Promise<void> {
  const platform = Platform.isMacOS ? 'macOS' : Platform.isWin ? 'Windows' : Platform.isLinux ? 'Linux' : 'Other';
  const text = diagnostics(slot.host, { version: plugin.manifest.version, app: apiVersion, platform });
  await navigator.clipboard.writeText(text);
  notices.say('diagnostics', 'Diagnostics copied. They hold counts and states, and nothing of your notes.');
}

async function toggleServing(host: Host, { notices }: CommandParts): Promise<void> {
  const isServing = host.engine.settings().serve;
  const problems = await host.changeSettings({ serve: !isServing });
  const done = isServing ? 'Serving is off.' : 'Serving is on.';
  notices.say('serving', problems.length === 0 ? done : problems.map((problem) => problem.message).join(' '));
}
