import { wireLabEvent, type WireLabEvent } from './wire-lab';

/** The turns of a chat as they are played, read from a response with `fetch`. Leaving early ends the playing. */
export async function* labEvents(response: Pick<Response, 'body'>): AsyncGenerator<WireLabEvent, void> {
  if (response.body === null) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (value !== undefined) rest += decoder.decode(value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block);
        if (event !== undefined) yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): WireLabEvent | undefined {
  const data = /^data:(.*)$/m.exec(block)?.[1];
  if (data === undefined) return undefined;
  try {
    return wireLabEvent.safeParse(JSON.parse(data)).data;
  } catch {
    return undefined;
  }
}
