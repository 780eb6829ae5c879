import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sseEvents, type ServerEvent } from './sse-events';

async function read(pieces: readonly (string | Uint8Array)[]): Promise<{ events: ServerEvent[]; heard: number }> {
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
      controller.close();
    },
  });
  const events: ServerEvent[] = [];
  let heard = 0;
  for await (const event of sseEvents(stream, () => (heard += 1))) events.push(event);
  return { events, heard };
}

const written =
  'id: 1\nevent: hello\ndata: {"client":"a"}\n\n: ping\n\nid: 2\nevent: job\ndata: {"text":"Grüße, 港"}\n\n';
const meant = [
  { id: 1, kind: 'hello', data: { client: 'a' } },
  { id: 2, kind: 'job', data: { text: 'Grüße, 港' } },
];

describe('a stream of events', () => {
  it('is read however it is cut into pieces', async () => {
    const bytes = new TextEncoder().encode(written);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        const ends = [...places.sort((one, other) => one - other), bytes.length];
        const pieces = ends.map((end, at) => bytes.slice(ends[at - 1] ?? 0, end));
        expect((await read(pieces)).events).toEqual(meant);
      }),
      { numRuns: 60 },
    );
  });

  it('may have the line ends of Windows', async () => {
    expect((await read([written.replaceAll('\n', '\r\n')])).events).toEqual(meant);
  });

  it('is heard even when it says nothing', async () => {
    expect(await read([': ping\n\n', ': ping\n\n'])).toEqual({ events: [], heard: 2 });
  });

  it.each([
    ['no number', 'id: x\nevent: job\ndata: {}\n\n'],
    ['no kind', 'id: 1\ndata: {}\n\n'],
    ['no JSON', 'id: 1\nevent: job\ndata: {"text"\n\n'],
    ['no end', 'id: 1\nevent: job\ndata: {}\n'],
  ])('passes over an event that has %s', async (_name, block) => {
    expect((await read([block])).events).toEqual([]);
  });
});
