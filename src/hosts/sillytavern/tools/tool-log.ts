import { isToolMessage } from '../message-role';
import { writeShownPart } from '../message-parts';
import type { ReadContext, TavernMessage } from '../tavern-context';
import { limitedUses, readToolUses, type ToolUse } from './tool-use';

/** Keeps on every version of a reply what the AI that wrote it did with the tools. */
export class ToolLog {
  readonly #context: ReadContext;
  /** Uses that wait for the reply that they are made for. */
  #pending: readonly ToolUse[] = [];

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** A generation starts; after a tool call it is the same turn. Not for background generations and dry runs. */
  generationStarted(): void {
    const last = this.#context().chat.at(-1);
    if (last === undefined || !isToolMessage(last)) this.#pending = [];
  }

  /** A use whose reply is still to be written. */
  keep(use: ToolUse): void {
    this.#pending = [...this.#pending, use];
  }

  /** A message is complete; an empty one was only the place from which tools are called. */
  messageReceived(index: number): void {
    const message = this.#context().chat[index];
    if (message === undefined || !hasProse(message) || this.#pending.length === 0) return;
    addUses(message, this.#pending);
    this.#pending = [];
  }

  /** A use of a reply that stands already, which has to be saved. */
  async addToLast(use: ToolUse): Promise<void> {
    const { chat, saveChat } = this.#context();
    const last = chat.at(-1);
    if (last === undefined || !hasProse(last)) return;
    addUses(last, [use]);
    await saveChat?.();
  }

  /** Another chat is open. */
  chatChanged(): void {
    this.#pending = [];
  }
}

/** Whether a reply has a text; SillyTavern shows dots where there is none yet. */
export function hasProse({ is_user, is_system, mes }: TavernMessage): boolean {
  return !is_user && !is_system && mes.trim() !== '' && mes !== '...';
}

function addUses(message: TavernMessage, uses: readonly ToolUse[]): void {
  writeShownPart(message, 'tools', limitedUses([...readToolUses(message.extra), ...uses]));
}
