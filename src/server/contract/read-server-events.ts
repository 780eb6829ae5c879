/**
 * The data of an event stream as it comes, read from a response with `fetch` (over the network or in process). Ends with
 * the stream. Leaving early, or the signal, cancels the reading. What is no JSON, and what `read` does not know, is
 * passed over.
 */
export async function* readServerEvents<Event>(
  response: Pick<Response, 'body'>,
  read: (value: unknown) => Event | undefined,
  signal?: AbortSignal,
): AsyncGenerator<Event, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  // In process nobody else hears the signal.
  const leave = (): void => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', leave, { once: true });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (value !== undefined) rest += decoder.decode(value, { stream: true });
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = read(dataOf(block));
        if (event !== undefined) yield event;
      }
      if (done) return;
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    await reader.cancel().catch(() => undefined);
  }
}

function dataOf(block: string): unknown {
  const data = block
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []))
    .join('\n');
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
