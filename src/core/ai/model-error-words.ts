import { ModelError, type ModelErrorKind } from './model-error';

/** What happened, and what the user can do about it: a sentence each. */
export interface ModelErrorWords {
  readonly what: string;
  readonly advice: string;
}

/** The words for each kind of failure. */
export const modelErrorWords: Readonly<Record<ModelErrorKind, ModelErrorWords>> = {
  auth: {
    what: 'The provider did not accept the key.',
    advice: 'Check the key of this connection, and whether it may use this model.',
  },
  'rate-limit': {
    what: 'The provider says that there were too many requests or that the quota is used up.',
    advice: 'Wait a while, or look at the limits and the credit of your account.',
  },
  timeout: {
    what: 'The model did not answer in time.',
    advice: 'If this happens again, raise the time limit of this channel (up to 1,000 s) or choose a faster model.',
  },
  network: {
    what: 'The provider cannot be reached.',
    advice: 'Check the address of the connection and your network; a local server must be running.',
  },
  server: {
    what: 'The provider reported a failure of its own.',
    advice: 'Try again in a few minutes; if it goes on, look at the provider’s status page.',
  },
  request: {
    what: 'The provider did not accept the request.',
    advice: 'Check the name of the model and the address of the connection.',
  },
  refusal: {
    what: 'The model refused to answer.',
    advice: 'Try again, or choose another model for this channel.',
  },
  unusable: {
    what: 'The answer of the model could not be read.',
    advice: 'If this happens again, raise the most tokens of this channel or choose another model.',
  },
  'no-connection': {
    what: 'No model is set up here.',
    advice: 'Choose a mode, a connection and a model for this channel in the settings.',
  },
  paused: {
    what: 'The provider failed several times in a row, so it is not asked for a while.',
    advice: 'It is tried again by itself after half a minute; “Try again now” does so at once.',
  },
  spent: {
    what: 'The daily limit of tokens of this channel is used up.',
    advice: 'Raise the limit in the settings, or wait until tomorrow.',
  },
  aborted: {
    what: 'The request was stopped.',
    advice: 'Nothing needs to be done.',
  },
};

/** What happened and what to do, in two sentences. */
export function modelErrorSentence(kind: ModelErrorKind): string {
  const { what, advice } = modelErrorWords[kind];
  return `${what} ${advice}`;
}

/** The message for a failure of any kind: that of a `ModelError`, with what to do added where it does not say so. */
export function modelErrorMessage(error: unknown): string {
  if (!(error instanceof ModelError)) return 'Something unexpected went wrong with the model. See the log.';
  const { advice } = modelErrorWords[error.kind];
  return error.message.includes(advice) ? error.message : `${error.message} ${advice}`;
}
