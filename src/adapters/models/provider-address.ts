import type { ConnectionKind, ModelConnection } from '../../core/ai/model-connection';
import { ModelError } from '../../core/ai/model-error';

/** Where requests of a connection go. */
export interface ProviderAddress {
  /** Without a slash at its end. */
  readonly base: string;
  readonly query: Readonly<Record<string, string>>;
  /** Name and port alone, for sentences and tables: it holds no secret. */
  readonly host: string;
}

const usualPath: Readonly<Record<ConnectionKind, string>> = {
  'openai-compatible': '/v1',
  'azure-openai': '/openai/v1',
  anthropic: '/v1',
  google: '/v1beta',
};

/** Paths of single requests, which people copy from the provider's pages. */
const REQUEST_PATH = /\/((?:chat\/)?completions|responses|embeddings|messages|models(\/[^/]*:\w+)?)$/i;

/** Reads the address of a connection. Errors: `ModelError` of kind `request` for what is no http(s) address. */
export function readAddress(connection: ModelConnection): ProviderAddress {
  const url = parse(connection.baseUrl.trim());
  const path = url.pathname
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .replace(REQUEST_PATH, '');
  return {
    base: url.origin + (path === '' ? barePath(connection) : path),
    query: { ...Object.fromEntries(url.searchParams), ...versionQuery(connection) },
    host: url.host,
  };
}

function parse(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new ModelError('request', 'The address of the provider is not valid. It begins with http:// or https://.');
}

/** Azure with a version is asked for one deployment; without, it speaks the plain format. */
function barePath(connection: ModelConnection): string {
  if (connection.kind !== 'azure-openai' || connection.apiVersion === undefined) return usualPath[connection.kind];
  return `/openai/deployments/${encodeURIComponent(connection.model)}`;
}

function versionQuery(connection: ModelConnection): Readonly<Record<string, string>> {
  const { kind, apiVersion } = connection;
  return kind === 'azure-openai' && apiVersion !== undefined ? { 'api-version': apiVersion } : {};
}
