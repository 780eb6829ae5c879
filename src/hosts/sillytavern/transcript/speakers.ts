import type { TavernContext } from '../tavern-context';

/** What servers take of names. */
const mostNames = 200;

/** The names of all who may speak in the open chat. */
export function speakersOf({ groupId, groups, characters, characterId, name1 }: TavernContext): readonly string[] {
  const group = groups.find(({ id }) => id === groupId);
  const members =
    group === undefined
      ? [characters[Number(characterId)]?.name ?? '']
      : group.members.map((avatar) => characters.find((member) => member.avatar === avatar)?.name ?? '');
  return [...new Set([name1, ...members])].filter((name) => name !== '').slice(0, mostNames);
}
