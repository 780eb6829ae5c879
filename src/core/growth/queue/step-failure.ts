import { ModelError } from '../../ai/model-error';
import { modelErrorMessage } from '../../ai/model-error-words';

/** What is to be done after a step failed. */
export type AfterFailure =
  /** The job was stopped; the step is done again when it goes on. */
  | { readonly kind: 'stopped' }
  /** The same step again, after a while. In milliseconds. */
  | { readonly kind: 'again'; readonly after: number }
  /** The step is given up, and the next one begins. */
  | { readonly kind: 'skip'; readonly sentence: string }
  /** The job waits for the user. */
  | { readonly kind: 'pause'; readonly sentence: string };

/** How long is waited before the next try when a provider is unwell. In milliseconds. */
const PATIENCE = [15_000, 60_000, 180_000] as const;
/** How often a model is asked that gives nothing that can be read. */
const READING_TRIES = 2;

const STRANGE = 'Something unexpected went wrong. See the log.';

/**
 * Decides after a failure: what passes is waited for, an answer that nobody can read costs one step, and what only the
 * user can mend pauses the job.
 *
 * @param tries How often the step was tried, this time included.
 */
export function afterFailure(error: unknown, tries: number): AfterFailure {
  if (!(error instanceof ModelError)) return { kind: 'pause', sentence: STRANGE };
  const sentence = modelErrorMessage(error);
  switch (error.kind) {
    case 'aborted':
      return { kind: 'stopped' };
    case 'unusable':
    case 'refusal':
      return tries < READING_TRIES ? { kind: 'again', after: 0 } : { kind: 'skip', sentence };
    case 'rate-limit':
    case 'timeout':
    case 'network':
    case 'server':
    case 'paused': {
      const patience = PATIENCE[tries - 1];
      return patience === undefined
        ? { kind: 'pause', sentence }
        : { kind: 'again', after: Math.max(patience, error.retryAfter ?? 0) };
    }
    default:
      return { kind: 'pause', sentence };
  }
}
