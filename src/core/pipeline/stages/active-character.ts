import { plainCandidate, type Candidate } from '../candidate';
import type { TurnContext } from '../turn-context';

/** Entries about the character who speaks next: title, an alias or a key is the character's name. */
export function activeCharacterCandidates({ request, settings, index }: TurnContext): readonly Candidate[] {
  const name = request.character.name.trim();
  if (!settings.activeCharacter || name === '') return [];
  const byKey = index.keys
    .match(name, { user: '', char: '' })
    .filter((hit) => hit.owner.role === 'primary' && hit.start === 0 && hit.end === name.length)
    .map((hit) => hit.owner.entry);
  return [...new Set([...index.names.named(name), ...byKey])].flatMap((id): readonly Candidate[] => {
    const entry = index.entries.get(id);
    return entry
      ? [plainCandidate(entry, 'character', 'active-character', `It is about the active character ${name}.`)]
      : [];
  });
}
