import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FakeAnswer, Reply } from './reply';
import type { Wire, WireRequest } from './wire';

/** Does with an answer what the reply says. */
export async function sendReply(
  reply: Reply,
  wire: Wire,
  request: Partial<WireRequest>,
  outgoing: ServerResponse,
): Promise<void> {
  switch (reply.kind) {
    case 'slow':
      await wait(reply.milliseconds);
      await sendReply(reply.reply, wire, request, outgoing);
      return;
    case 'silent':
      return;
    case 'reset':
      cut(outgoing);
      return;
    case 'raw':
      outgoing.writeHead(reply.status, reply.headers).end(reply.body);
      return;
    case 'failure':
      // The real ones repeat parts of the request in their sentence.
      outgoing
        .writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
        .end(JSON.stringify(wire.failure(reply.status, `failed with: ${request.text ?? ''}`)));
      return;
    case 'answer':
      await sendAnswer(reply, wire, asked(request), outgoing);
  }
}

async function sendAnswer(
  answer: FakeAnswer,
  wire: Wire,
  request: WireRequest,
  outgoing: ServerResponse,
): Promise<void> {
  if (request.isStream) await sendStream(answer, wire.events(answer, request), outgoing);
  else sendWhole(answer, JSON.stringify(wire.body(answer, request)), outgoing);
}

function sendWhole({ cutAfter }: FakeAnswer, body: string, outgoing: ServerResponse): void {
  outgoing.writeHead(200, { 'content-type': 'application/json' });
  if (cutAfter === undefined) outgoing.end(body);
  else outgoing.write(body.slice(0, body.length / 2), () => cut(outgoing));
}

async function sendStream(
  { every, cutAfter }: FakeAnswer,
  events: readonly string[],
  outgoing: ServerResponse,
): Promise<void> {
  outgoing.writeHead(200, { 'content-type': 'text/event-stream' });
  let pieces = 0;
  for (const event of events) {
    if (outgoing.destroyed) return;
    await new Promise((resolve) => outgoing.write(`${event}\n\n`, resolve));
    if (/delta|parts/.test(event)) pieces += 1;
    if (cutAfter !== undefined && pieces > cutAfter) {
      cut(outgoing);
      return;
    }
    if (every !== undefined) await wait(every);
  }
  outgoing.end();
}

/** With a reset where the system does that, so that it is no end of the answer. */
function cut(outgoing: ServerResponse): void {
  outgoing.socket?.resetAndDestroy();
}

function asked({ isStream = false, model = '', text = '', schema }: Partial<WireRequest>): WireRequest {
  return { isStream, model, text, schema };
}
