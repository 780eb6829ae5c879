import type { ConnectionKind, FormSupport, ModelConnection } from '../model-connection';

/** A provider as the user has set it up. Its key is a secret, see `connectionSecret`. */
export interface Connection {
  /** Lower-case letters, digits and dashes. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly kind: ConnectionKind;
  readonly baseUrl: string;
  readonly apiVersion?: string;
  /** Sent with each request. No secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How the form of an answer can be told; undefined for what is known of the provider. */
  readonly form?: FormSupport;
}

/** The name under which the key of a connection is kept in the secret store. */
export function connectionSecret(id: string): string {
  return `key-${id}`;
}

/** One model of a connection, as the adapters take it. */
export function modelOf({ kind, baseUrl, apiVersion, headers, form }: Connection, model: string): ModelConnection {
  return {
    kind,
    baseUrl,
    model,
    ...(apiVersion !== undefined && { apiVersion }),
    ...(headers !== undefined && { headers }),
    ...(form !== undefined && { form }),
  };
}
