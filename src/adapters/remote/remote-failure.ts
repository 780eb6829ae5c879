import type { VaultTest } from '../../core/ports/vault-opener';
import { NOT_LOCAL } from './local-lookup';

/** Why a remote vault did not answer as it should; the reason is a sentence for the user and holds no key. */
export type RemoteFailure = Exclude<VaultTest, { readonly kind: 'ok' }>;

/** A question that brought no answer at all. */
export interface Failed {
  readonly kind: 'failed';
  readonly failure: RemoteFailure;
  /** Whether a server that accepted the question took too long. */
  readonly isLate: boolean;
  /** Whether not even a connection came about. */
  readonly isUnconnected: boolean;
}

/** Where a request went, as far as sentences need it. */
export interface Whereabouts {
  /** Host and port. */
  readonly where: string;
  readonly https: boolean;
}

/** Codes for what we end ourselves, beside those of the system. */
export const NOT_CONNECTED = 'NOT_CONNECTED';
export const NOT_ANSWERED = 'NOT_ANSWERED';
export const BROKEN_OFF = 'BROKEN_OFF';
export const STOPPED = 'STOPPED';

const UNTRUSTED: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const UNCONNECTED: ReadonlySet<string> = new Set([
  NOT_CONNECTED,
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

const away = (at: string): string => `The computer of ${at} cannot be reached.`;
const broken = (at: string): string => `The connection to ${at} broke off.`;

/** What broken connections mean. `at` is host and port. */
const SENTENCES: Readonly<Record<string, (at: string) => string>> = {
  [NOT_CONNECTED]: (at) => `No connection to ${at} came about in time.`,
  [NOT_ANSWERED]: (at) => `What listens at ${at} did not answer in time.`,
  [BROKEN_OFF]: broken,
  [STOPPED]: () => 'It was stopped.',
  ECONNREFUSED: (at) => `Nothing listens at ${at}. Is the other program running, and is the port the right one?`,
  ECONNRESET: broken,
  EPIPE: broken,
  ENOTFOUND: (at) => `There is no computer of the name in ${at}.`,
  EAI_AGAIN: (at) => `The name in ${at} could not be looked up. Is there a network?`,
  EHOSTUNREACH: away,
  ENETUNREACH: away,
  EHOSTDOWN: away,
  ETIMEDOUT: (at) => `No connection to ${at} came about in time.`,
  CERT_HAS_EXPIRED: (at) => `The certificate of ${at} has expired.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (at) => `The certificate of ${at} is for another name.`,
};

/** A question that failed with the system's error, or with one of our own codes. */
export function failed(error: unknown, place: Whereabouts): Failed {
  const code = codeOf(error);
  const failure = failureOf(code, place);
  return { kind: 'failed', failure, isLate: code === NOT_ANSWERED, isUnconnected: UNCONNECTED.has(code) };
}

/** An error of our own. */
export function withCode(code: string): Error {
  return Object.assign(new Error('The request ended.'), { code });
}

/** The system's word for what went wrong; empty where it has none. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' && /^\w{1,60}$/.test(error.code) ? error.code : '';
}

/** Why a place outside of the local network is not asked in this way. */
export function outside({ where, https }: Whereabouts): string {
  return https
    ? `A certificate that a program made itself is accepted on this computer and in private networks only, and ${where} is elsewhere.`
    : `${where} is neither this computer nor in a private network: without HTTPS anybody on the way could read the key.`;
}

function failureOf(code: string, place: Whereabouts): RemoteFailure {
  const { where, https } = place;
  if (UNTRUSTED.has(code)) return { kind: 'not-possible', reason: untrusted(where) };
  if (code === NOT_LOCAL) return { kind: 'not-possible', reason: outside(place) };
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_')) return { kind: 'wrong-service', reason: noHttps(where) };
  if (code.startsWith('HPE_'))
    return { kind: 'wrong-service', reason: `What listens at ${where} does not speak HTTP.` };
  const sentence = SENTENCES[code]?.(where) ?? `${where} cannot be reached${code === '' ? '' : ` (${code})`}.`;
  // A server that speaks HTTPS alone cuts plain requests off without a word.
  const hint = code === 'ECONNRESET' && !https ? ' Perhaps it wants HTTPS.' : '';
  return { kind: 'unreachable', reason: sentence + hint };
}

function untrusted(where: string): string {
  return `The certificate of ${where} was not given by anybody this computer trusts. If the other program made it itself, allow that for this vault.`;
}

function noHttps(where: string): string {
  return `What listens at ${where} does not speak HTTPS. Switch HTTPS off for this vault, or take the port that speaks it.`;
}
