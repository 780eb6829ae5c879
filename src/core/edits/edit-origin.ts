/** Everything that changes notes on somebody's behalf. */
export const editTools = [
  'user',
  'why',
  'health',
  'librarian',
  'gaps',
  'scribe',
  'auto-lorebook',
  'optimize-keys',
  'summarize',
  'lorebook-watch',
  'review',
] as const;
export type EditTool = (typeof editTools)[number];

/** Where a change comes from. */
export interface EditOrigin {
  readonly tool: EditTool;
  /** A conversation with the tool, whose changes can be undone together. */
  readonly session?: string | undefined;
  readonly chat?: string | undefined;
  /** The turn of the chat in which the tool was asked. */
  readonly turn?: number | undefined;
  /** The lore gap that it fills. */
  readonly gap?: string | undefined;
}

/** Tools whose texts the user himself wrote or chose word by word; those of all others are a model's or a stranger's. */
const OWN: ReadonlySet<EditTool> = new Set(['user', 'why', 'health']);

/** Whether the texts of a tool are data that must not do anything. */
export function isForeign(tool: EditTool): boolean {
  return !OWN.has(tool);
}
