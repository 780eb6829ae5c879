import { countOf } from '../json-value';

/** An event of the server. */
export interface ServerEvent {
  /** Ascending; the `since` after which the next events come. */
  readonly id: number;
  readonly kind: string;
  readonly data: unknown;
}

/**
 * Reads a stream of `text/event-stream` piece by piece (html.spec.whatwg.org, server-sent events); comments and events
 * that are no JSON are passed over. `heard` is called for every piece that comes, so that silence can be noticed.
 */
export async function* sseEvents(stream: ReadableStream<unknown>, heard: () => void): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      heard();
      const piece = value instanceof Uint8Array ? decoder.decode(value, { stream: true }) : '';
      const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks.flatMap(readBlock);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readBlock(block: string): readonly ServerEvent[] {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? [];
    fields.set(name, name === 'data' && fields.has('data') ? `${fields.get('data') ?? ''}\n${value}` : value);
  }
  const id = countOf(Number(fields.get('id') ?? Number.NaN));
  const kind = fields.get('event');
  if (id === undefined || kind === undefined) return [];
  try {
    return [{ id, kind, data: JSON.parse(fields.get('data') ?? 'null') as unknown }];
  } catch {
    return [];
  }
}
