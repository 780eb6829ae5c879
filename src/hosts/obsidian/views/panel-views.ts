import type { App, Plugin } from 'obsidian';
import { panels } from '../../../ui/panels';
import type { HostSlot } from '../host-slot';
import { obsidianActions, type ObsidianActionParts } from './obsidian-actions';
import { PanelView } from './panel-view';
import { viewTypeOf } from './view-type';

/** Registers a view for each panel. Views that the workspace brings back are made by the app when they are seen. */
export function addPanelViews(plugin: Plugin, slot: HostSlot, parts: Omit<ObsidianActionParts, 'app'>): void {
  const { app } = plugin;
  const viewParts = { slot, actions: obsidianActions({ app, ...parts }), triedText: () => triedText(app) };
  for (const { name } of panels) plugin.registerView(viewTypeOf(name), (leaf) => new PanelView(leaf, name, viewParts));
}

function triedText(app: App): string {
  const texts = app.workspace
    .getLeavesOfType(viewTypeOf('lab'))
    .map(({ view }) => (view instanceof PanelView ? view.triedText : ''));
  return texts.find((text) => text !== '') ?? '';
}
