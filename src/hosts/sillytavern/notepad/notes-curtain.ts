import type { ReadContext } from '../tavern-context';
import { withoutNotes } from './split-notes';

/**
 * Hides notes on the screen while a reply with notes is still being written. SillyTavern before 1.19 has no place for
 * that: there they are seen until the reply stands.
 */
export class NotesCurtain {
  readonly #context: ReadContext;
  #tag: string | undefined;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** Puts the hook in its place, which nobody can take away again; without a tag it does nothing. */
  hang(): void {
    const { messageFormatter } = this.#context();
    const stage = messageFormatter?.stage.BEFORE_REGEX;
    if (messageFormatter === undefined || stage === undefined) return;
    messageFormatter.addHook(
      (text, { isUser, isSystem }) =>
        this.#tag === undefined || isUser === true || isSystem === true ? text : withoutNotes(text, this.#tag),
      { stage },
    );
  }

  /** Hides blocks of a tag from now on; without a tag nothing. */
  close(tag: string | undefined): void {
    this.#tag = tag;
  }

  /** Hides nothing any more. */
  open(): void {
    this.#tag = undefined;
  }
}
