import { notesSoFar } from '../../notepad/notes-so-far';
import { tokensOf } from '../price';
import type { TurnContext } from '../turn-context';
import { standingPlace, type StandingText } from './standing-text';

/** The summaries of the story before this turn, as many as the settings have room for; undefined for none. */
export function storyText(context: TurnContext): StandingText | undefined {
  const { settings, story } = context;
  const text = notesSoFar(story, settings.scribeTokens, (one) => tokensOf(one, context), '\n\n');
  if (text === '') return undefined;
  const place = standingPlace({
    position: settings.scribePosition,
    depth: settings.scribeDepth,
    role: settings.scribeRole,
  });
  return {
    key: 'lorehearth/story',
    name: 'The summary of the story',
    text: `What happened before:\n${text}`,
    ...place,
  };
}
