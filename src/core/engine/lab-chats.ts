import { chatOfPasted, chatOfText, chatOfTranscript, type LabChat } from '../lab/lab-chat';
import type { LabParts } from './lab-parts';

/** A chat that can be played again. */
interface KnownChat {
  readonly id: string;
  readonly name: string | undefined;
  readonly messages: number;
}

/** What is to be played. */
export type LabScene =
  | { readonly kind: 'text'; readonly text: string }
  /** A chat that a client told of. */
  | { readonly kind: 'chat'; readonly id: string }
  /** The text of a chat file of SillyTavern, or lines `Name: text`. */
  | { readonly kind: 'file'; readonly text: string };

/** The chat, or a sentence on why there is none. */
type ChatFound =
  { readonly kind: 'chat'; readonly chat: LabChat } | { readonly kind: 'missing'; readonly sentence: string };

/** A chat of a run over many. */
export interface NamedScene {
  readonly name: string;
  readonly scene: LabScene;
}

/** The chats that the lab can play. */
export class LabChats {
  constructor(private readonly parts: LabParts) {}

  /** Chats that can be played again, the one that changed last first. */
  async list(): Promise<readonly KnownChat[]> {
    const { transcripts } = this.parts;
    const known = await Promise.all(transcripts.list().map((id) => transcripts.of(id)));
    return known.flatMap((one) => (one ? [{ id: one.chat, name: one.name, messages: one.messages.length }] : []));
  }

  async find(scene: LabScene): Promise<ChatFound> {
    if (scene.kind === 'text') return { kind: 'chat', chat: chatOfText('lab', scene.text) };
    if (scene.kind === 'file') {
      const chat = chatOfPasted('lab', scene.text);
      return typeof chat === 'string' ? { kind: 'missing', sentence: chat } : { kind: 'chat', chat };
    }
    const transcript = await this.parts.transcripts.of(scene.id);
    if (!transcript) return { kind: 'missing', sentence: 'Nothing is known of the messages of this chat.' };
    return { kind: 'chat', chat: chatOfTranscript(transcript) };
  }

  /** The chats of a run: those with these ids, or all that are known, and those that were pasted. */
  scenes(ids: readonly string[] | 'all', pasted: readonly { name: string; text: string }[]): readonly NamedScene[] {
    const known = ids === 'all' ? this.parts.transcripts.list() : ids;
    return [
      ...known.map((id): NamedScene => ({ name: id, scene: { kind: 'chat', id } })),
      ...pasted.map(({ name, text }): NamedScene => ({ name, scene: { kind: 'file', text } })),
    ];
  }
}
