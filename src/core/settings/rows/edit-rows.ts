import type { SettingRow } from '../setting-row';

/** What tools may change in notes. */
export const editRows = {
  folderModes: {
    kind: 'list',
    section: 'edits',
    label: 'Folders',
    sentence: 'What AI tools may do in a folder and below it, as "Canon: read". Modes are read, propose and write.',
    default: [],
    pattern: /^[^:]*:\s*(?:read|propose|write)\s*$/i,
    most: 200,
  },
  toolModes: {
    kind: 'list',
    section: 'edits',
    label: 'Tools',
    sentence:
      'What a tool may do, as "scribe: write"; the stricter of folder and tool holds, and without both it proposes.',
    default: ['scribe: write'],
    pattern:
      /^(?:librarian|gaps|scribe|auto-lorebook|optimize-keys|summarize|lorebook-watch|review)\s*:\s*(?:read|propose|write)\s*$/i,
    most: 20,
  },
  editFolders: {
    kind: 'list',
    section: 'edits',
    label: 'Further folders',
    sentence: 'Folders in which tools may make and change notes besides those that hold lore already.',
    default: ['Lore', 'Sessions'],
    pattern: /^(?!.*(?:^|[/\\])\s*\.)[^:\0]*$/,
    most: 200,
  },
  changeDays: {
    kind: 'number',
    section: 'edits',
    label: 'Undo for',
    sentence: 'How long changes that tools made can be taken back.',
    default: 90,
    smallest: 1,
    largest: 3_650,
    unit: 'days',
  },
} as const satisfies Record<string, SettingRow>;
