/** The wire format that a model is asked in. Local servers and most providers speak `openai-compatible`. */
export type ConnectionKind = 'openai-compatible' | 'azure-openai' | 'anthropic' | 'google';

/**
 * How a provider is told the form of an answer:
 * - `schema`: by the JSON schema itself
 * - `json`: only that the answer is JSON
 * - `none`: not at all; the messages say it
 */
export type FormSupport = 'schema' | 'json' | 'none';

/** Where a model is and how it is asked. It holds no secret: the key is handed over beside it. */
export interface ModelConnection {
  readonly kind: ConnectionKind;
  /**
   * Address of the provider, http or https, such as `https://openrouter.ai/api/v1` or `http://127.0.0.1:1234`. The
   * usual path is added to an address without one; the path of a single request, and a query, may stand behind it.
   */
  readonly baseUrl: string;
  /** The provider's name of the model; for Azure the name of the deployment. */
  readonly model: string;
  /** `api-version` of Azure, such as `2024-10-21`, or the `anthropic-version`; undefined for the usual one. */
  readonly apiVersion?: string;
  /** Sent with each request, above those that the provider needs. No secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined for what is known of the provider. */
  readonly form?: FormSupport;
}
