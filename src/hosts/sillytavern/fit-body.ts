import type { GenerationRequestBody } from '../../server/contract/wire-generation';

/** Servers refuse larger bodies; half of that leaves room for what a body gains on its way. */
export const bodyLimit = 4 * 1024 * 1024;

/** A body that is small enough, and how much history it had to leave behind. */
export interface FittedBody {
  readonly body: GenerationRequestBody;
  readonly droppedTexts: number;
  readonly droppedRecords: number;
}

/** Leaves out the oldest texts, then the oldest records, until the body has at most `limit` bytes. */
export function fitBody(body: GenerationRequestBody, limit = bodyLimit): FittedBody {
  let excess = bytesOf(body) - limit;
  const messages = [...body.messages];
  while (excess > 0 && messages.length > 0) excess -= bytesOf(messages.shift()) + 1;
  const records = [...(body.records ?? [])];
  while (excess > 0 && records.length > 0) excess -= bytesOf(records.shift()) + 1;
  return {
    body: messages.length === body.messages.length ? body : { ...body, messages, records },
    droppedTexts: body.messages.length - messages.length,
    droppedRecords: (body.records ?? []).length - records.length,
  };
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}
