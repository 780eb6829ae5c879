import type { WireRelayResult } from '../../../server/contract/wire-stream';

/** A job without an answer, as the server is told. */
export type JobFailure = Extract<WireRelayResult, { error: unknown }>;
export type JobFailureKind = JobFailure['error'];

/** A failure whose kind is known. The message is for the user and holds no text of chat, notes or keys. */
export class JobError extends Error {
  constructor(
    readonly kind: JobFailureKind,
    message: string,
  ) {
    super(message);
  }
}

/** SillyTavern tells of failures in words alone: the provider's status text, or what its own server met. */
const signs: readonly (readonly [JobFailureKind, RegExp])[] = [
  ['rate-limit', /\b429\b|too many requests|rate.?limit|quota|insufficient (?:credit|balance|funds)|payment required/i],
  ['auth', /\b40[13]\b|unauthori[sz]ed|forbidden|api key|authentication|permission denied/i],
  ['network', /refused|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|socket|network|failed to fetch|fetch failed|hang up/i],
  ['server', /\b5\d\d\b|internal server error|bad gateway|unavailable|overloaded|gateway time/i],
  ['request', /\b4(?:00|04|05|13|22)\b|bad request|not found|unprocessable|payload too large|invalid|not support/i],
];

const sentences: Readonly<Partial<Record<JobFailureKind, string>>> = {
  auth: 'the provider did not accept the key. Check the key in SillyTavern.',
  'rate-limit': 'the provider says that there were too many requests or that the quota is used up. Wait a while.',
  network: 'the provider cannot be reached from SillyTavern. Check the address of the profile.',
  request: 'the provider did not accept the request. Check the model of the profile in SillyTavern.',
  server: 'the provider reported a failure. SillyTavern’s own window tells more.',
};

/** What went wrong with a job. `profile`: its name for the user. */
export function failureOf(error: unknown, profile: string): JobFailure {
  if (error instanceof JobError) return { error: error.kind, message: error.message };
  const kind = kindOf(error);
  return { error: kind, message: `${profile}: ${sentences[kind] ?? 'the model could not be asked.'}` };
}

function kindOf(error: unknown): JobFailureKind {
  const said = words(error);
  return signs.find(([, sign]) => sign.test(said))?.[0] ?? 'server';
}

/** The messages of an error and of all that caused it. */
function words(error: unknown): string {
  const texts: string[] = [];
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    texts.push(cause.message);
  }
  return texts.join('\n');
}
