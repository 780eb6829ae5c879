import { ModelError } from '../ai/model-error';
import { extractNotes, type NotedReply } from '../notepad/extract-notes';
import { notesSoFar, type NoteAt } from '../notepad/notes-so-far';
import type { Settings } from '../settings/settings-table';
import type { AiModels } from './ai-models';
import type { EnginePorts } from './engine-ports';

/** The notes of a reply, empty for nothing, or why there are none. */
type Extracted =
  | { readonly kind: 'notes'; readonly notes: string }
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly sentence: string };

const NOT_ASKED = 'The settings do not want a model to be asked for notes after each reply.';

/** Notes that the AI keeps for itself. Nothing of them is kept here: they live on the messages of the chat. */
export class NotepadAdministration {
  constructor(
    private readonly ports: Pick<EnginePorts, 'tokens'>,
    private readonly settings: () => Settings,
    private readonly models: AiModels,
  ) {}

  /** Asks a model once what is to be noted of a reply; of the notes before it reads as many as turns do. */
  async extract(chat: string, reply: NotedReply, before: readonly NoteAt[], signal: AbortSignal): Promise<Extracted> {
    const { notepadMode, notepadTokens, notepadInstructions: instructions } = this.settings();
    if (notepadMode !== 'extract') return { kind: 'refused', sentence: NOT_ASKED };
    if (reply.text.trim() === '') return { kind: 'notes', notes: '' };
    const texts = before.map(([, text]) => text);
    const soFar = notesSoFar(texts, notepadTokens, (text) => this.ports.tokens.count(text).tokens);
    try {
      const { model, channel } = await this.models.of('notepad', chat);
      const { maxTokens, temperature } = channel;
      const asked = { ask: model.ask.bind(model), maxTokens, temperature };
      return { kind: 'notes', notes: await extractNotes({ reply, before: soFar, instructions }, asked, signal) };
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      return { kind: error.kind === 'no-connection' ? 'refused' : 'failed', sentence: error.message };
    }
  }
}
