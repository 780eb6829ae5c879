import type { LanguageModel } from './language-model';
import type { ModelConnection } from './model-connection';

/** What a host can do with connections of its own. */
export interface ModelMaker {
  /**
   * The model of a connection. Errors: `ModelError` of kind `request` for an address or a name that cannot be used.
   *
   * @param key The connection's secret; undefined where none is kept.
   */
  make(connection: ModelConnection, key: string | undefined): Promise<LanguageModel>;
  /** The names of the models that a connection offers. Errors: `ModelError`. */
  list(connection: ModelConnection, key: string | undefined, signal: AbortSignal): Promise<readonly string[]>;
}
