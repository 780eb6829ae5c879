import type { ObsidianProtocolData, Plugin } from 'obsidian';
import { readPanelTarget } from '../../ui/panel-target';
import { isPanelName, type PanelTarget } from '../../ui/panels';
import type { CalmNotices } from './calm-notices';
import type { Host } from './host';
import type { HostSlot } from './host-slot';
import { whyTarget } from './note-actions';

/** The part of an address that names the plugin. */
const ACTION = 'lorehearth';

/**
 * Opens panels from addresses: `obsidian://lorehearth?panel=browse&entry=Silver%20Keep`. An entry is named by its id,
 * path, file name, alias or title. An address can show things only, since any page may hold one.
 */
export function addLinkHandler(
  plugin: Plugin,
  slot: HostSlot,
  notices: CalmNotices,
  show: (target: PanelTarget) => void,
): void {
  plugin.registerObsidianProtocolHandler(ACTION, (data) => {
    const target = linkTarget(data, slot.host);
    if (typeof target === 'string') notices.say('link', target);
    else show(target);
  });
}

/** Where an address leads, or why nowhere. */
export function linkTarget(data: ObsidianProtocolData, host: Host | undefined): PanelTarget | string {
  const named = data['panel'] ?? (data.action === ACTION ? 'home' : data.action);
  const { entry: written, generation } = data;
  if (!isPanelName(named)) return `The address names a panel that is not known: ${shown(named)}.`;
  if (written === undefined) return readPanelTarget(named, { generation });
  if (host === undefined) return 'Lorehearth starts. Open the address again in a moment.';
  const [entry, ...others] = host.engine.findEntries(written.slice(0, LONGEST));
  if (entry === undefined) return `There is no entry “${shown(written)}”.`;
  if (others.length > 0) return `“${shown(written)}” means several entries. The address needs a path.`;
  if (named === 'why') return whyTarget(entry.id, generation ?? host.engine.status().lastTurn?.id);
  return readPanelTarget(named, { entry: entry.id, generation });
}

const LONGEST = 1_000;

function shown(written: string): string {
  return written.length > 60 ? `${written.slice(0, 59)}…` : written;
}
