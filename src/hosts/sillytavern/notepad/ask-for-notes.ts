import { identifyChat, isChatEnabled } from '../chat-identity';
import { clientFor } from '../find-server';
import type { ServerLink } from '../server-link';
import type { SettingsStore } from '../settings';
import type { ReadContext } from '../tavern-context';
import { notesOf } from './message-notes';

/** A reply whose notes are wanted. */
export interface ReplyToNote {
  /** Index in the full chat. */
  readonly index: number;
  readonly name: string;
  readonly text: string;
}

/** Asks for the notes of a reply; `undefined` when there is no answer, whatever the cause. Never rejects. */
export type AskForNotes = (message: ReplyToNote) => Promise<string | undefined>;

/** What asking needs. */
export interface AskForNotesPorts {
  readonly link: ServerLink;
  readonly settings: SettingsStore;
  readonly context: ReadContext;
  readonly newId: () => string;
}

/** A model is asked for them. In milliseconds. */
const patienceMs = 120_000;

/** Asks the server, which asks a model. */
export function askForNotesOver({ link, settings, context, newId }: AskForNotesPorts): AskForNotes {
  return async (message) => {
    const { state } = link;
    const { enabled, token } = settings.get();
    if (!enabled || state.kind !== 'connected' || !isChatEnabled(context())) return undefined;
    const { id, parent } = identifyChat(context(), newId);
    const notes = notesOf(context().chat.slice(0, message.index));
    const json = { message, notes, ...(parent === undefined ? {} : { parent }) };
    const init = { signal: AbortSignal.timeout(patienceMs) };
    try {
      const client = clientFor(state.base, token, link.fetch);
      const response = await client.v1.chats[':id'].notes.$post({ param: { id }, json }, { init });
      return response.status === 200 ? (await response.json()).notes : undefined;
    } catch {
      return undefined;
    }
  };
}
