import type { ServerState } from './local-server';
import { describeHolder } from './port-words';

/** The state of the server in one or two sentences. */
export function serverSentence(state: ServerState): string {
  switch (state.kind) {
    case 'off':
      return 'The server is off.';
    case 'starting':
      return `The server starts on port ${String(state.port)}.`;
    case 'failed':
      return state.sentence;
    case 'listening':
      return `${movedSentence(state) ?? ''}Listening on ${addressOf(state.port)}.`;
  }
}

/** What to tell the user about a change of the server's state; undefined when there is nothing to tell. */
export function serverNotice(state: ServerState): string | undefined {
  if (state.kind === 'failed') return state.sentence;
  if (state.kind !== 'listening' || state.taken === undefined) return undefined;
  return `${movedSentence(state) ?? ''}This vault is served on port ${String(state.port)}.`;
}

/** Address of a server on this computer. The name localhost is avoided: it may mean another address family. */
export function addressOf(port: number): string {
  return `http://127.0.0.1:${String(port)}`;
}

/** Who holds the wished port, with a space at its end; undefined when the server is where it was wished. */
export function movedSentence(state: Extract<ServerState, { kind: 'listening' }>): string | undefined {
  if (state.taken === undefined) return undefined;
  return `Port ${String(state.taken.port)} is taken by ${describeHolder(state.taken.holder)}. `;
}
