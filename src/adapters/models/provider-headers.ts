import type { ConnectionKind, ModelConnection } from '../../core/ai/model-connection';
import { ModelError } from '../../core/ai/model-error';
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
 * it. Errors: `ModelError` of kind `auth` for a key that no header can hold.
 */
export function headersFor(
  connection: ModelConnection,
  { host }: ProviderAddress,
  key: string | undefined,
): Record<string, string> {
  const trimmed = cleanKey(key ?? '');
  return {
    ...(trimmed === '' ? {} : keyHeader[connection.kind](trimmed)),
    ...(connection.kind === 'anthropic' ? { 'anthropic-version': connection.apiVersion ?? ANTHROPIC_VERSION } : {}),
    // Anthropic answers a web page only when it is told that the page's user owns the key.
    ...(host === 'api.anthropic.com' ? { 'anthropic-dangerous-direct-browser-access': 'true' } : {}),
    ...connection.headers,
  };
}

/** A key without what comes along when it is copied: blanks, marks that nobody sees, quotes, the word `Bearer`. */
function cleanKey(key: string): string {
  const bare = key
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/^bearer\s+/i, '');
  if (/^[\x20-\x7e]*$/.test(bare)) return bare;
  throw new ModelError('auth', 'The key holds characters that no key has. Copy it again from the provider’s page.');
}
