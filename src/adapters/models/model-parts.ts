import type { Clock } from '../../core/ports/clock';
import type { ModelFetch } from './model-fetch';

/** What a host gives to a model besides the description of the connection. */
export interface ModelParts {
  readonly fetch: ModelFetch;
  /** For a provider that names a date instead of a time to wait. */
  readonly clock: Clock;
  /** The secret of the connection; undefined where none is needed, as with local servers. */
  readonly key?: string;
}
