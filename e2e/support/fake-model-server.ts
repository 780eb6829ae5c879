import { text as textOf } from 'node:stream/consumers';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerBody, answerEvents, type ModelAnswer } from './model-answer';
import { parseModelRequest, type ModelRequest, type ModelRequestFate } from './model-request';
import { until } from './until';

/** Decides the answer when none is queued; may wait, for instance on a gate of the test. */
export type ModelRule = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>;

/**
 * An OpenAI-compatible provider that does as it is told: `/v1/models`, `/v1/chat/completions` and `/v1/completions`,
 * plain and streamed. It records what it was asked, and answers from a queue, else by a rule.
 */
export class FakeModelServer {
  /** Address for a client that adds `/chat/completions` itself. */
  readonly baseUrl: string;
  readonly #server: Server;
  #requests: ModelRequest[] = [];
  #queue: ModelAnswer[] = [];
  #rule: ModelRule = () => ({});

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.baseUrl = `http://127.0.0.1:${String(port)}/v1`;
  }

  /** Starts on a free port of the loopback interface. */
  static async start(): Promise<FakeModelServer> {
    const server = createServer();
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The fake model has no port.');
    const model = new FakeModelServer(server, address.port);
    server.on('request', (request, response) => void model.#serve(request, response));
    return model;
  }

  /** Generation requests so far, oldest first. */
  get requests(): readonly ModelRequest[] {
    return this.#requests;
  }

  /** The newest generation request; throws when there is none. */
  get lastRequest(): ModelRequest {
    const last = this.#requests.at(-1);
    if (last === undefined) throw new Error('The model was not asked yet.');
    return last;
  }

  /** Queues answers for the next requests, one each. */
  next(...answers: readonly ModelAnswer[]): void {
    this.#queue.push(...answers);
  }

  /** Sets the rule for requests that find the queue empty. */
  answerBy(rule: ModelRule): void {
    this.#rule = rule;
  }

  /** Forgets requests, queue and rule. Answers under way go on. */
  reset(): void {
    this.#requests = [];
    this.#queue = [];
    this.#rule = () => ({});
  }

  /** Waits until so many requests have come in all since the start or the last reset, and gives the newest. */
  async waitForRequests(count: number, timeoutMs = 20_000): Promise<ModelRequest> {
    await until(() => this.#requests.length >= count, `${String(count)} requests at the model`, timeoutMs);
    return this.lastRequest;
  }

  /** Ends all connections and closes. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (request.method === 'GET' && path === '/v1/models') {
      sendJson(response, 200, { object: 'list', data: [{ id: 'fake-model', object: 'model' }] });
      return;
    }
    if (request.method !== 'POST' || !path.endsWith('/completions')) {
      sendJson(response, 404, { error: { message: `No ${path} here.` } });
      return;
    }
    try {
      await this.#generate(
        parseModelRequest({ path, headers: request.headers, body: await textOf(request) }),
        response,
      );
    } catch (error) {
      sendJson(response, 400, { error: { message: String(error) } });
    }
  }

  async #generate(request: ModelRequest, response: ServerResponse): Promise<void> {
    const number = this.#requests.push(request);
    const settle = (fate: ModelRequestFate): void => {
      const index = this.#requests.findIndex(({ body }) => body === request.body);
      if (this.#requests[index]?.fate === 'open') this.#requests[index] = { ...request, fate };
    };
    response.once('close', () => settle(response.writableFinished ? 'answered' : 'aborted'));
    const answer = this.#queue.shift() ?? (await this.#rule(request));
    await sleep(answer.delayMs ?? 0);
    const text = answer.text ?? (answer.toolCalls === undefined ? `Reply ${String(number)}.` : '');
    const finished = await writeAnswer(request, answer, text, response);
    if (finished) return;
    settle('died');
    // What was written still arrives, then the line is dead.
    response.socket?.destroySoon();
  }
}

/** Writes an answer; false when the script says that the line dies here. */
async function writeAnswer(
  request: ModelRequest,
  answer: ModelAnswer,
  text: string,
  response: ServerResponse,
): Promise<boolean> {
  if (answer.status !== undefined) {
    sendJson(response, answer.status, { error: { message: `Scripted error ${String(answer.status)}.` } });
    return true;
  }
  if (request.stream) return writeStream(answerEvents(request, answer, text), answer, response);
  if (answer.dieAfterTokens !== undefined) return false;
  sendJson(response, 200, answerBody(request, answer, text));
  return true;
}

async function writeStream(
  events: readonly object[],
  { tokenMs = 0, dieAfterTokens = Infinity }: ModelAnswer,
  response: ServerResponse,
): Promise<boolean> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  for (const [index, event] of events.entries()) {
    if (index >= dieAfterTokens) return false;
    if (index > 0 && tokenMs > 0) await sleep(tokenMs);
    if (response.destroyed) return true;
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end('data: [DONE]\n\n');
  return true;
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
