import { closeGaps, GAP } from '../lore/close-gaps';
import type { LoreEntry } from '../lore/lore-entry';
import { plainCandidate, type Candidate } from './candidate';
import { filterRefusal } from './filters';
import type { TurnContext } from './turn-context';

/**
 * The candidate with the texts of the entries that its text embeds, each once and without the embeds of their own. What
 * may not be seen in this turn (switched off, blocked, for others' ears) stays out, and so does what is no entry.
 */
export function writeOutEmbeds(candidate: Candidate, context: TurnContext): Candidate {
  const { entry } = candidate;
  if (!context.settings.expandEmbeds || !entry.parts) return candidate;
  // A text that a hook has written takes the place of the whole.
  if (context.index.entries.get(entry.id)?.text !== entry.text) return candidate;
  const written = new Set([entry.id]);
  const pieces = entry.parts.map((part) => {
    if (part.kind === 'text') return part.text;
    const target = embeddedEntry(part.target, entry.path, context);
    if (!target || written.has(target.id)) return GAP;
    written.add(target.id);
    return target.text === '' ? GAP : target.text;
  });
  return { ...candidate, entry: { ...entry, text: closeGaps(pieces.join('')).trim() } };
}

function embeddedEntry(name: string, from: string, context: TurnContext): LoreEntry | undefined {
  const [id, ...others] = context.index.resolve(name, from);
  const target = id === undefined || others.length > 0 ? undefined : context.index.entries.get(id);
  if (!target) return undefined;
  // Like a constant, it needs neither keys nor a moment; everything that protects it still holds.
  const refused = filterRefusal(plainCandidate(target, 'constant', 'format', ''), context);
  return refused ? undefined : target;
}
