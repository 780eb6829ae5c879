import type { ModelConnection } from '../../core/ai/model-connection';
import { ModelError } from '../../core/ai/model-error';
import { Call } from './call';
import type { ModelParts } from './model-parts';
import { readAddress, type ProviderAddress } from './provider-address';
import { providerFetch } from './provider-fetch';
import { headersFor } from './provider-headers';
import { readRefusal } from './refused-request';

/** Providers give their models page by page; one page of this size holds them all. */
const pageSize: Readonly<Partial<Record<ModelConnection['kind'], Readonly<Record<string, string>>>>> = {
  anthropic: { limit: '1000' },
  google: { pageSize: '1000' },
};

/**
 * The names of the models that a connection offers, sorted; its own model does not matter. Errors: `ModelError`, as with
 * a question; kind `request` for Azure, which does not tell its deployments.
 */
export async function listModels(
  connection: ModelConnection,
  parts: ModelParts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (connection.kind === 'azure-openai') {
    throw new ModelError('request', 'Azure does not list deployments. Type the name of yours.');
  }
  const call = new Call(signal);
  const address = readAddress(connection);
  try {
    return namesIn(await call.settle(() => readList(connection, address, parts, call.signal)), address);
  } catch (error) {
    throw error instanceof ModelError ? error : unreadable(address);
  } finally {
    call.end();
  }
}

async function readList(
  connection: ModelConnection,
  address: ProviderAddress,
  { fetch, key, clock }: ModelParts,
  signal: AbortSignal,
): Promise<unknown> {
  const query = new URLSearchParams({ ...pageSize[connection.kind], ...address.query }).toString();
  const url = `${address.base}/models${query === '' ? '' : `?${query}`}`;
  const headers = headersFor(connection, address, key);
  const response = await providerFetch({ fetch, host: address.host })(url, { method: 'GET', headers, signal });
  const body = await response.text();
  if (response.status >= 400) {
    const asked = { host: address.host, model: connection.model, clock };
    throw readRefusal({ status: response.status, headers: response.headers, body }, asked);
  }
  const value: unknown = JSON.parse(body);
  return value;
}

function namesIn(list: unknown, address: ProviderAddress): readonly string[] {
  const models = arrayAt(list, 'data') ?? arrayAt(list, 'models') ?? (Array.isArray(list) ? list : undefined);
  if (models === undefined) throw unreadable(address);
  const names = models.filter(canChat).flatMap((model) => textAt(model, 'id') ?? textAt(model, 'name') ?? []);
  return [...new Set(names.map((name) => name.replace(/^models\//, '')))].sort();
}

/** Google says of each model what it can do, the others do not. */
function canChat(model: unknown): boolean {
  const methods = arrayAt(model, 'supportedGenerationMethods');
  return methods === undefined || methods.includes('generateContent');
}

function arrayAt(value: unknown, name: string): readonly unknown[] | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return Array.isArray(found) ? found : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof found === 'string' ? found : undefined;
}

function unreadable({ host }: ProviderAddress): ModelError {
  return new ModelError('unusable', `${host} gave no list of models. Type the name of the model.`);
}
