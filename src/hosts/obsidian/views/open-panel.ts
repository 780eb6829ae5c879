import type { App } from 'obsidian';
import type { PanelTarget } from '../../../ui/panels';
import { PanelView } from './panel-view';
import { viewTypeOf } from './view-type';

/** Shows a panel: the view that is there, wherever the user put it, else a new one in the right sidebar. */
export async function openPanel(app: App, target: PanelTarget): Promise<void> {
  const { workspace } = app;
  const type = viewTypeOf(target.panel);
  const { panel: _, ...state } = target;
  const [known] = workspace.getLeavesOfType(type);
  if (known === undefined) {
    await workspace.ensureSideLeaf(type, 'right', { active: true, reveal: true, state });
    return;
  }
  // A view that was not seen since the start is a placeholder until it is revealed.
  await workspace.revealLeaf(known);
  if (known.view instanceof PanelView) known.view.show(target);
}
