import type { IconName } from './parts/icons';

/** Kinds of panels, in the order in which navigation shows them. */
export const panelGroups = [
  { name: 'story', label: 'Story' },
  { name: 'lore', label: 'Lore' },
  { name: 'writing', label: 'Writing' },
  { name: 'setup', label: 'Setup' },
] as const;
type PanelGroup = (typeof panelGroups)[number]['name'];

interface PanelRow {
  /** Names the panel in addresses, view types and targets. */
  readonly name: string;
  readonly label: string;
  readonly icon: IconName;
  /** The same icon by its Lucide name, for a host that draws Lucide icons itself. */
  readonly lucide: string;
  readonly group: PanelGroup;
  /** What the user can do there; completes “Open …: ”. */
  readonly sentence: string;
}

/**
 * Every panel, in the order of navigation inside its group. A new panel is a row here, its model in
 * `panel-models.svelte.ts` and its component in `PanelContent.svelte`.
 */
export const panels = [
  {
    name: 'home',
    label: 'Home',
    icon: 'home',
    lucide: 'house',
    group: 'story',
    sentence: 'State of server and index, and the last turn.',
  },
  {
    name: 'why',
    label: 'Why',
    icon: 'why',
    lucide: 'circle-help',
    group: 'story',
    sentence: 'Why each entry went into a turn, or did not.',
  },
  {
    name: 'lab',
    label: 'Lore lab',
    icon: 'try',
    lucide: 'text-search',
    group: 'story',
    sentence: 'What a text or a chat would bring in, and tests of the lore.',
  },
  {
    name: 'browse',
    label: 'Browse',
    icon: 'browse',
    lucide: 'library',
    group: 'lore',
    sentence: 'All entries, with their keys and settings.',
  },
  {
    name: 'analytics',
    label: 'Use',
    icon: 'analytics',
    lucide: 'activity',
    group: 'lore',
    sentence: 'How often entries match, go in, and are refused.',
  },
  {
    name: 'graph',
    label: 'Graph',
    icon: 'graph',
    lucide: 'waypoints',
    group: 'lore',
    sentence: 'How entries hang together.',
  },
  {
    name: 'health',
    label: 'Health',
    icon: 'problems',
    lucide: 'triangle-alert',
    group: 'lore',
    sentence: 'What is wrong with notes and settings, and what mends it.',
  },
  {
    name: 'librarian',
    label: 'Librarian',
    icon: 'librarian',
    lucide: 'message-square-text',
    group: 'writing',
    sentence: 'A conversation about your lore that ends in proposals.',
  },
  {
    name: 'gaps',
    label: 'Lore gaps',
    icon: 'gaps',
    lucide: 'puzzle',
    group: 'writing',
    sentence: 'What the story uses and the lore lacks.',
  },
  {
    name: 'scribe',
    label: 'Scribe',
    icon: 'scribe',
    lucide: 'scroll-text',
    group: 'writing',
    sentence: 'What happened in your chats, summed up into notes.',
  },
  {
    name: 'grow',
    label: 'Grow',
    icon: 'grow',
    lucide: 'sprout',
    group: 'writing',
    sentence: 'New entries from chats, better keys, summaries and reviews, by a model.',
  },
  {
    name: 'changes',
    label: 'Changes',
    icon: 'changes',
    lucide: 'file-diff',
    group: 'writing',
    sentence: 'What tools propose for your notes, and what they changed.',
  },
  {
    name: 'import',
    label: 'Import',
    icon: 'import',
    lucide: 'import',
    group: 'writing',
    sentence: 'Lorebooks of other programs become notes.',
  },
  {
    name: 'ai',
    label: 'AI',
    icon: 'ai',
    lucide: 'sparkles',
    group: 'setup',
    sentence: 'Connections to models, and what each is used for.',
  },
  {
    name: 'vaults',
    label: 'Vaults',
    icon: 'vaults',
    lucide: 'vault',
    group: 'setup',
    sentence: 'Further vaults whose lore is used too, and what changed in them.',
  },
  {
    name: 'settings',
    label: 'Settings',
    icon: 'settings',
    lucide: 'settings',
    group: 'setup',
    sentence: 'All settings, and who may use the server.',
  },
] as const satisfies readonly PanelRow[];

export type PanelName = (typeof panels)[number]['name'];

/** Where a panel may send the user. A panel that has no use for a detail ignores it. */
export interface PanelTarget {
  readonly panel: PanelName;
  /** Public id of the entry to open. */
  readonly entry?: string;
  /** Id of the generation to open. */
  readonly generation?: string;
  /** Id of the conversation with the Librarian to open. */
  readonly session?: string;
  /** Id of the lore gap to work on. */
  readonly gap?: string;
  /** The tool to open there. */
  readonly tool?: string;
  /** Lists only entries that have problems. */
  readonly problems?: boolean;
  /** What to look for there. */
  readonly search?: string;
}

/** The row of a panel. */
export function panelRow(name: PanelName): (typeof panels)[number] {
  return panels.find((row) => row.name === name) ?? panels[0];
}

export function isPanelName(name: unknown): name is PanelName {
  return panels.some((row) => row.name === name);
}
