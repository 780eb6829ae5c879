import { channelModes } from './ai-settings';

/** Says why a value is not allowed, or undefined when it is. */
export type Check = (value: unknown) => string | undefined;

const LONGEST_TEXT = 200;
const LONGEST_URL = 2_000;
/** Local models on weak computers need minutes. In milliseconds. */
const LONGEST_TIMEOUT = 1_000_000;

/** Parts of a request that carry keys: those belong into the secret store. */
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|api-key|x-api-key|x-goog-api-key|x-auth-token)$/i;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,100}$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]{0,1000}$/;

/** `scheme://host…` without a user's name and without a part behind `#`. */
const WEB_ADDRESS = /^https?:\/\/[^\s/?#@]+(?:[/?][^\s#]*)?$/i;

const wholeNumber =
  (label: string, smallest: number, largest: number): Check =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= smallest && value <= largest
      ? undefined
      : `${label} is a whole number from ${String(smallest)} to ${String(largest)}.`;

const plainText =
  (label: string): Check =>
  (value) =>
    // eslint-disable-next-line no-control-regex -- those are what is refused
    typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_TEXT && !/[\0-\x1f\x7f]/.test(value)
      ? undefined
      : `${label} is a text of one line, not empty.`;

/** One of several words. */
export const oneOf =
  (label: string, words: readonly string[]): Check =>
  (value) =>
    words.includes(value as string) ? undefined : `${label} is one of ${words.join(', ')}.`;

/** The checks for the settings of a channel. */
export const channelChecks = {
  mode: oneOf('The mode', channelModes),
  connection: plainText('The connection'),
  model: plainText('The model'),
  maxTokens: wholeNumber('The most tokens', 16, 200_000),
  timeoutMs: wholeNumber('The time limit in milliseconds', 1_000, LONGEST_TIMEOUT),
  temperature: (value: unknown) =>
    typeof value === 'number' && value >= 0 && value <= 2 ? undefined : 'The temperature is a number from 0 to 2.',
  dailyTokens: wholeNumber('The daily limit of tokens', 1, 1_000_000_000),
} as const satisfies Readonly<Record<string, Check>>;

/** The checks for the fields of a connection. */
export const connectionChecks = {
  id: (value: unknown) =>
    typeof value === 'string' && /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/.test(value)
      ? undefined
      : 'The id of a connection has up to 40 lower-case letters, digits and dashes.',
  name: plainText('The name of a connection'),
  kind: oneOf('The kind', ['openai-compatible', 'azure-openai', 'anthropic', 'google']),
  baseUrl: (value: unknown) =>
    typeof value === 'string' && value.length <= LONGEST_URL && WEB_ADDRESS.test(value)
      ? undefined
      : 'The address begins with http:// or https://, and holds no user name and no #.',
  apiVersion: plainText('The API version'),
  headers: whyNoHeaders,
  form: oneOf('The form of answers', ['schema', 'json', 'none']),
} as const satisfies Readonly<Record<string, Check>>;

function whyNoHeaders(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'The headers are names with values.';
  for (const [name, text] of Object.entries(value)) {
    if (SECRET_HEADERS.test(name))
      return `“${name}” holds a key. Put the key where keys are kept, not into the headers.`;
    if (!HEADER_NAME.test(name) || typeof text !== 'string' || !HEADER_VALUE.test(text))
      return `“${name.slice(0, 40)}” is no header that can be sent.`;
  }
  return undefined;
}
