import type { GenerationRequestBody } from '../../server/contract/wire-generation';
import type { RequestBooks } from './cards/card-books';
import type { TavernCharacter, TavernContext } from './tavern-context';

type StoryContext = Pick<GenerationRequestBody, 'character' | 'persona' | 'group'>;

/** Who speaks, to whom and among whom, as the model will be told. */
export function storyContext(context: TavernContext, books?: RequestBooks): StoryContext {
  const card = context.getCharacterCardFields?.();
  const character = context.characters[Number(context.characterId)];
  const persona = { name: context.name1, description: card?.persona ?? context.powerUserSettings.persona_description };
  return {
    persona,
    ...(character === undefined ? {} : { character: { ...characterOf(character, context, card), ...books?.speaker } }),
    ...groupOf(context, books?.members ?? []),
  };
}

function characterOf(
  character: TavernCharacter,
  context: TavernContext,
  card: ReturnType<NonNullable<TavernContext['getCharacterCardFields']>> | undefined,
): NonNullable<StoryContext['character']> {
  return {
    name: character.name,
    description: card?.description ?? character.description,
    personality: card?.personality ?? character.personality,
    scenario: card?.scenario ?? character.scenario,
    creatorNotes: card?.creatorNotes ?? character.data?.creator_notes,
    depthPrompt: card?.charDepthPrompt ?? character.data?.extensions?.depth_prompt?.prompt,
    tags: tagsOf(character, context),
    avatar: character.avatar,
  };
}

/** The card's own tags and those the player gave it. */
function tagsOf(character: TavernCharacter, { tags, tagMap }: TavernContext): string[] {
  const given = new Set(tagMap[character.avatar] ?? []);
  const names = tags.filter(({ id }) => given.has(id)).map(({ name }) => name);
  return [...new Set([...(character.data?.tags ?? []), ...names])];
}

function groupOf(
  { groupId, groups, characters, name2 }: TavernContext,
  books: RequestBooks['members'],
): Pick<StoryContext, 'group'> {
  const group = groups.find(({ id }) => id === groupId);
  if (group === undefined) return {};
  const members = group.members.flatMap((avatar) => characters.find((member) => member.avatar === avatar)?.name ?? []);
  return { group: { members, speaker: name2, ...(books.length === 0 ? {} : { books: [...books] }) } };
}
