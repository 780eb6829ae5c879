import { wireLibrarianEvent, type WireLibrarianEvent } from './wire-librarian';

/**
 * The events of an answer as they come, read from a response with `fetch` (over the network or in process). Ends with the
 * stream; when that broke off before `done` or `error`, the conversation says how it goes on. Leaving early, or the
 * signal, cancels the reading. Events that this version does not know are passed over.
 */
export async function* librarianEvents(
  response: Pick<Response, 'body'>,
  signal?: AbortSignal,
): AsyncGenerator<WireLibrarianEvent, void> {
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
        const event = readBlock(block);
        if (event !== undefined) yield event;
      }
      if (done) return;
    }
  } finally {
    signal?.removeEventListener('abort', leave);
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): WireLibrarianEvent | undefined {
  const data = block
    .split('\n')
    .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length)] : []))
    .join('\n');
  if (data === '') return undefined;
  try {
    return wireLibrarianEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
