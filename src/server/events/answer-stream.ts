import type { AnswerRun } from '../../core/librarian/answering/answer-run';
import type { LibrarianEvent } from '../../core/librarian/answering/librarian-event';
import type { WireLibrarianEvent } from '../contract/wire-librarian';

/** What a stream of an answer is made with. */
export interface AnswerStreamParts {
  readonly run: AnswerRun;
  /** The event as clients are told it. Events are told one after the other. */
  readonly write: (event: LibrarianEvent) => Promise<WireLibrarianEvent>;
  readonly failed: (error: unknown) => void;
}

/** An answer that is being written as `text/event-stream`: as it stands, what happens from now on, and its end. */
export function answerStream({ run, write, failed }: AnswerStreamParts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let leave = (): void => undefined;
  let told: Promise<void> = Promise.resolve();
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      let isOpen = true;
      const close = (): void => {
        if (isOpen) controller.close();
        isOpen = false;
        leave();
      };
      const put = (text: Uint8Array): void => {
        if (isOpen) controller.enqueue(text);
      };
      const tell = (event: LibrarianEvent): void => {
        told = told
          .then(async () => {
            if (!isOpen) return;
            const text = encoder.encode(eventText(await write(event)));
            put(text);
            if (event.kind === 'done' || event.kind === 'error') close();
          })
          .catch((error: unknown) => {
            failed(error);
            close();
          });
      };
      const stop = run.listen(tell);
      leave = () => {
        isOpen = false;
        stop();
      };
      tell({ kind: 'answer', answer: run.answer });
      if (run.isOver) tell({ kind: 'done' });
    },
    cancel: () => leave(),
  });
}

/** One event of a stream. */
export function eventText(event: WireLibrarianEvent): string {
  return `event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
}
