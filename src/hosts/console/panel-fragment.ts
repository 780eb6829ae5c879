import { isPanelName, type PanelTarget } from '../../ui/panels';

/**
 * Where a fragment like `#browse` leads; undefined for anything else. `#why/<generation>/<entry>` opens a turn and points
 * at an entry in it; `#why//<entry>` points at it in the newest turn. `#librarian/<session>` opens a conversation.
 */
export function targetOfFragment(fragment: string): PanelTarget | undefined {
  const [panel, id, entry] = fragment.slice(1).split('/').map(decoded);
  if (!isPanelName(panel)) return undefined;
  if (panel === 'librarian') return { panel, ...(id ? { session: id } : {}) };
  return { panel, ...(id ? { generation: id } : {}), ...(entry ? { entry } : {}) };
}

/** The fragment of a target, as far as it is one that should be found again. */
export function fragmentOfTarget({ panel, generation, entry, session }: PanelTarget): string {
  if (panel === 'librarian' && session !== undefined) return `#${panel}/${encodeURIComponent(session)}`;
  if (panel !== 'why' || (generation === undefined && entry === undefined)) return `#${panel}`;
  const parts = [panel, generation ?? '', ...(entry === undefined ? [] : [entry])];
  return `#${parts.map(encodeURIComponent).join('/')}`;
}

/** A part that is no proper text stays as it is written. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
