import type { PanelName } from '../../../ui/panels';

/** The type of the view that shows a panel; it stands in stored workspaces, so it never changes. */
export function viewTypeOf(panel: PanelName): string {
  return `lorehearth-${panel}`;
}
