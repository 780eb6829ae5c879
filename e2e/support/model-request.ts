import type { IncomingHttpHeaders } from 'node:http';

/** One turn of a chat completion prompt, its content joined to plain text. */
export interface PromptMessage {
  readonly role: string;
  readonly content: string;
}

/** What became of a request: `aborted` means the caller hung up, `died` that the script cut the line. */
export type ModelRequestFate = 'open' | 'answered' | 'aborted' | 'died';

/** One generation request as the fake model received it. */
export interface ModelRequest {
  readonly kind: 'chat' | 'text';
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch when the body was complete. */
  readonly receivedAt: number;
  readonly stream: boolean;
  /** The turns of a chat completion; empty for a text completion. */
  readonly messages: readonly PromptMessage[];
  /** Everything the model would read, as one text, for either kind. */
  readonly prompt: string;
  readonly fate: ModelRequestFate;
}

interface Sendable {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Reads a request body. Throws on anything but a JSON object: the client under test would be broken. */
export function parseModelRequest({ path, headers, body }: Sendable): ModelRequest {
  const parsed: unknown = JSON.parse(body);
  if (!isRecord(parsed)) throw new Error(`The model was sent ${body.slice(0, 200)} instead of an object.`);
  const messages = Array.isArray(parsed['messages']) ? parsed['messages'].filter(isRecord).map(toPromptMessage) : [];
  const kind = path.endsWith('/chat/completions') ? 'chat' : 'text';
  return {
    kind,
    path,
    headers,
    body: parsed,
    receivedAt: Date.now(),
    stream: parsed['stream'] === true,
    messages,
    prompt: kind === 'chat' ? messages.map(({ content }) => content).join('\n') : plainText(parsed['prompt']),
    fate: 'open',
  };
}

function toPromptMessage(message: Readonly<Record<string, unknown>>): PromptMessage {
  return { role: plainText(message['role']), content: contentText(message['content']) };
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isRecord)
    .map((part) => plainText(part['text']))
    .join('');
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
