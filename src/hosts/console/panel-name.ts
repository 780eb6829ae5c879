import type { PanelTarget } from '../../ui/host-actions';

export type PanelName = PanelTarget['panel'];

const panelNames: readonly PanelName[] = ['home', 'try', 'browse', 'problems', 'import', 'ai'];

/** The panel that a fragment like `#browse` names; undefined for anything else. */
export function panelOfFragment(fragment: string): PanelName | undefined {
  return panelNames.find((name) => `#${name}` === fragment);
}
