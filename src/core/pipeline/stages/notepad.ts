import { notepadText } from '../../notepad/notepad-text';
import { notepadUse } from '../../notepad/notepad-use';
import { notesSoFar, plainNote } from '../../notepad/notes-so-far';
import { tokensOf } from '../price';
import type { TurnContext } from '../turn-context';
import { standingPlace, type StandingText } from './standing-text';

/** The key under which the notepad is injected, wherever it lands. */
export const NOTEPAD_KEY = 'lorehearth/notepad';

/** What the AI that writes noted, and how it is to note more; undefined when there is neither. */
export function notepadInTurn(context: TurnContext): StandingText | undefined {
  const { chat, settings, request } = context;
  const { notepadMode, notepadInstructions, notepadTokens } = settings;
  const { notepad } = chat;
  const notes = [notepad.text, ...(notepadMode === 'off' ? [] : notesBefore(context))]
    .map(plainNote)
    .filter((one) => one !== '');
  const soFar = notesSoFar(notes, notepadTokens, (text) => tokensOf(text, context));
  const text = notepadText(soFar, notepadUse(settings, request.type), notepadInstructions);
  if (text === '') return undefined;
  const place = standingPlace({
    position: notepad.position ?? settings.notepadPosition,
    depth: notepad.depth ?? settings.notepadDepth,
    role: notepad.role ?? settings.notepadRole,
  });
  return { key: NOTEPAD_KEY, name: 'The AI notepad', text, ...place };
}

/** The notes of the messages before the one that is written; one that is continued keeps its own. */
function notesBefore({ request }: TurnContext): readonly string[] {
  const { notes = [], turn, type } = request;
  const end = type === 'continue' ? turn + 1 : turn;
  return [...notes]
    .filter(([index]) => index < end)
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text);
}
