import type { InjectionRecord } from '../chat/injection-record';
import type { Injection } from './injection';
import type { Trace } from './trace';

/** What a retrieval gives. */
export interface RetrievalResult {
  readonly injections: readonly Injection[];
  readonly record: InjectionRecord;
  readonly trace: Trace;
}
