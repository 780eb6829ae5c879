import type { Plugin } from 'obsidian';
import { panels, type PanelTarget } from '../../../ui/panels';

/** Registers a command for each panel. */
export function addViewCommands(plugin: Plugin, show: (target: PanelTarget) => void): void {
  for (const { name, label } of panels) {
    const words = label === label.toUpperCase() ? label : label.toLowerCase();
    plugin.addCommand({ id: `open-${name}`, name: `Open ${words}`, callback: () => show({ panel: name }) });
  }
}
