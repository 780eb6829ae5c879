import type { GenerationRequestBody, WireGenerationAnswer } from '../../server/contract/wire-generation';
import { clientFor, type Fetch } from './find-server';
import { readAnswer } from './generation-answer';
import { objectOf, textOf } from './json-value';
import type { Connection } from './server-link';
import type { MissedTurn } from './turn-outcome';

/** What a request for lore came to. */
export type LoreResult = { readonly kind: 'answer'; readonly answer: WireGenerationAnswer } | MissedTurn;

/** Sends one request. Rejects only when `signal` fires. */
export async function askForLore(
  { base, token }: Connection,
  body: GenerationRequestBody,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<LoreResult> {
  try {
    const response = await clientFor(base, token, fetch).v1.generations.$post({ json: body }, { init: { signal } });
    const status: number = response.status;
    if (status === 401) return miss('refused');
    if (status === 403) return miss('blocked');
    const content: unknown = await response.json();
    if (status !== 200) return miss('rejected', problemText(content, status));
    const answer = readAnswer(content);
    if (answer === undefined) return miss('rejected', 'The answer is not one that this extension understands.');
    return { kind: 'answer', answer };
  } catch (error) {
    if (signal.aborted) throw error;
    return error instanceof SyntaxError ? miss('rejected', 'The answer is not JSON.') : miss('absent');
  }
}

/** A turn without lore. */
export function miss(cause: MissedTurn['cause'], detail = ''): MissedTurn {
  return { kind: 'miss', cause, detail };
}

function problemText(content: unknown, status: number): string {
  const problem = objectOf(content);
  const said = textOf(problem?.['detail']) ?? textOf(problem?.['title']);
  return said ?? `The server answered with status ${String(status)}.`;
}
