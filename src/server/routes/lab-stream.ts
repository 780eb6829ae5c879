const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };

/** A step of long work, or that it failed. */
interface LabStep {
  readonly kind: string;
}

/**
 * Long work as a stream of events. The next step is asked for when the last one was taken; who stops reading ends the
 * work, a step that is under way included.
 *
 * @param begin Begins the work; the signal ends it.
 * @param sentence What is said where it fails.
 */
export function labStream(
  begin: (signal: AbortSignal) => AsyncGenerator<LabStep, void>,
  sentence: string,
  failed: (error: unknown) => void,
): Response {
  const abort = new AbortController();
  const events = begin(abort.signal);
  const encoder = new TextEncoder();
  const write = (event: LabStep): Uint8Array =>
    encoder.encode(`event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`);
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { value, done } = await events.next();
        if (done === true) controller.close();
        else controller.enqueue(write(value));
      } catch (error) {
        if (abort.signal.aborted) return;
        failed(error);
        controller.enqueue(
          encoder.encode(`event: error\ndata: ${JSON.stringify({ kind: 'error', message: sentence })}\n\n`),
        );
        controller.close();
      }
    },
    cancel: async () => {
      abort.abort();
      await events.return();
    },
  });
  return new Response(stream, { headers: EVENTS });
}
