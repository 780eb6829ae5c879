import type { ConnectionKind, ModelConnection } from '../../core/ai/model-connection';
import type { ProviderAddress } from './provider-address';

type Headers = Readonly<Record<string, string>>;

const keyHeader: Readonly<Record<ConnectionKind, (key: string) => Headers>> = {
  'openai-compatible': (key) => ({ authorization: `Bearer ${key}` }),
  'azure-openai': (key) => ({ 'api-key': key }),
  anthropic: (key) => ({ 'x-api-key': key }),
  google: (key) => ({ 'x-goog-api-key': key }),
};

const ANTHROPIC_VERSION = '2023-06-01';

/**
 * The headers that a provider knows its customer by, then those of the connection. Without a key there is no header for
 * it.
 */
export function headersFor(
  connection: ModelConnection,
  { host }: ProviderAddress,
  key: string | undefined,
): Record<string, string> {
  const trimmed = key?.trim() ?? '';
  return {
    ...(trimmed === '' ? {} : keyHeader[connection.kind](trimmed)),
    ...(connection.kind === 'anthropic' ? { 'anthropic-version': connection.apiVersion ?? ANTHROPIC_VERSION } : {}),
    // Anthropic answers a web page only when it is told that the page's user owns the key.
    ...(host === 'api.anthropic.com' ? { 'anthropic-dangerous-direct-browser-access': 'true' } : {}),
    ...connection.headers,
  };
}
