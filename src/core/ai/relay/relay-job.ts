import type { JsonSchema } from '../language-model';
import type { ModelErrorKind } from '../model-error';

/** A message of a job: text alone, since connection profiles of SillyTavern take nothing else. */
export interface RelayMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly text: string;
}

/** A question that a client asks one of its own connections for us. */
export interface RelayJob {
  readonly id: string;
  /** Id or name of the client's connection profile; empty for the one in use. */
  readonly profile: string;
  readonly messages: readonly RelayMessage[];
  readonly form: { readonly name: string; readonly schema: JsonSchema } | undefined;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
}

/** What a client is told. */
export type RelayEvent =
  | { readonly kind: 'job'; readonly job: RelayJob }
  /** Nobody waits for the job any more. */
  | { readonly kind: 'cancel'; readonly job: string };

/** What a client brings back. */
export type RelayResult =
  | {
      readonly kind: 'answer';
      readonly text: string;
      readonly usage: { readonly input: number; readonly output: number };
    }
  | { readonly kind: 'error'; readonly error: ModelErrorKind; readonly message: string };

/** A client that can run jobs, as long as it is connected. */
export interface RelayClient {
  readonly id: string;
  readonly deliver: (event: RelayEvent) => void;
}
