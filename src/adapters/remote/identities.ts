import { isRecord } from '../../core/base/json-value';
import { shortText } from './short-text';

/** What answers that tell who somebody is may weigh, in bytes. */
export const LARGEST_IDENTITY = 256 * 1024;

/** The routes, asked without a key, by which the two services make themselves known. */
export const LOREHEARTH_IDENTITY = '/health';
export const LOCAL_REST_IDENTITY = '/';

/** What a Lorehearth says of itself; undefined for the answer of anything else. */
export function readLorehearth(
  body: unknown,
): { readonly api: unknown; readonly vault: string; readonly version: string } | undefined {
  if (!isRecord(body) || body['name'] !== 'lorehearth') return undefined;
  return { api: body['api'], vault: shortText(body['vault']), version: shortText(body['version']) };
}

/** What the plugin Local REST API says of itself; undefined for the answer of anything else. */
export function readLocalRest(
  body: unknown,
): { readonly version: string; readonly isAuthenticated: boolean } | undefined {
  if (!isRecord(body) || body['service'] !== 'Obsidian Local REST API') return undefined;
  const versions = isRecord(body['versions']) ? body['versions'] : {};
  return { version: shortText(versions['self']), isAuthenticated: body['authenticated'] === true };
}
