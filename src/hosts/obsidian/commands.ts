import type { Plugin } from 'obsidian';
import { consoleLog } from '../../adapters/obsidian/console-log';
import type { CalmNotices } from './calm-notices';
import type { Host } from './host';
import type { HostSlot } from './host-slot';

/** What the commands need of the plugin. */
export interface CommandParts {
  readonly slot: HostSlot;
  readonly notices: CalmNotices;
  readonly connect: () => void;
  readonly openConsole: () => void;
  readonly showPairings: () => void;
}

/** Registers the commands. None has a keyboard shortcut of its own. */
export function addCommands(plugin: Plugin, parts: CommandParts): void {
  const { slot, connect, openConsole, showPairings } = parts;
  const whenReady = (act: (host: Host) => void | Promise<void>) => (isOnlyAsking: boolean) => {
    const { host } = slot;
    if (host === undefined) return false;
    if (!isOnlyAsking) void attempt(() => act(host), parts);
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
}

async function attempt(act: () => void | Promise<void>, { notices }: CommandParts): Promise<void> {
  try {
    await act();
  } catch (error) {
    consoleLog.warn('A command failed.', error);
    notices.say('command', `That did not work: ${error instanceof Error ? error.message : String(error)}`, 'long');
  }
}

async function refresh(host: Host, { notices }: CommandParts): Promise<void> {
  await host.engine.refresh();
  const { index, entries } = host.engine.status();
  const text =
    index.kind === 'unreachable' ? `The vault could not be read: ${index.reason}` : `${String(entries)} entries.`;
  notices.say('index', text);
}

async function copyAddress(host: Host, { notices }: CommandParts): Promise<void> {
  if (host.address === undefined) {
    notices.say('address', 'The server is off. Turn on serving first.');
    return;
  }
  await navigator.clipboard.writeText(host.address);
  notices.say('address', `Copied ${host.address}`);
}

async function toggleServing(host: Host, { notices }: CommandParts): Promise<void> {
  const isServing = host.engine.settings().serve;
  const problems = await host.changeSettings({ serve: !isServing });
  const done = isServing ? 'Serving is off.' : 'Serving is on.';
  notices.say('serving', problems.length === 0 ? done : problems.map((problem) => problem.message).join(' '));
}
